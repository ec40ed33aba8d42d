import { EARLIEST, queryInstant, refuse } from '../../gateway/lists/instants.ts';
import type { Fault } from '../../platform/errors.ts';
import { DAY_MS, isoInstant } from '../../platform/iso-instant.ts';
import type { Window } from '../overview/figures.sql.ts';
import { PERIOD_DAYS } from './regret.rules.ts';

/** The period that a query asks for: half-open, the latest 90 days unless it says otherwise. */
export function readPeriod(query: { from?: string; to?: string }, now: number): Window {
  const faults: Fault[] = [];
  const to = query.to === undefined ? now : queryInstant('to', query.to, faults);
  const from =
    query.from === undefined
      ? Math.max(EARLIEST, to - PERIOD_DAYS * DAY_MS)
      : queryInstant('from', query.from, faults);
  if (query.from !== undefined && from >= to) {
    const msg = `expected an instant before ${query.to === undefined ? 'now, because `to` is not given' : '`to`'}`;
    faults.push({ loc: ['query', 'from'], msg, type: 'out_of_range' });
  }
  refuse(faults);
  return { from: isoInstant(from), to: isoInstant(to) };
}
