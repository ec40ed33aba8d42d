import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { pickerStrings } from '../strings/picker.ts';
import { type Option, useFound } from './use-found.ts';

const PAUSE_MS = 250;

/** Several principals or assets, found by name. */
export function ThingMultiSelect(props: {
  kind: 'principals' | 'assets';
  label: string;
  description?: string;
  placeholder?: string;
  error?: string | undefined;
  value: string[];
  onChange: (ids: string[]) => void;
}) {
  const { kind, value, onChange, ...rest } = props;
  const [typed, setTyped] = useState('');
  const [isWanted, setIsWanted] = useState(false);
  const [text] = useDebouncedValue(typed, PAUSE_MS);
  const { found, isLoading } = useFound(kind, text, isWanted);
  const [chosen, setChosen] = useState<readonly Option[]>([]);
  const known = [...chosen.filter((option) => !found.some((each) => each.value === option.value)), ...found];
  return (
    <MultiSelect
      {...rest}
      data={known}
      value={value}
      onChange={(ids) => {
        setChosen(known.filter((option) => ids.includes(option.value)));
        onChange(ids);
      }}
      onFocus={() => setIsWanted(true)}
      searchable
      clearable
      hidePickedOptions
      maxDropdownHeight={220}
      searchValue={typed}
      onSearchChange={setTyped}
      // The server has searched already, in more than the name.
      filter={({ options }) =>
        options.filter((option) => 'value' in option && !value.includes(option.value as string))
      }
      nothingFoundMessage={isLoading ? pickerStrings.searching : pickerStrings.nothing}
      clearButtonProps={{ 'aria-label': pickerStrings.clear(props.label) }}
    />
  );
}
