import { Select } from '@mantine/core';
import { listStrings } from '../../strings/lists.ts';
import type { Sorting } from './list-head.tsx';

/** Sorting where there is no head to click on. */
export function SortSelect(props: {
  sorting: Sorting;
  options: readonly { sort: string; order: 'asc' | 'desc'; label: string }[];
}) {
  const { sorting, options } = props;
  const value = `${sorting.sort} ${sorting.order}`;
  return (
    <Select
      hiddenFrom="sm"
      aria-label={listStrings.sortBy}
      allowDeselect={false}
      value={value}
      data={options.map(({ sort, order, label }) => ({ value: `${sort} ${order}`, label }))}
      onChange={(chosen) => {
        const option = options.find(({ sort, order }) => `${sort} ${order}` === chosen);
        if (option) sorting.change(option);
      }}
      style={{ flex: '1 1 130px' }}
    />
  );
}
