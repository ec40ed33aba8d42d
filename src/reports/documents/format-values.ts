import { DAY_MS } from '../../platform/iso-instant.ts';
import type { Cell, ColumnKind } from '../content.rules.ts';
import type { KeyFigure } from '../summary/compliance-summary.rules.ts';

/** How values are written in documents. Instants are always UTC, in an order nobody can mistake. */

// biome-ignore format: a list of words
export const MONTHS = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November',
  'December',
];

export const NOTHING = '–';

export const count = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 }).format;
export const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 }).format;
export const oneDecimal = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
}).format;

export function share(value: number): string {
  return `${oneDecimal(value * 100)} %`;
}

/** 2026-10-01 13:45; UTC is said once, in the head of the column. */
export function shortInstant(instant: string): string {
  const time = new Date(instant);
  return Number.isNaN(time.getTime()) ? instant : time.toISOString().slice(0, 16).replace('T', ' ');
}

/** 2026-10-01 13:45:07, in rows: two entries of one minute are told apart. */
function exactInstant(instant: string): string {
  const time = new Date(instant);
  return Number.isNaN(time.getTime()) ? instant : time.toISOString().slice(0, 19).replace('T', ' ');
}

/** 1 October 2026, 13:45 UTC. */
export function longInstant(instant: string): string {
  const time = new Date(instant);
  if (Number.isNaN(time.getTime())) {
    return instant;
  }
  const iso = time.toISOString();
  const seconds = time.getTime() % 60_000 === 0 ? '' : iso.slice(16, 19);
  return `${longDay(time)}, ${iso.slice(11, 16)}${seconds} UTC`;
}

function longDay(time: Date): string {
  return `${time.getUTCDate()} ${MONTHS[time.getUTCMonth()]} ${time.getUTCFullYear()}`;
}

/** Whole days read as days, both included; anything else as the two instants. */
export function periodText(start: string, end: string): string {
  const [from, to] = [new Date(start), new Date(end)];
  if (from.getTime() % DAY_MS === 0 && to.getTime() % DAY_MS === 0 && to > from) {
    const last = new Date(to.getTime() - DAY_MS);
    return `${longDay(from)} to ${longDay(last)}`;
  }
  return `${longInstant(start)} to ${longInstant(end)}`;
}

export function cellText(cell: Cell, kind: ColumnKind): string {
  if (cell === null || cell === undefined || cell === '') {
    return NOTHING;
  }
  if (typeof cell === 'boolean') {
    return cell ? 'Yes' : 'No';
  }
  if (typeof cell === 'number') {
    return kind === 'integer' ? count(cell) : decimal(cell);
  }
  return kind === 'instant' ? exactInstant(cell) : cell;
}

const UNITS: Record<KeyFigure['unit'], string> = { count: '', percent: ' %', hours: ' h', days: ' d' };

export function figure(value: number | null, unit: KeyFigure['unit']): string {
  return value === null ? NOTHING : `${decimal(Math.round(value * 10) / 10)}${UNITS[unit]}`;
}
