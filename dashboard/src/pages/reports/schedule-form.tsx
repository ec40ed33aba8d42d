import type { Item } from '@lapse/client';
import { Modal, Select, SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { faultOf, restOf } from '../../parts/faults.ts';
import { FormActions } from '../../parts/form-actions.tsx';
import { SendError } from '../../parts/send-error.tsx';
import { reportStrings } from '../../strings/reports.ts';
import { cronInWords } from './cron-in-words.ts';
import { type Choice, ReportChoice } from './report-choice.tsx';

const { schedules: words, rules } = reportStrings;
const USUAL = ['0 6 1 * *', '0 6 * * 1', '0 6 * * *', '0 6 1 1,4,7,10 *'];
const CUSTOM = 'custom';
const SHOWN = [
  ['name'],
  ['type'],
  ['format'],
  ['cron'],
  ['time_zone'],
  ['period_rule'],
  ['recipients'],
  ['filters'],
];

export type Schedule = Item<'/v1/reports/schedules'>;

/** A new schedule, or one that is changed. */
export function ScheduleForm({ schedule, onClose }: { schedule?: Schedule; onClose: () => void }) {
  const client = useQueryClient();
  const [name, setName] = useState(schedule?.name ?? '');
  const [choice, setChoice] = useState<Choice>({
    type: schedule?.type ?? 'compliance_summary',
    format: schedule?.format ?? 'pdf',
    department: schedule?.filters.department ?? '',
    platform: schedule?.filters.platform ?? '',
    classification: schedule?.filters.classification ?? '',
  });
  const [cron, setCron] = useState(schedule?.cron ?? (USUAL[0] as string));
  const [usual, setUsual] = useState(USUAL.includes(cron) ? cron : CUSTOM);
  const [zone, setZone] = useState(schedule?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [rule, setRule] = useState<string>(schedule?.period_rule ?? 'previous_month');
  const [recipients, setRecipients] = useState<string[]>(schedule?.recipients ?? []);
  const save = useMutation({
    mutationFn: async () => {
      const { type, format, department, platform, classification } = choice;
      const filters = {
        department: department.trim() || null,
        platform: platform.trim() || null,
        classification: classification || null,
      };
      const body = { name, type, format, filters, cron, time_zone: zone, period_rule: rule, recipients };
      if (schedule) {
        const params = { id: schedule.id };
        await api.patch('/v1/reports/schedules/{id}', { params, body: body as never });
      } else await api.post('/v1/reports/schedules', { body: body as never });
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['reports'] });
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={schedule ? words.editTitle(schedule.name) : words.formTitle}
      centered
      size="lg"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Stack>
          <TextInput
            label={words.name}
            required
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={faultOf(save.error, 'name')}
          />
          <ReportChoice
            choice={choice}
            onChange={(changes) => setChoice({ ...choice, ...changes })}
            error={save.error}
          >
            <SimpleGrid cols={{ base: 1, xs: 2 }}>
              <Select
                label={words.when}
                data={[
                  ...USUAL.map((value) => ({ value, label: cronInWords(value) })),
                  { value: CUSTOM, label: words.custom },
                ]}
                value={usual}
                onChange={(value) => {
                  setUsual(value ?? CUSTOM);
                  if (value && value !== CUSTOM) setCron(value);
                }}
                allowDeselect={false}
                {...(usual === CUSTOM ? {} : { error: faultOf(save.error, 'cron') })}
              />
              <Select
                label={words.rule}
                data={Object.entries(rules).map(([value, label]) => ({ value, label }))}
                value={rule}
                onChange={(value) => setRule(value ?? rule)}
                allowDeselect={false}
                error={faultOf(save.error, 'period_rule')}
              />
            </SimpleGrid>
            {usual === CUSTOM ? (
              <TextInput
                label={words.cron}
                description={`${words.cronHint} ${cronInWords(cron)}`}
                value={cron}
                onChange={(event) => setCron(event.currentTarget.value)}
                error={faultOf(save.error, 'cron')}
                required
              />
            ) : null}
            <TextInput
              label={words.zone}
              value={zone}
              onChange={(event) => setZone(event.currentTarget.value)}
              error={faultOf(save.error, 'time_zone')}
              required
            />
            <TagsInput
              label={words.recipients}
              description={words.recipientsHint}
              value={recipients}
              onChange={setRecipients}
              error={faultOf(save.error, 'recipients')}
            />
          </ReportChoice>
          <SendError error={restOf(save.error, SHOWN)} />
          <FormActions
            submit={schedule ? words.saveChanges : words.save}
            isSending={save.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
