import { Select } from '@mantine/core';
import { formatNumber } from '../format.ts';

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
}) {
  const { label, value, options, onChange, width = 160 } = props;
  const isKnown = value === undefined || options.some((option) => option.value === value);
  const all = isKnown ? options : [{ value: value as string, label: value as string }, ...options];
  return (
    <Select
      aria-label={label}
      placeholder={label}
      value={value ?? null}
      onChange={onChange}
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
