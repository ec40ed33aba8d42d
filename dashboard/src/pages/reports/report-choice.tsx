import { Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { bindFields, optionsOf } from '../../parts/forms/bind-fields.ts';
import { faultOf } from '../../parts/forms/faults.ts';
import { Small } from '../../parts/text.ts';
import { operationStrings } from '../../strings/operations.ts';
import { reportStrings } from '../../strings/reports.ts';

const { form: words, types, typeHints, formats } = reportStrings;
const CLASSIFICATIONS = ['public', 'internal', 'confidential', 'pii'];

export interface Choice {
  type: string;
  format: string;
  department: string;
  platform: string;
  classification: string | null;
}

/** The choice that a schedule has made, or one to begin with. */
export const choiceOf = (schedule?: {
  type: string;
  format: string;
  filters: Partial<Record<'department' | 'platform' | 'classification', string | null>>;
}): Choice => ({
  type: schedule?.type ?? 'compliance_summary',
  format: schedule?.format ?? 'pdf',
  department: schedule?.filters.department ?? '',
  platform: schedule?.filters.platform ?? '',
  classification: schedule?.filters.classification ?? null,
});

/** As the API takes it. */
export const choiceBody = ({ type, format, department, platform, classification }: Choice) => ({
  type,
  format,
  filters: { department: department.trim() || null, platform: platform.trim() || null, classification },
});

/** What a report is of, and about which rows; what a report and a schedule have in common. */
export function ReportChoice(props: {
  choice: Choice;
  onChange: (changes: Partial<Choice>) => void;
  error: unknown;
  children: ReactNode;
}) {
  const { choice, onChange, error, children } = props;
  const { chosen } = bindFields(choice, onChange, (name) => faultOf(error, name));
  const { typed, given } = bindFields(choice, onChange, (name) => faultOf(error, 'filters', name));
  const any = { placeholder: operationStrings.any };
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={words.type}
          description={typeHints[choice.type]}
          data={optionsOf(types)}
          {...chosen('type')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <Select label={words.format} data={optionsOf(formats)} {...chosen('format')} />
      </SimpleGrid>
      {children}
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput label={words.department} {...any} {...typed('department')} />
        <TextInput label={words.platform} {...any} {...typed('platform')} />
        <Select
          label={words.classification}
          {...any}
          data={CLASSIFICATIONS}
          {...given('classification')}
          clearable
        />
      </SimpleGrid>
      <Small>{words.only}</Small>
    </Stack>
  );
}
