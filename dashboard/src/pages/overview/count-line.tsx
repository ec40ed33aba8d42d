import { Link } from '@tanstack/react-router';
import type { CSSProperties, ReactNode } from 'react';
import { formatNumber } from '../../parts/format.ts';
import { overviewStrings as strings } from '../../strings/overview.ts';
import classes from './overview.module.css';

/** A name, its number and the part of the whole that it is; leads to what it counts. */
export function CountLine(props: {
  label: ReactNode;
  /** The same in words. */
  name: string;
  count: number;
  of: number;
  color: string;
  to: string;
  search?: Record<string, string>;
}) {
  const { label, name, count, of, color, to, search = {} } = props;
  const width = of === 0 ? 0 : (100 * count) / of;
  return (
    <li>
      <Link
        to={to}
        search={search as never}
        className={classes.line}
        aria-label={strings.inInbox(name, formatNumber(count))}
      >
        <span>{label}</span>
        <strong className="numbers">{formatNumber(count)}</strong>
        <span className={classes.bar} style={{ '--bar-color': color } as CSSProperties}>
          <span style={{ width: `${width}%` }} />
        </span>
      </Link>
    </li>
  );
}
