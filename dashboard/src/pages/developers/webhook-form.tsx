import { Checkbox, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { faultOf, restOf } from '../../parts/faults.ts';
import { FormActions } from '../../parts/form-actions.tsx';
import { SendError } from '../../parts/send-error.tsx';
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
  const client = useQueryClient();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [description, setDescription] = useState(webhook?.description ?? '');
  const [isAll, setIsAll] = useState(webhook?.event_types.includes('*') ?? true);
  const [chosen, setChosen] = useState<string[]>(
    webhook?.event_types.filter((type) => type !== '*') ?? ['review.decided', 'remediation.executed'],
  );
  const save = useMutation({
    mutationFn: async () => {
      const body = { url, description, event_types: isAll ? ['*'] : chosen };
      if (!webhook) return (await api.post('/v1/webhooks', { body })).secret;
      await api.patch('/v1/webhooks/{id}', { params: { id: webhook.id }, body });
      return null;
    },
    onSuccess: (secret) => {
      void client.invalidateQueries({ queryKey: ['webhooks'] });
      onClose();
      if (secret === null) notifications.show({ message: words.saved });
      else onAdded?.(secret);
    },
  });
  const noneChosen = !isAll && chosen.length === 0;
  return (
    <Modal opened onClose={onClose} title={webhook ? words.editTitle : words.addTitle} centered size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!noneChosen) save.mutate();
        }}
      >
        <Stack>
          <TextInput
            label={words.url}
            description={words.urlHint}
            placeholder="https://hooks.example.com/lapse"
            required
            data-autofocus
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={faultOf(save.error, 'url')}
          />
          <TextInput
            label={words.name}
            description={words.nameHint}
            maxLength={500}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            error={faultOf(save.error, 'description')}
          />
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
              value={chosen}
              onChange={setChosen}
              error={faultOf(save.error, 'event_types') ?? (noneChosen ? words.chooseOne : undefined)}
            >
              <Stack gap={6} pl={28}>
                {Object.entries(types).map(([type, meaning]) => (
                  <Checkbox key={type} value={type} label={meaning} description={type} />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
          <SendError error={restOf(save.error, FIELDS)} />
          <FormActions
            submit={webhook ? words.saveAction : words.addAction}
            isSending={save.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
