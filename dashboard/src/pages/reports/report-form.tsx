import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { formatDate } from '../../parts/format.ts';
import { faultOf, restOf } from '../../parts/forms/faults.ts';
import { FormDialog } from '../../parts/forms/form-dialog.tsx';
import { useChange } from '../../parts/forms/use-change.ts';
import { Hint } from '../../parts/text.ts';
import { reportStrings } from '../../strings/reports.ts';
import { instantOf, type Period, PRESETS, type Preset, periodOf } from './period-of.ts';
import { choiceBody, choiceOf, ReportChoice } from './report-choice.tsx';

const { form: words, presets } = reportStrings;
const SHOWN = [
  ...['type', 'format', 'period_start', 'period_end'].map((name) => [name]),
  ...['department', 'platform', 'classification'].map((name) => ['filters', name]),
];

export function ReportForm({ onClose }: { onClose: () => void }) {
  const [choice, setChoice] = useState(choiceOf);
  const [preset, setPreset] = useState<Preset>('last_quarter');
  const [period, setPeriod] = useState<Period>(() => periodOf('last_quarter', new Date()));
  const make = useChange({
    send: () => {
      const now = new Date();
      const body = {
        ...choiceBody(choice),
        period_start: instantOf(period.from, now),
        period_end: instantOf(period.to, now),
      };
      return api.post('/v1/reports', { body: body as never });
    },
    stale: ['reports'],
    done: words.asked,
    onDone: onClose,
  });
  const choosePreset = (value: string | null) => {
    const chosen = (value ?? 'custom') as Preset;
    setPreset(chosen);
    if (chosen !== 'custom') setPeriod(periodOf(chosen, new Date()));
  };
  const faults = { from: faultOf(make.error, 'period_start'), to: faultOf(make.error, 'period_end') };
  return (
    <FormDialog
      title={words.title}
      size="lg"
      submit={words.submit}
      isSending={make.isPending}
      error={restOf(make.error, SHOWN)}
      onSubmit={() => make.mutate()}
      onClose={onClose}
    >
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
          {...(preset === 'custom' ? {} : { error: faults.from ?? faults.to })}
        />
        {preset === 'custom' ? (
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {(['from', 'to'] as const).map((end) => (
              <TextInput
                key={end}
                type="date"
                label={words[end]}
                required
                value={period[end]}
                onChange={(event) => setPeriod({ ...period, [end]: event.currentTarget.value })}
                error={faults[end]}
              />
            ))}
          </SimpleGrid>
        ) : (
          <Hint>
            {words.periodIs(formatDate(`${period.from}T00:00:00`), formatDate(`${period.to}T00:00:00`))}
          </Hint>
        )}
      </ReportChoice>
    </FormDialog>
  );
}
