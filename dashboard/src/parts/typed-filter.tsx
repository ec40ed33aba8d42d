import { Autocomplete } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { operationStrings } from '../strings/operations.ts';

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
