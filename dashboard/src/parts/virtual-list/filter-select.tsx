import { Select } from '@mantine/core';
import { formatNumber } from '../format.ts';
import { unknownOf } from '../unknown-filter.ts';

export interface FilterOption {
  value: string;
  label: string;
  count?: number;
}

/** One filter of a list: any, or one of what there is. */
export function FilterSelect(props: {
  label: string;
  value: string | undefined;
  options: readonly FilterOption[];
  onChange(value: string | null): void;
  width?: number;
  /** There are no others than these, so that another one in the address is a mistake. */
  isClosed?: boolean;
}) {
  const { label, value, options, onChange, width = 160, isClosed = false } = props;
  const isKnown = value === undefined || options.some((option) => option.value === value);
  const all = isKnown ? options : [{ value: value as string, label: value as string }, ...options];
  return (
    <Select
      aria-label={label}
      placeholder={label}
      value={value ?? null}
      onChange={onChange}
      error={isClosed ? unknownOf(options, value) : null}
      clearable
      searchable={all.length > 8}
      data={all.map(({ value: each, label: text, count }) => ({
        value: each,
        label: count === undefined ? text : `${text} (${formatNumber(count)})`,
      }))}
      style={{ flex: `1 1 ${width}px`, maxWidth: 260 }}
      clearButtonProps={{ 'aria-label': `${label}: ×` }}
    />
  );
}
