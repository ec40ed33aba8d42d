import { Select } from '@mantine/core';
import { operationStrings } from '../strings/operations.ts';
import { unknownOf } from './unknown-filter.ts';

/** One of what there is, or any. */
export function AnySelect(props: {
  label: string;
  /** In words by value, or the values alone. */
  of: Readonly<Record<string, string>> | readonly string[];
  value: string | undefined;
  onChange: (value: string | null) => void;
  searchable?: boolean;
  w: number;
}) {
  const { of, value, ...rest } = props;
  const data = Array.isArray(of) ? of : Object.entries(of).map(([each, label]) => ({ value: each, label }));
  return (
    <Select
      {...rest}
      placeholder={operationStrings.any}
      data={data}
      value={value ?? null}
      error={unknownOf(data, value)}
      clearable
    />
  );
}
