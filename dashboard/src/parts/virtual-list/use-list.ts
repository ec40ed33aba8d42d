import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type BindFilter, type ChangeFilters, type Filters, useFilters, viewsOf } from '../filters.ts';
import type { Sorting } from './list-head.tsx';
import type { Order } from './row-pages.ts';

/** Filters and order of a list, in the address, and the way to one of its rows. */
export function useList<Name extends string>(
  names: readonly Name[],
  first: { sort: string; order: Order },
): {
  filters: Partial<Record<Name, string>>;
  change: ChangeFilters<Name>;
  bind: BindFilter<Name>;
  clear: () => void;
  /** The same as a saved view has it, with the order. */
  views: { filters: Filters; onChoose: (filters: Readonly<Filters>) => void };
  sorting: Sorting;
  open: (kind: 'principals' | 'assets', id: string, inNewTab: boolean) => void;
} {
  const [filters, changeAny, bind] = useFilters<string>([...names, 'sort', 'order']);
  const navigate = useNavigate();
  const { sort = first.sort, order = first.order, ...rest } = filters;
  const sorting = useMemo(
    (): Sorting => ({
      sort,
      order: order === 'desc' ? 'desc' : 'asc',
      change: (next) => {
        const isFirst = next.sort === first.sort && next.order === first.order;
        changeAny(isFirst ? { sort: null, order: null } : next);
      },
    }),
    [sort, order, first.sort, first.order, changeAny],
  );
  return {
    filters: rest as Partial<Record<Name, string>>,
    change: changeAny,
    bind,
    clear: () => changeAny(Object.fromEntries(names.map((name) => [name, null]))),
    views: viewsOf([...names, 'sort', 'order'], filters, changeAny),
    sorting,
    open: (kind, id, inNewTab) => {
      if (inNewTab) window.open(`/${kind}/${encodeURIComponent(id)}`, '_blank', 'noopener');
      else void navigate({ to: kind === 'principals' ? '/principals/$id' : '/assets/$id', params: { id } });
    },
  };
}
