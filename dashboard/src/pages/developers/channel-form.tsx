import { Checkbox, Group, NumberInput, PasswordInput, Select, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { bindFields, optionsOf } from '../../parts/forms/bind-fields.ts';
import { faultOf, restOf } from '../../parts/forms/faults.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useChange } from '../../parts/forms/use-change.ts';
import { developerStrings } from '../../strings/developers.ts';
import { type ChannelFields, channelSettings, fieldsOf } from './channel-fields.ts';
import type { Channel } from './channel-row.tsx';
import { ChatFields } from './chat-fields.tsx';

const { channels: words } = developerStrings;
const SETTINGS = [
  'host',
  'port',
  'security',
  'username',
  'password',
  'from',
  'url',
  'gather_seconds',
  'decide_links',
];
const SHOWN = [['description'], ['occasions'], ...SETTINGS.map((name) => ['settings', name])];

/** Sets a channel up, or changes the one that is given. Secrets are sent only when they were typed. */
export function ChannelForm({ channel, onClose }: { channel?: Channel; onClose: () => void }) {
  const [fields, setFields] = useState<ChannelFields>(() => fieldsOf(channel));
  const save = useChange({
    send: async () => {
      const { kind, description, occasions } = fields;
      const body = { description, occasions, settings: channelSettings(fields) } as never;
      if (channel) await api.patch('/v1/notifications/channels/{id}', { params: { id: channel.id }, body });
      else await api.post('/v1/notifications/channels', { body: { ...(body as object), kind } as never });
    },
    stale: ['webhooks', 'channels'],
    onDone: onClose,
  });
  const { typed, given, chosen } = bindFields(
    fields,
    (changes) => setFields((before) => ({ ...before, ...changes })),
    (name) => faultOf(save.error, ...(SETTINGS.includes(name) ? ['settings', name] : [name])),
  );
  return (
    <FormDialog
      title={channel ? words.editTitle : words.addTitle}
      size="lg"
      submit={channel ? words.save : words.add}
      isSending={save.isPending}
      error={restOf(save.error, SHOWN)}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {channel ? null : (
        <Select label={words.fields.kind} data={optionsOf(words.kinds)} {...chosen('kind')} />
      )}
      <TextInput label={words.fields.description} {...typed('description')} />
      {fields.kind === 'email' ? (
        <>
          <SimpleGrid cols={{ base: 1, xs: 3 }}>
            <TextInput label={words.fields.host} {...typed('host')} required placeholder="smtp.example.com" />
            <NumberInput label={words.fields.port} {...given('port', Number)} min={1} max={65535} />
            <Select
              label={words.fields.security}
              data={['starttls', 'tls', 'none']}
              {...chosen('security')}
            />
          </SimpleGrid>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput label={words.fields.username} {...typed('username')} autoComplete="off" />
            <PasswordInput
              label={words.fields.password}
              description={channel ? words.fields.passwordKept : words.fields.passwordHint}
              autoComplete="new-password"
              {...typed('password')}
            />
          </SimpleGrid>
          <TextInput label={words.fields.from} {...typed('from')} required placeholder="lapse@example.com" />
          <Checkbox
            label={words.fields.decideLinks}
            description={words.fields.decideLinksHint}
            checked={fields.decide_links}
            onChange={(event) => {
              const { checked: decide_links } = event.currentTarget;
              setFields((before) => ({ ...before, decide_links }));
            }}
          />
        </>
      ) : (
        <ChatFields channel={channel} fields={fields} bound={{ typed, chosen }} />
      )}
      <Checkbox.Group label={words.fields.occasions} {...given('occasions')}>
        <Group gap="md" mt={6}>
          {optionsOf(words.occasions).map((option) => (
            <Checkbox key={option.value} {...option} />
          ))}
        </Group>
      </Checkbox.Group>
      <NumberInput
        label={words.fields.gather}
        description={words.fields.gatherHint}
        {...given('gather_seconds', Number)}
        min={0}
        max={3600}
        w={260}
      />
    </FormDialog>
  );
}
