import { Select } from '@mantine/core';
import { useDebouncedValue, useMergedRef } from '@mantine/hooks';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { pickerStrings } from '../strings/picker.ts';
import { type Thing, useThings } from './find-things.ts';

const TYPED_MS = 250;

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
  readOnly?: boolean;
  size?: string;
  leftSection?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
  isClearedOnChoice?: boolean;
  /** Of principals: only people who are enabled. */
  isPerson?: boolean;
}) {
  const {
    kinds,
    label,
    isLabelHidden = false,
    value,
    onChange,
    inputRef,
    isClearedOnChoice = false,
    isPerson = false,
    ...rest
  } = props;
  const [typed, setTyped] = useState(value?.name ?? '');
  const input = useRef<HTMLInputElement>(null);
  const leave = () => requestAnimationFrame(() => input.current?.blur());
  const [text] = useDebouncedValue(typed.trim(), TYPED_MS);
  const isSearching = text.length > 0 && text !== value?.name;
  const { things, isLoading } = useThings(kinds, text, isSearching, { isPerson });
  const all = value && !things.some((each) => keyOf(each) === keyOf(value)) ? [value, ...things] : things;
  const groups = kinds.map((kind) => ({
    group: pickerStrings.kinds[kind],
    items: all.filter((each) => each.kind === kind).map((each) => ({ value: keyOf(each), label: each.name })),
  }));
  return (
    <Select
      {...rest}
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      ref={useMergedRef(input, inputRef)}
      searchable
      clearable={value !== null && !rest.readOnly}
      data={kinds.length === 1 ? (groups[0]?.items ?? []) : groups.filter(({ items }) => items.length > 0)}
      value={value ? keyOf(value) : null}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already, in more than the name.
      filter={({ options }) => options}
      nothingFoundMessage={
        !isSearching ? pickerStrings.type : isLoading ? pickerStrings.searching : pickerStrings.nothing
      }
      clearButtonProps={{ 'aria-label': pickerStrings.clear(label) }}
      onChange={(key) => {
        onChange(all.find((each) => keyOf(each) === key) ?? null);
        if (!isClearedOnChoice) return;
        setTyped('');
        // What was looked for is found: the next key is a shortcut again, not a letter of another name.
        leave();
      }}
      onKeyDown={(event) => {
        if (!isClearedOnChoice || event.key !== 'Escape') return;
        setTyped('');
        leave();
      }}
    />
  );
}

const keyOf = ({ kind, id }: Thing): string => `${kind}:${id}`;
