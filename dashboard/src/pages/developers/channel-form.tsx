import {
  Checkbox,
  Group,
  Modal,
  NumberInput,
  PasswordInput,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { faultOf, restOf } from '../../parts/faults.ts';
import { FormActions } from '../../parts/form-actions.tsx';
import { SendError } from '../../parts/send-error.tsx';
import { developerStrings } from '../../strings/developers.ts';
import { type ChannelFields, channelSettings, fieldsOf } from './channel-fields.ts';
import type { Channel } from './channel-row.tsx';

const { channels: words } = developerStrings;
const SHOWN = [
  ['description'],
  ['occasions'],
  ...['host', 'port', 'security', 'username', 'password', 'from', 'url', 'gather_seconds'].map((name) => [
    'settings',
    name,
  ]),
];

/** Sets a channel up, or changes the one that is given. Secrets are sent only when they were typed. */
export function ChannelForm({ channel, onClose }: { channel?: Channel; onClose: () => void }) {
  const client = useQueryClient();
  const [fields, setFields] = useState<ChannelFields>(() => fieldsOf(channel));
  const set = (changes: Partial<ChannelFields>) => setFields((before) => ({ ...before, ...changes }));
  const save = useMutation({
    mutationFn: async () => {
      const { kind, description, occasions } = fields;
      const body = { description, occasions, settings: channelSettings(fields) } as never;
      if (channel) await api.patch('/v1/notifications/channels/{id}', { params: { id: channel.id }, body });
      else await api.post('/v1/notifications/channels', { body: { ...(body as object), kind } as never });
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['webhooks', 'channels'] });
      onClose();
    },
  });
  const fault = (name: string) => faultOf(save.error, 'settings', name);
  const text = (name: 'host' | 'username' | 'from') => ({
    label: words.fields[name],
    value: fields[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
    error: fault(name),
  });
  return (
    <Modal opened onClose={onClose} title={channel ? words.editTitle : words.addTitle} centered size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          {channel ? null : (
            <Select
              label={words.fields.kind}
              data={Object.entries(words.kinds).map(([value, label]) => ({ value, label }))}
              value={fields.kind}
              onChange={(kind) => set({ kind: kind ?? 'email' })}
              allowDeselect={false}
            />
          )}
          <TextInput
            label={words.fields.description}
            value={fields.description}
            onChange={(event) => set({ description: event.currentTarget.value })}
            error={faultOf(save.error, 'description')}
          />
          {fields.kind === 'email' ? (
            <>
              <SimpleGrid cols={{ base: 1, xs: 3 }}>
                <TextInput {...text('host')} required placeholder="smtp.example.com" />
                <NumberInput
                  label={words.fields.port}
                  value={fields.port}
                  onChange={(port) => set({ port: Number(port) })}
                  min={1}
                  max={65535}
                  error={fault('port')}
                />
                <Select
                  label={words.fields.security}
                  data={['starttls', 'tls', 'none']}
                  value={fields.security}
                  onChange={(security) => set({ security: security ?? 'starttls' })}
                  allowDeselect={false}
                  error={fault('security')}
                />
              </SimpleGrid>
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <TextInput {...text('username')} autoComplete="off" />
                <PasswordInput
                  label={words.fields.password}
                  description={channel ? words.fields.passwordKept : words.fields.passwordHint}
                  autoComplete="new-password"
                  value={fields.password}
                  onChange={(event) => set({ password: event.currentTarget.value })}
                  error={fault('password')}
                />
              </SimpleGrid>
              <TextInput {...text('from')} required placeholder="lapse@example.com" />
            </>
          ) : (
            <PasswordInput
              label={words.fields.url}
              description={channel ? words.fields.urlKept : words.fields.urlHint}
              required={!channel}
              autoComplete="off"
              value={fields.url}
              onChange={(event) => set({ url: event.currentTarget.value })}
              error={fault('url')}
            />
          )}
          <Checkbox.Group
            label={words.fields.occasions}
            value={fields.occasions}
            onChange={(occasions) => set({ occasions })}
            error={faultOf(save.error, 'occasions')}
          >
            <Group gap="md" mt={6}>
              {Object.entries(words.occasions).map(([value, label]) => (
                <Checkbox key={value} value={value} label={label} />
              ))}
            </Group>
          </Checkbox.Group>
          <NumberInput
            label={words.fields.gather}
            description={words.fields.gatherHint}
            value={fields.gather_seconds}
            onChange={(seconds) => set({ gather_seconds: Number(seconds) })}
            min={0}
            max={3600}
            error={fault('gather_seconds')}
            w={260}
          />
          <SendError error={restOf(save.error, SHOWN)} />
          <FormActions
            submit={channel ? words.save : words.add}
            isSending={save.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
