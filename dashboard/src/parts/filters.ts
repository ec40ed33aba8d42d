import { useNavigate, useSearch } from '@tanstack/react-router';

export type Filters = Record<string, string | undefined>;

/** Filters live in the address, so that what is shown can be linked to. An empty one is left out. */
export function useFilters<Name extends string>(
  names: readonly Name[],
): [Partial<Record<Name, string>>, (changes: Partial<Record<Name, string | null>>) => void] {
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const given = names.flatMap((name) => (search[name] ? [[name, search[name]]] : []));
  const change = (changes: Partial<Record<Name, string | null>>) => {
    const next = Object.entries({ ...search, ...changes }).filter(([, value]) => value);
    void navigate({ to: '.', search: Object.fromEntries(next) as Filters, replace: true });
  };
  return [Object.fromEntries(given) as Partial<Record<Name, string>>, change];
}
