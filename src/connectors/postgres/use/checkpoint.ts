import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { ConnectorError } from '../../connector.ts';

/** Where reading of use stands. Instants are ISO 8601. */
export interface Checkpoint {
  /** Since when use was observed without a break. */
  use_since: string | null;
  statements: StatementsCheckpoint | null;
  sessions: { at: string } | null;
  log: LogCheckpoint | null;
}

export interface StatementsCheckpoint {
  at: string;
  stats_reset: string | null;
  /** How often the server has thrown out statements for lack of room. */
  dealloc: number;
  /** By statement: how often it had been called. */
  calls: Record<string, number>;
}

export interface LogCheckpoint extends LogPosition {
  /** When it was last read. */
  at: string;
}

export interface LogPosition {
  file: string;
  offset: number;
}

export const NO_CHECKPOINT: Checkpoint = { use_since: null, statements: null, sessions: null, log: null };

/** 5,000 statements, the server's default room, take about 80 kB. */
const BYTES_MAX = 64 * 1024 * 1024;

export function encodeCheckpoint(checkpoint: Checkpoint): string {
  return deflateRawSync(JSON.stringify({ v: 1, ...checkpoint })).toString('base64url');
}

export function decodeCheckpoint(text: string | null): Checkpoint {
  if (text === null) return NO_CHECKPOINT;
  try {
    const bytes = inflateRawSync(Buffer.from(text, 'base64url'), { maxOutputLength: BYTES_MAX });
    const { v, ...checkpoint } = JSON.parse(bytes.toString('utf8'));
    if (v === 1) return { ...NO_CHECKPOINT, ...checkpoint };
  } catch {
    // Said below.
  }
  throw new ConnectorError('invalid_checkpoint', 'this is not a checkpoint of a PostgreSQL server');
}
