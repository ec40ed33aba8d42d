import { NumberInput, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { bindFields, optionsOf } from '../../../parts/forms/bind-fields.ts';
import { faultOf, restOf } from '../../../parts/forms/faults.ts';
import { FormDialog } from '../../../parts/forms/form-dialog.tsx';
import { useChange } from '../../../parts/forms/use-change.ts';
import { WhenFields, whenOf } from '../../../parts/schedules/when-fields.tsx';
import { ThingMultiSelect } from '../../../parts/thing-multi-select.tsx';
import { campaignStrings as strings } from '../../../strings/campaigns.ts';
import { scheduleStrings } from '../../../strings/schedules.ts';
import { FilterFields } from '../filter-fields.tsx';
import { GrantCount } from '../grant-count.tsx';
import {
  type CampaignSchedule,
  campaignOf,
  type ScheduleDraft,
  scheduleBody,
  scheduleDraft,
} from './campaign-schedule.ts';

const { schedules: words } = strings;
const USUAL = ['0 6 1 1,4,7,10 *', '0 6 1 * *', '0 6 1 1 *', '0 6 * * 1'];
const NAMES = ['name', 'description', 'cron', 'time_zone', 'filter', 'reviewer_ids', 'due_days', 'report'];
const SHOWN = NAMES.map((name) => [name]);

/** A new schedule of campaigns, or one that is changed. */
export function ScheduleForm(props: { schedule?: CampaignSchedule; onClose: () => void }) {
  const { schedule, onClose } = props;
  const [draft, setDraft] = useState(() => scheduleDraft(schedule, whenOf(schedule, USUAL)));
  const change = (changes: Partial<ScheduleDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const save = useChange({
    send: async () => {
      const body = scheduleBody(draft);
      if (schedule) await api.patch('/v1/campaigns/schedules/{id}', { params: { id: schedule.id }, body });
      else await api.post('/v1/campaigns/schedules', { body });
    },
    stale: ['campaigns'],
    onDone: onClose,
  });
  const { typed, given, chosen } = bindFields(draft, change, (name) => faultOf(save.error, name));
  return (
    <FormDialog
      title={schedule ? words.editTitle(schedule.name) : words.formTitle}
      size="xl"
      centered={false}
      submit={schedule ? scheduleStrings.saveChanges : scheduleStrings.save}
      isSending={save.isPending}
      error={restOf(save.error, SHOWN)}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={strings.name}
        description={words.nameHint}
        required
        maxLength={200}
        data-autofocus
        {...typed('name')}
      />
      <Textarea label={strings.about} maxLength={4000} autosize minRows={1} {...typed('description')} />
      <WhenFields draft={draft} usual={USUAL} error={save.error} onChange={change}>
        <Select
          label={words.report}
          data={[{ value: '', label: words.reportNone }, ...optionsOf(strings.formats)]}
          {...chosen('report')}
        />
      </WhenFields>
      <FilterFields draft={draft} error={save.error} onChange={change} />
      <GrantCount draft={campaignOf(draft)} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NumberInput
          label={words.dueDays}
          description={words.dueDaysHint}
          min={1}
          max={3650}
          allowDecimal={false}
          {...given('due_days')}
        />
        <ThingMultiSelect
          kind="principal"
          label={strings.reviewers}
          description={strings.reviewersHint}
          placeholder={strings.search}
          {...given('reviewer_ids')}
        />
      </SimpleGrid>
    </FormDialog>
  );
}
