import type { ReactNode } from 'react';
import classes from './card-row.module.css';
import { TwoLines } from './two-lines.tsx';

/** A row on a narrow screen: two lines, and what counts at the end. */
export function CardRow(props: { first: ReactNode; second: ReactNode; end: ReactNode }) {
  const { first, second, end } = props;
  return (
    <div className={classes.card}>
      <div className={classes.text}>
        <TwoLines first={first} second={second} />
      </div>
      <div className={classes.end}>{end}</div>
    </div>
  );
}
