import { Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { faultOf } from '../../parts/faults.ts';
import { operationStrings } from '../../strings/operations.ts';
import { reportStrings } from '../../strings/reports.ts';

const { form: words, types, typeHints, formats } = reportStrings;
const CLASSIFICATIONS = ['public', 'internal', 'confidential', 'pii'];

export interface Choice {
  type: string;
  format: string;
  department: string;
  platform: string;
  classification: string;
}

/** What a report is of, and about which rows; what a report and a schedule have in common. */
export function ReportChoice(props: {
  choice: Choice;
  onChange: (changes: Partial<Choice>) => void;
  error: unknown;
  children: ReactNode;
}) {
  const { choice, onChange, error, children } = props;
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={words.type}
          description={typeHints[choice.type]}
          data={Object.entries(types).map(([value, label]) => ({ value, label }))}
          value={choice.type}
          onChange={(type) => onChange({ type: type ?? choice.type })}
          allowDeselect={false}
          error={faultOf(error, 'type')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
        <Select
          label={words.format}
          data={Object.entries(formats).map(([value, label]) => ({ value, label }))}
          value={choice.format}
          onChange={(format) => onChange({ format: format ?? choice.format })}
          allowDeselect={false}
          error={faultOf(error, 'format')}
        />
      </SimpleGrid>
      {children}
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <TextInput
          label={words.department}
          placeholder={operationStrings.any}
          value={choice.department}
          onChange={(event) => onChange({ department: event.currentTarget.value })}
          error={faultOf(error, 'filters', 'department')}
        />
        <TextInput
          label={words.platform}
          placeholder={operationStrings.any}
          value={choice.platform}
          onChange={(event) => onChange({ platform: event.currentTarget.value })}
          error={faultOf(error, 'filters', 'platform')}
        />
        <Select
          label={words.classification}
          placeholder={operationStrings.any}
          data={CLASSIFICATIONS}
          value={choice.classification || null}
          onChange={(classification) => onChange({ classification: classification ?? '' })}
          clearable
          error={faultOf(error, 'filters', 'classification')}
        />
      </SimpleGrid>
      <Text size="xs" c="dimmed">
        {words.only}
      </Text>
    </Stack>
  );
}
