import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { scheduleStrings as words } from '../../strings/schedules.ts';
import { bindFields } from '../forms/bind-fields.ts';
import { faultOf } from '../forms/faults.ts';
import { cronInWords } from './cron-in-words.ts';

const CUSTOM = 'custom';

export interface WhenDraft {
  cron: string;
  time_zone: string;
}

/** When a schedule runs, or what to begin with: the first of the usual ones, where the reader is. */
export const whenOf = (schedule: WhenDraft | undefined, usual: readonly string[]): WhenDraft => ({
  cron: schedule?.cron ?? (usual[0] as string),
  time_zone: schedule?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
});

/** When a schedule runs: one of the usual expressions in words, or any other as it is. */
export function WhenFields(props: {
  draft: WhenDraft;
  usual: readonly string[];
  error: unknown;
  onChange: (changes: Partial<WhenDraft>) => void;
  /** Stands beside the choice. */
  children: ReactNode;
}) {
  const { draft, usual, error, onChange, children } = props;
  const [chosen, setChosen] = useState(usual.includes(draft.cron) ? draft.cron : CUSTOM);
  const { typed } = bindFields({ ...draft }, onChange, (name) => faultOf(error, name));
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={words.when}
          data={[
            ...usual.map((value) => ({ value, label: cronInWords(value) })),
            { value: CUSTOM, label: words.custom },
          ]}
          value={chosen}
          onChange={(value) => {
            setChosen(value ?? CUSTOM);
            if (value && value !== CUSTOM) onChange({ cron: value });
          }}
          allowDeselect={false}
          {...(chosen === CUSTOM ? {} : { error: faultOf(error, 'cron') })}
        />
        {children}
      </SimpleGrid>
      {chosen === CUSTOM ? (
        <TextInput
          label={words.cron}
          description={`${words.cronHint} ${cronInWords(draft.cron)}`}
          {...typed('cron')}
          required
        />
      ) : null}
      <TextInput label={words.zone} {...typed('time_zone')} required />
    </>
  );
}
