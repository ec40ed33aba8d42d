import { Modal, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { faultOf, restOf } from '../../parts/faults.ts';
import { FormActions } from '../../parts/form-actions.tsx';
import { formatDate } from '../../parts/format.ts';
import { SendError } from '../../parts/send-error.tsx';
import { reportStrings } from '../../strings/reports.ts';
import { instantOf, type Period, PRESETS, type Preset, periodOf } from './period-of.ts';
import { ReportChoice } from './report-choice.tsx';

const { form: words, presets } = reportStrings;
const SHOWN = [
  ['type'],
  ['format'],
  ['period_start'],
  ['period_end'],
  ['filters', 'department'],
  ['filters', 'platform'],
  ['filters', 'classification'],
];

export function ReportForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [choice, setChoice] = useState({
    type: 'compliance_summary',
    format: 'pdf',
    department: '',
    platform: '',
    classification: '',
  });
  const [preset, setPreset] = useState<Preset>('last_quarter');
  const [period, setPeriod] = useState<Period>(() => periodOf('last_quarter', new Date()));
  const make = useMutation({
    mutationFn: () => {
      const { type, format, department, platform, classification } = choice;
      const now = new Date();
      const body = {
        type,
        format,
        period_start: instantOf(period.from, now),
        period_end: instantOf(period.to, now),
        filters: {
          department: department.trim() || null,
          platform: platform.trim() || null,
          classification: classification || null,
        },
      };
      return api.post('/v1/reports', { body: body as never });
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['reports'] });
      notifications.show({ message: words.asked });
      onClose();
    },
  });
  const choosePreset = (value: string | null) => {
    const chosen = (value ?? 'custom') as Preset;
    setPreset(chosen);
    if (chosen !== 'custom') setPeriod(periodOf(chosen, new Date()));
  };
  const startFault = faultOf(make.error, 'period_start');
  const endFault = faultOf(make.error, 'period_end');
  return (
    <Modal opened onClose={onClose} title={words.title} centered size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate();
        }}
      >
        <Stack>
          <ReportChoice
            choice={choice}
            onChange={(changes) => setChoice({ ...choice, ...changes })}
            error={make.error}
          >
            <Select
              label={words.period}
              data={PRESETS.map((value) => ({ value, label: presets[value] as string }))}
              value={preset}
              onChange={choosePreset}
              allowDeselect={false}
              {...(preset === 'custom' ? {} : { error: startFault ?? endFault })}
            />
            {preset === 'custom' ? (
              <SimpleGrid cols={{ base: 1, xs: 2 }}>
                <TextInput
                  type="date"
                  label={words.from}
                  required
                  value={period.from}
                  onChange={(event) => setPeriod({ ...period, from: event.currentTarget.value })}
                  error={startFault}
                />
                <TextInput
                  type="date"
                  label={words.to}
                  required
                  value={period.to}
                  onChange={(event) => setPeriod({ ...period, to: event.currentTarget.value })}
                  error={endFault}
                />
              </SimpleGrid>
            ) : (
              <Text size="sm" c="dimmed">
                {words.periodIs(formatDate(`${period.from}T00:00:00`), formatDate(`${period.to}T00:00:00`))}
              </Text>
            )}
          </ReportChoice>
          <SendError error={restOf(make.error, SHOWN)} />
          <FormActions submit={words.submit} isSending={make.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
