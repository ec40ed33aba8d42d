import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useState } from 'react';
import { api } from '../../api/client.ts';
import { filterStrings } from '../../strings/reviews.ts';

export interface Thing {
  kind: 'principal' | 'asset';
  id: string;
  name: string;
}

const TYPED_MS = 250;
const EACH_MAX = 8;

/** A field that finds principals or assets by name while one types. */
export function ThingSearch(props: {
  kinds: readonly Thing['kind'][];
  label: string;
  isLabelHidden?: boolean;
  description?: ReactNode;
  placeholder?: string;
  value: Thing | null;
  onChange: (thing: Thing | null) => void;
  error?: ReactNode;
  size?: string;
  w?: number;
  leftSection?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
  className?: string;
  isClearedOnChoice?: boolean;
}) {
  const {
    kinds,
    label,
    isLabelHidden = false,
    value,
    onChange,
    inputRef,
    isClearedOnChoice = false,
    ...rest
  } = props;
  const [typed, setTyped] = useState(value?.name ?? '');
  const [q] = useDebouncedValue(typed.trim(), TYPED_MS);
  const isSearching = q.length > 0 && q !== value?.name;
  const found = useQuery({
    queryKey: ['principals', 'find', kinds, q],
    enabled: isSearching,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => find(kinds, q, signal),
  });
  const things = isSearching ? (found.data ?? []) : [];
  const all = value && !things.some((each) => keyOf(each) === keyOf(value)) ? [value, ...things] : things;
  const groups = kinds.map((kind) => ({
    group: kind === 'principal' ? filterStrings.principals : filterStrings.assets,
    items: all.filter((each) => each.kind === kind).map((each) => ({ value: keyOf(each), label: each.name })),
  }));
  return (
    <Select
      {...rest}
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      ref={inputRef}
      searchable
      clearable={value !== null}
      data={kinds.length === 1 ? (groups[0]?.items ?? []) : groups.filter(({ items }) => items.length > 0)}
      value={value ? keyOf(value) : null}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage={
        !isSearching
          ? filterStrings.typeMore
          : found.isFetching
            ? filterStrings.searching
            : filterStrings.nothingFound
      }
      comboboxProps={{ withinPortal: true }}
      onChange={(key) => {
        const thing = all.find((each) => keyOf(each) === key) ?? null;
        onChange(thing);
        if (isClearedOnChoice) setTyped('');
      }}
    />
  );
}

const keyOf = ({ kind, id }: Thing): string => `${kind}:${id}`;

async function find(kinds: readonly Thing['kind'][], q: string, signal: AbortSignal): Promise<Thing[]> {
  const query = { q, limit: EACH_MAX };
  const [principals, assets] = await Promise.all([
    kinds.includes('principal') ? api.get('/v1/principals', { query, signal }) : null,
    kinds.includes('asset') ? api.get('/v1/assets', { query, signal }) : null,
  ]);
  const hint = (name: string, more: string | null) => (more ? `${name} (${more})` : name);
  return [
    ...(principals?.items ?? []).map(({ id, display_name, department }) => ({
      kind: 'principal' as const,
      id,
      name: hint(display_name, department),
    })),
    ...(assets?.items ?? []).map(({ id, name, platform }) => ({
      kind: 'asset' as const,
      id,
      name: hint(name, platform),
    })),
  ];
}
