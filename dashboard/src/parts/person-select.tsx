import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client.ts';
import { pickerStrings } from '../strings/picker.ts';
import { useFound } from './use-found.ts';

const PAUSE_MS = 250;

/** One principal, found by name or e-mail. */
export function PersonSelect(props: {
  label: string;
  description?: string;
  value: string | null;
  onChange: (id: string | null) => void;
  error?: string | undefined;
  readOnly?: boolean;
  placeholder?: string;
}) {
  const { value, onChange, readOnly = false, ...rest } = props;
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed, PAUSE_MS);
  const chosen = useQuery({
    queryKey: ['principals', 'name', value],
    enabled: value !== null,
    queryFn: () => api.get('/v1/principals/{id}', { params: { id: value as string } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const name = value === null ? null : { value, label: chosen.data?.display_name ?? value };
  const { found, isLoading } = useFound('principals', text === name?.label ? '' : text);
  const options = name && !found.some((option) => option.value === name.value) ? [name, ...found] : found;
  return (
    <Select
      {...rest}
      data={options}
      value={value}
      onChange={onChange}
      searchable
      clearable={!readOnly}
      readOnly={readOnly}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already, in more than the name.
      filter={({ options: all }) => all}
      nothingFoundMessage={isLoading ? pickerStrings.searching : pickerStrings.nothing}
      clearButtonProps={{ 'aria-label': pickerStrings.clear(props.label) }}
    />
  );
}
