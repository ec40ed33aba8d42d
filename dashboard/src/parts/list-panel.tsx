import { useDisclosure } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AddButton } from './buttons.tsx';
import { Panel } from './panel.tsx';
import { Empty, QueryState } from './query-state.tsx';
import { TableBox } from './table-box.tsx';

/** A short list of things that are set up, with the way to one more. */
export function ListPanel<T>(props: {
  words: {
    title: string;
    description: string;
    add: string;
    none: string;
    noneHint: string;
    columns: readonly string[];
  };
  query: UseQueryResult<{ items: T[] }>;
  row: (item: T) => ReactNode;
  /** Left out for those who may not add one. */
  form?: ((close: () => void) => ReactNode) | undefined;
  /** Adding one is what the page is for. */
  isMain?: boolean;
}) {
  const { words, query, row, form, isMain = false } = props;
  const [isAdding, { open, close }] = useDisclosure(false);
  const add = form ? (
    <AddButton {...(isMain ? {} : { variant: 'default' })} onClick={open}>
      {words.add}
    </AddButton>
  ) : null;
  return (
    <Panel title={words.title} description={words.description} actions={add} bare>
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={words.none}>{words.noneHint}</Empty>
          ) : (
            <TableBox label={words.title} columns={words.columns} minWidth={760}>
              {items.map(row)}
            </TableBox>
          )
        }
      </QueryState>
      {isAdding ? form?.(close) : null}
    </Panel>
  );
}
