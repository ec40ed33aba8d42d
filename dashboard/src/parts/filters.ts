import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';

export type Filters = Record<string, string | undefined>;

export type ChangeFilters<Name extends string> = (
  changes: Partial<Record<Name, string | null>>,
  /** `typed`: letter by letter, which is one step back and not one for each; `replace`: none. */
  how?: 'chosen' | 'typed' | 'replace',
) => void;

/** What a field needs that shows and sets one of the filters. */
export type BindFilter<Name extends string> = (
  name: Name,
  how?: 'chosen' | 'typed',
) => { value: string | undefined; onChange: (value: string | null) => void };

/** Filters live in the address, so that what is shown can be linked to and gone back to. An empty one is left out. */
export function useFilters<Name extends string>(
  names: readonly Name[],
): [Partial<Record<Name, string>>, ChangeFilters<Name>, BindFilter<Name>] {
  const search: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const given = names.flatMap((name) => (search[name] ? [[name, search[name]]] : []));
  const lastTyped = useRef<string | null>(null);
  const change: ChangeFilters<Name> = (changes, how = 'chosen') => {
    const typed = how === 'typed' ? Object.keys(changes).join() : null;
    const replace = how === 'replace' || (typed !== null && typed === lastTyped.current);
    lastTyped.current = typed;
    const next = Object.entries({ ...search, ...changes }).filter(([, value]) => value);
    void navigate({ to: '.', search: Object.fromEntries(next) as Filters, replace });
  };
  const filters = Object.fromEntries(given) as Partial<Record<Name, string>>;
  const bind: BindFilter<Name> = (name, how) => ({
    value: filters[name],
    onChange: (value) => change({ [name]: value } as Partial<Record<Name, string | null>>, how),
  });
  return [filters, change, bind];
}

/** What a saved view keeps of the address, and how it is put back: filters that it has not are off. */
export function viewsOf<Name extends string>(
  names: readonly Name[],
  filters: Filters,
  change: ChangeFilters<Name>,
): { filters: Filters; onChoose: (filters: Readonly<Filters>) => void } {
  const pick = (from: Readonly<Filters>) =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null])) as Record<Name, string | null>;
  return { filters, onChoose: (chosen) => change(pick(chosen)) };
}
