import { Anchor } from '@mantine/core';
import { operationStrings } from '../strings/operations.ts';

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
