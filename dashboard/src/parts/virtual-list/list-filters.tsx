import { Button, CloseButton, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { listStrings } from '../../strings/lists.ts';
import { SmallButton } from '../buttons.tsx';
import { unknownOf } from '../filter-fields.tsx';
import { formatNumber } from '../format.ts';
import { Empty } from '../query-state.tsx';
import type { Sorting } from './list-head.tsx';

/** Search and filters above a list; on a narrow screen the filters wait behind a button, so that the list has room. */
export function ListFilters(props: {
  words: { search: string; searchHint: string };
  filters: Readonly<Record<string, string | undefined>>;
  onSearch: (q: string | null) => void;
  children: ReactNode;
}) {
  const { words, filters, onSearch, children } = props;
  const { q, ...others } = filters;
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Group gap="sm" component="search">
      <SearchField label={words.search} placeholder={words.searchHint} value={q} onChange={onSearch} />
      {isNarrow ? (
        <Button
          variant="default"
          aria-expanded={isOpen}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={toggle}
        >
          {listStrings.filters(Object.keys(others).length)}
        </Button>
      ) : null}
      {!isNarrow || isOpen ? children : null}
    </Group>
  );
}

const TYPED_MS = 250;

/** What is typed becomes a filter when the typing rests. */
function SearchField(props: {
  label: string;
  placeholder: string;
  value: string | undefined;
  onChange(value: string | null): void;
}) {
  const { label, placeholder, value, onChange } = props;
  const [text, setText] = useState(value ?? '');
  const [sent, setSent] = useState(value ?? '');
  const send = useDebouncedCallback((next: string) => {
    setSent(next.trim());
    onChange(next.trim() || null);
  }, TYPED_MS);
  // The address changed by other means: a link, going back, clearing all filters.
  useEffect(() => {
    if ((value ?? '') === sent) return;
    setSent(value ?? '');
    setText(value ?? '');
  }, [value, sent]);
  const type = (next: string) => {
    setText(next);
    send(next);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      maxLength={200}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text === '' ? null : (
          <CloseButton size="sm" aria-label={listStrings.clearSearch} onClick={() => type('')} />
        )
      }
      style={{ flex: '1 1 220px' }}
    />
  );
}

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

const STALE_MS = 10 * 60_000;

/** What lists can be filtered by. */
export function useFacets() {
  const { data } = useQuery({
    queryKey: ['facets'],
    queryFn: () => api.get('/v1/directory/facets'),
    staleTime: STALE_MS,
  });
  return data;
}

export const facetOptions = (
  facets: readonly { value: string; count: number }[] | undefined,
  names: Readonly<Record<string, string>> = {},
): FilterOption[] =>
  (facets ?? []).map(({ value, count }) => ({ value, label: names[value] ?? value, count }));

interface Words {
  none: string;
  noneHint: string;
  noneMatch: string;
  noneMatchHint: string;
}

/** Nothing at all, or nothing that matches: two different things to do. */
export function ListEmpty(props: { words: Words; isFiltered: boolean; onClear: () => void }) {
  const { words, isFiltered, onClear } = props;
  if (!isFiltered) return <Empty title={words.none}>{words.noneHint}</Empty>;
  return (
    <Empty
      title={words.noneMatch}
      action={
        <SmallButton mt="xs" onClick={onClear}>
          {listStrings.clearFilters}
        </SmallButton>
      }
    >
      {words.noneMatchHint}
    </Empty>
  );
}
