import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Names and what they are, as a list that a screen reader can walk. What is not known is left out. */
export function Facts(props: {
  items: readonly (readonly [string, ReactNode])[];
  /** One below the other, however much room there is. */
  single?: boolean;
}) {
  const { items, single = false } = props;
  return (
    <dl className={classes.facts} data-single={single}>
      {items
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([name, value]) => (
          <div key={name} className={classes.fact}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
