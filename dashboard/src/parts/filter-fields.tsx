import { Anchor, Autocomplete, CloseButton, Pill, Select } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { operationStrings } from '../strings/operations.ts';

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

const TYPED_MS = 250;

/** Text that is looked for when the typing pauses. */
export function TypedFilter(props: {
  label: string;
  value: string | undefined;
  onChange: (value: string | null) => void;
  suggestions?: string[];
  w?: number;
}) {
  const { label, value = '', onChange, suggestions = [], w = 100 } = props;
  const [text, setText] = useState(value);
  const search = useDebouncedCallback((typed: string) => onChange(typed.trim() || null), TYPED_MS);
  // Cleared from elsewhere, or the address was changed.
  useEffect(() => setText(value), [value]);
  return (
    <Autocomplete
      label={label}
      placeholder={operationStrings.any}
      data={suggestions}
      value={text}
      onChange={(typed) => {
        setText(typed);
        search(typed);
      }}
      w={w}
    />
  );
}

/** A filter that only a link or a search sets, with the way to take it off. */
export function FilterPill(props: { text: string; remove: string; onRemove: () => void }) {
  const { text, remove, onRemove } = props;
  return (
    <Pill size="md" component="span">
      {text} <CloseButton size={18} aria-label={remove} onClick={onRemove} />
    </Pill>
  );
}

/** Beside filters of which some are set. */
export function ClearFilters<Name extends string>(props: {
  filters: Partial<Record<Name, string>>;
  onChange: (changes: Partial<Record<Name, null>>) => void;
}) {
  const names = Object.keys(props.filters) as Name[];
  if (names.length === 0) return null;
  const none = Object.fromEntries(names.map((name) => [name, null])) as Partial<Record<Name, null>>;
  return (
    <Anchor component="button" type="button" size="sm" pb={8} onClick={() => props.onChange(none)}>
      {operationStrings.clear}
    </Anchor>
  );
}

export const unknownText = (value: string): string => operationStrings.unknown(value);

/** What to say below a field whose value, from the address, is none of its choices; null when it is. */
export function unknownOf(
  choices: readonly (string | { value: string })[],
  value: string | undefined,
): string | null {
  const isKnown = choices.some((each) => (typeof each === 'string' ? each : each.value) === value);
  return value === undefined || isKnown ? null : unknownText(value);
}
