import type { ReactNode } from 'react';
import classes from './two-lines.module.css';

/** What a row is about, and a smaller line under it. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <>
      <div className={classes.line}>{first}</div>
      <div className={`${classes.line} ${classes.second}`}>{second}</div>
    </>
  );
}
