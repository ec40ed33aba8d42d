import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';
import { type ListColumn, readHidden, shownColumns } from './columns.ts';

export interface ChosenColumns<Column> {
  all: readonly Column[];
  shown: Column[];
  hidden: string[];
  hide(hidden: string[]): void;
}

/** The columns of a list that somebody wants to see, remembered in this browser. */
// biome-ignore lint/suspicious/noExplicitAny: what a column says of a row is of no matter here.
export function useColumns<Column extends ListColumn<any>>(
  list: string,
  all: readonly Column[],
): ChosenColumns<Column> {
  const [kept, hide] = useLocalStorage<string[]>({
    key: `lapse-columns-${list}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  });
  const text = JSON.stringify(readHidden(kept));
  return useMemo(() => {
    const hidden = JSON.parse(text) as string[];
    return { all, shown: shownColumns(all, hidden), hidden, hide };
  }, [all, text, hide]);
}
