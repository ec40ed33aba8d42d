import { CloseButton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { listStrings } from '../../strings/lists.ts';
import { formatNumber } from '../format.ts';
import classes from './bulk-bar.module.css';

/** What may be done with the rows that are selected, in sight while they scroll; nothing while none is. */
export function BulkBar(props: {
  label: string;
  selected: number;
  onClear: () => void;
  /** At the bottom where the head of a table stays at the top. */
  at: 'top' | 'bottom';
  children: ReactNode;
}) {
  const { label, selected, onClear, at, children } = props;
  if (selected === 0) return null;
  return (
    <section className={classes.bar} data-at={at} aria-label={label}>
      <Text size="sm" role="status">
        {listStrings.selected(formatNumber(selected))}
      </Text>
      {children}
      <CloseButton ml="auto" aria-label={listStrings.clearSelection} onClick={onClear} />
    </section>
  );
}
