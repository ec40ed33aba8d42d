import type { Item } from '@lapse/client';
import { Select, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { bindFields, optionsOf } from '../../parts/forms/bind-fields.ts';
import { faultOf, restOf } from '../../parts/forms/faults.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useChange } from '../../parts/forms/use-change.ts';
import { WhenFields, whenOf } from '../../parts/schedules/when-fields.tsx';
import { reportStrings } from '../../strings/reports.ts';
import { scheduleStrings } from '../../strings/schedules.ts';
import { choiceBody, choiceOf, ReportChoice } from './report-choice.tsx';

const { schedules: words, rules } = reportStrings;
const USUAL = ['0 6 1 * *', '0 6 * * 1', '0 6 * * *', '0 6 1 1,4,7,10 *'];
const NAMES = ['name', 'type', 'format', 'cron', 'time_zone', 'period_rule', 'recipients', 'filters'];
const SHOWN = NAMES.map((name) => [name]);

export type Schedule = Item<'/v1/reports/schedules'>;

/** A new schedule, or one that is changed. */
export function ScheduleForm({ schedule, onClose }: { schedule?: Schedule; onClose: () => void }) {
  const [choice, setChoice] = useState(() => choiceOf(schedule));
  const [fields, setFields] = useState({
    name: schedule?.name ?? '',
    ...whenOf(schedule, USUAL),
    period_rule: schedule?.period_rule ?? 'previous_month',
    recipients: schedule?.recipients ?? [],
  });
  const change = (changes: Partial<typeof fields>) => setFields({ ...fields, ...changes });
  const save = useChange({
    send: async () => {
      const body = { ...choiceBody(choice), ...fields } as never;
      if (schedule) await api.patch('/v1/reports/schedules/{id}', { params: { id: schedule.id }, body });
      else await api.post('/v1/reports/schedules', { body });
    },
    stale: ['reports'],
    onDone: onClose,
  });
  const { typed, given, chosen } = bindFields(fields, change, (name) => faultOf(save.error, name));
  return (
    <FormDialog
      title={schedule ? words.editTitle(schedule.name) : words.formTitle}
      size="lg"
      submit={schedule ? scheduleStrings.saveChanges : scheduleStrings.save}
      isSending={save.isPending}
      error={restOf(save.error, SHOWN)}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextInput label={words.name} required data-autofocus {...typed('name')} />
      <ReportChoice
        choice={choice}
        onChange={(changes) => setChoice({ ...choice, ...changes })}
        error={save.error}
      >
        <WhenFields draft={fields} usual={USUAL} error={save.error} onChange={change}>
          <Select label={words.rule} data={optionsOf(rules)} {...chosen('period_rule')} />
        </WhenFields>
        <TagsInput label={words.recipients} description={words.recipientsHint} {...given('recipients')} />
      </ReportChoice>
    </FormDialog>
  );
}
