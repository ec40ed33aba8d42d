import { Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { bindFields } from '../../parts/forms/bind-fields.ts';
import { faultOf, restOf } from '../../parts/forms/faults.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useChange } from '../../parts/forms/use-change.ts';
import { developerStrings } from '../../strings/developers.ts';
import type { Webhook } from './webhook-state.ts';

const { form: words, types } = developerStrings;
const FIELDS = [['url'], ['description'], ['event_types']];

/** Adds a webhook, or changes the one that is given. */
export function WebhookForm(props: {
  webhook?: Webhook;
  onClose: () => void;
  onAdded?: (secret: string) => void;
}) {
  const { webhook, onClose, onAdded } = props;
  const [fields, setFields] = useState({
    url: webhook?.url ?? '',
    description: webhook?.description ?? '',
    event_types: webhook?.event_types.filter((type) => type !== '*') ?? [
      'review.decided',
      'remediation.executed',
    ],
  });
  const [isAll, setIsAll] = useState(webhook?.event_types.includes('*') ?? true);
  const save = useChange({
    send: async () => {
      const body = { ...fields, event_types: isAll ? ['*'] : fields.event_types };
      if (!webhook) return (await api.post('/v1/webhooks', { body })).secret;
      await api.patch('/v1/webhooks/{id}', { params: { id: webhook.id }, body });
      return null;
    },
    stale: ['webhooks'],
    onDone: (secret) => {
      onClose();
      if (secret === null) notifications.show({ message: words.saved });
      else onAdded?.(secret);
    },
  });
  const noneChosen = !isAll && fields.event_types.length === 0;
  const { typed, given } = bindFields(
    fields,
    (changes) => setFields({ ...fields, ...changes }),
    (name) => faultOf(save.error, name),
  );
  const eventTypes = given('event_types');
  return (
    <FormDialog
      title={webhook ? words.editTitle : words.addTitle}
      size="lg"
      submit={webhook ? words.saveAction : words.addAction}
      isSending={save.isPending}
      error={restOf(save.error, FIELDS)}
      onSubmit={() => {
        if (!noneChosen) save.mutate();
      }}
      onClose={onClose}
    >
      <TextInput
        label={words.url}
        description={words.urlHint}
        placeholder="https://hooks.example.com/lapse"
        required
        data-autofocus
        {...typed('url')}
      />
      <TextInput label={words.name} description={words.nameHint} maxLength={500} {...typed('description')} />
      <Radio.Group
        label={words.which}
        value={isAll ? 'all' : 'some'}
        onChange={(value) => setIsAll(value === 'all')}
      >
        <Stack gap={6} mt={6}>
          <Radio value="all" label={words.all} />
          <Radio value="some" label={words.some} />
        </Stack>
      </Radio.Group>
      {isAll ? null : (
        <Checkbox.Group
          aria-label={words.which}
          {...eventTypes}
          error={eventTypes.error ?? (noneChosen ? words.chooseOne : undefined)}
        >
          <Stack gap={6} pl={28}>
            {Object.entries(types).map(([type, meaning]) => (
              <Checkbox key={type} value={type} label={meaning} description={type} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </FormDialog>
  );
}
