import { Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { bindFields } from '../../parts/forms/bind-fields.ts';
import { faultOf, restOf } from '../../parts/forms/faults.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { Strong } from '../../parts/text.ts';
import { ThingMultiSelect } from '../../parts/thing-multi-select.tsx';
import { campaignStrings as strings } from '../../strings/campaigns.ts';
import { type CampaignDraft, campaignBody, EMPTY_DRAFT } from './campaign.ts';
import { FilterFields } from './filter-fields.tsx';
import { GrantCount } from './grant-count.tsx';

const SHOWN_BESIDE = [['name'], ['description'], ['due_at'], ['reviewer_ids'], ['filter']];

const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** Everything that a campaign can be given. What was typed stays when it could not be sent. */
export function CreateDialog(props: { onClose: () => void; onCreated: (id: string) => void }) {
  const { onClose, onCreated } = props;
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
  const isMissing = isNameMissing && draft.name.trim() === '';
  const { typed, given } = bindFields(draft, change, (name) => faultOf(error, name));
  return (
    <FormDialog
      title={strings.newTitle}
      size="xl"
      centered={false}
      noValidate
      submit={strings.begin}
      isSending={isSending}
      error={restOf(error, SHOWN_BESIDE)}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <TextInput
        label={strings.name}
        description={strings.nameHint}
        required
        maxLength={200}
        data-autofocus
        {...typed('name')}
        {...(isMissing ? { error: strings.nameMissing } : {})}
      />
      <Textarea label={strings.about} maxLength={4000} autosize minRows={1} {...typed('description')} />
      <FilterFields draft={draft} error={error} onChange={change} />
      <GrantCount draft={draft} />
      <Stack gap="sm" component="fieldset" style={{ border: 0, margin: 0, padding: 0 }}>
        <Strong component="legend" p={0}>
          {strings.how}
        </Strong>
        <TextInput
          type="date"
          label={strings.due}
          description={strings.dueHint}
          min={tomorrow()}
          maw={260}
          {...typed('due_on')}
          error={faultOf(error, 'due_at')}
        />
        <ThingMultiSelect
          kind="principal"
          label={strings.reviewers}
          description={strings.reviewersHint}
          placeholder={strings.search}
          {...given('reviewer_ids')}
        />
      </Stack>
    </FormDialog>
  );
}
