import { checkpointText, readCheckpoint } from '../../checkpoint.ts';
import { rowOf } from '../../rows.ts';
import { USE_SOURCES, type UseSource } from './sources.ts';

/** Where reading of one system table stands. Instants are milliseconds. */
export interface SourcePosition {
  /** Until when it has been read; `null` while it never was. */
  to: number | null;
  /** The first use that it told when it was first read. */
  since: number | null;
  /** When the last day was last read again, for what came late. */
  reread_at: number | null;
  /** Why it could not be read the last time. */
  fault: string | null;
}

/** A stretch of time of one table that is being read. */
export interface Reading {
  source: UseSource;
  from: number;
  /** Under which the platform goes on with it. */
  statement_id: string | null;
}

export interface Checkpoint {
  sources: Partial<Record<UseSource, SourcePosition>>;
  /** Until when this round reads, and what is under way; `null` between two rounds. */
  round: { until: number; reading: Reading } | null;
}

export const NOWHERE: SourcePosition = { to: null, since: null, reread_at: null, fault: null };

export const encodeCheckpoint = (checkpoint: Checkpoint): string => checkpointText(checkpoint);

export function decodeCheckpoint(text: string | null): Checkpoint {
  if (text === null) return { sources: {}, round: null };
  return readCheckpoint(text, 'Databricks', ({ sources, round }: Checkpoint) =>
    areSources(sources) && isRound(round) ? { sources, round } : null,
  );
}

const isInstant = (value: unknown): boolean => Number.isSafeInteger(value);
const isSource = (value: unknown): value is UseSource => USE_SOURCES.includes(value as UseSource);

const areSources = (value: unknown): boolean =>
  value !== null &&
  typeof value === 'object' &&
  Object.entries(value).every(
    ([name, position]) =>
      isSource(name) &&
      [position.to, position.since, position.reread_at].every((at) => at === null || isInstant(at)) &&
      (position.fault === null || typeof position.fault === 'string'),
  );

function isRound(value: unknown): boolean {
  if (value === null) return true;
  const { until, reading } = rowOf(value);
  const { source, from, statement_id } = rowOf(reading);
  return (
    isInstant(until) &&
    isInstant(from) &&
    isSource(source) &&
    (statement_id === null || (typeof statement_id === 'string' && /^[\w-]+$/.test(statement_id)))
  );
}
