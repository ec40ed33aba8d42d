import { Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { faultOf, restOf } from '../../parts/faults.ts';
import { FormActions } from '../../parts/form-actions.tsx';
import { formatNumber } from '../../parts/format.ts';
import { SendError } from '../../parts/send-error.tsx';
import { ThingMultiSelect } from '../../parts/thing-multi-select.tsx';
import { campaignStrings as strings } from '../../strings/campaigns.ts';
import { type CampaignDraft, campaignBody, countable, EMPTY_DRAFT } from './campaign.ts';
import { FilterFields } from './filter-fields.tsx';

const SHOWN_BESIDE = [['name'], ['description'], ['due_at'], ['reviewer_ids'], ['filter']];

const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** Everything that a campaign can be given. What was typed stays when it could not be sent. */
export function CreateDialog({
  onClose,
  onCreated,
}: {
  onClose: () => void;
  onCreated: (id: string) => void;
}) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [error, setError] = useState<unknown>(null);
  const [isSending, setIsSending] = useState(false);
  const [isNameMissing, setIsNameMissing] = useState(false);
  // The same key as long as the same is sent: a repeat after a lost answer begins no second campaign.
  const key = useRef(crypto.randomUUID());
  const change = (part: Partial<CampaignDraft>) => {
    key.current = crypto.randomUUID();
    setDraft((before) => ({ ...before, ...part }));
  };
  const send = async () => {
    setIsNameMissing(draft.name.trim() === '');
    if (draft.name.trim() === '') return;
    setIsSending(true);
    setError(null);
    try {
      const { id, name } = await api.post('/v1/campaigns', {
        body: campaignBody(draft),
        idempotency_key: key.current,
      });
      void client.invalidateQueries({ queryKey: ['campaigns'] });
      notifications.show({ title: strings.begun(name), message: strings.begunHint });
      onCreated(id);
    } catch (thrown) {
      setError(thrown);
      setIsSending(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={strings.newTitle} size="xl">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Stack gap="md">
          <TextInput
            label={strings.name}
            description={strings.nameHint}
            required
            maxLength={200}
            data-autofocus
            value={draft.name}
            error={isNameMissing && draft.name.trim() === '' ? strings.nameMissing : faultOf(error, 'name')}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <Textarea
            label={strings.about}
            maxLength={4000}
            autosize
            minRows={1}
            value={draft.description}
            error={faultOf(error, 'description')}
            onChange={(event) => change({ description: event.currentTarget.value })}
          />
          <FilterFields draft={draft} error={error} onChange={change} />
          <GrantCount draft={draft} />
          <Stack gap="sm" component="fieldset" style={{ border: 0, margin: 0, padding: 0 }}>
            <Text component="legend" fw={600} size="sm" p={0}>
              {strings.how}
            </Text>
            <TextInput
              type="date"
              label={strings.due}
              description={strings.dueHint}
              min={tomorrow()}
              maw={260}
              value={draft.due_on}
              error={faultOf(error, 'due_at')}
              onChange={(event) => change({ due_on: event.currentTarget.value })}
            />
            <ThingMultiSelect
              kind="principal"
              label={strings.reviewers}
              description={strings.reviewersHint}
              placeholder={strings.search}
              value={draft.reviewer_ids}
              error={faultOf(error, 'reviewer_ids')}
              onChange={(reviewer_ids) => change({ reviewer_ids })}
            />
          </Stack>
          <SendError error={restOf(error, SHOWN_BESIDE)} />
          <FormActions submit={strings.begin} isSending={isSending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

const PAUSE_MS = 250;

/** How many grants a campaign would ask about, as far as that can be counted before. */
function GrantCount({ draft }: { draft: CampaignDraft }) {
  const { query, isAll } = countable(draft);
  const [settled] = useDebouncedValue(JSON.stringify(query), PAUSE_MS);
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['grants', 'count', settled],
    placeholderData: keepPreviousData,
    queryFn: () => api.get('/v1/grants', { query: { ...JSON.parse(settled), limit: 1 } }),
  });
  if (isError) return null;
  const say = !isAll
    ? strings.count
    : data?.total_is_exact === false
      ? strings.countMore
      : strings.countExact;
  return (
    <Text size="sm" role="status">
      {data && !isPlaceholderData ? (
        <>
          <strong>{say(formatNumber(data.total))}</strong> {strings.countHint}
        </>
      ) : (
        strings.counting
      )}
    </Text>
  );
}
