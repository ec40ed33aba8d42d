import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { listStrings } from '../../strings/lists.ts';

const TYPED_MS = 250;

/** What is typed becomes a filter when the typing rests. */
export function SearchField(props: {
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
