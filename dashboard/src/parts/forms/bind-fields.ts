import type { ChangeEvent } from 'react';

/** The choices of a field, from their words by value. */
export const optionsOf = (words: Readonly<Record<string, string>>): { value: string; label: string }[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** For the inputs of a form, by the name of the field: what stands in it, how it changes, and what is wrong with it. */
export function bindFields<Fields extends object>(
  fields: Fields,
  change: (changes: Partial<Fields>) => void,
  faultOf: (name: string) => string | undefined,
) {
  type Name = keyof Fields & string;
  const bound = <N extends Name>(name: N) => ({ value: fields[name], error: faultOf(name) });
  const set = (name: Name, value: unknown) => change({ [name]: value } as Partial<Fields>);
  return {
    /** Into which one types. */
    typed: <N extends Name>(name: N) => ({
      ...bound(name),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        set(name, event.currentTarget.value),
    }),
    /** That answers with its value, which `read` may turn into the field's. */
    given: <N extends Name>(name: N, read: (value: unknown) => unknown = (value) => value) => ({
      ...bound(name),
      onChange: (value: unknown) => set(name, read(value)),
    }),
    /** Of which one is always chosen. */
    chosen: <N extends Name>(name: N) => ({
      ...bound(name),
      allowDeselect: false,
      onChange: (value: string | null) => value !== null && set(name, value),
    }),
  };
}
