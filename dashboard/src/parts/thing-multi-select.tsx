import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { pickerStrings } from '../strings/picker.ts';
import { type Thing, useThings } from './find-things.ts';

const TYPED_MS = 250;

/** Several principals or assets, found by name. */
export function ThingMultiSelect(props: {
  kind: Thing['kind'];
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
  const [text] = useDebouncedValue(typed, TYPED_MS);
  const { things, isLoading } = useThings([kind], text, isWanted);
  const [chosen, setChosen] = useState<readonly Thing[]>([]);
  const known = [...chosen.filter(({ id }) => !things.some((each) => each.id === id)), ...things];
  return (
    <MultiSelect
      {...rest}
      data={known.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={(ids) => {
        setChosen(known.filter(({ id }) => ids.includes(id)));
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
