import { createHash } from 'node:crypto';
import type { Coverage, RawEvent, SourceCoverage } from '../../connector.ts';
import type { Limit } from '../../time-limit.ts';
import type { PostgresSettings } from '../postgres-settings.ts';
import type { Sessions } from '../sessions.ts';

export interface UseContext {
  sessions: Sessions;
  settings: PostgresSettings;
  limit: Limit;
  /** Whether what was used at an unknown time is wanted when there is no checkpoint. */
  undated: boolean;
  /** The server's clock: what it counts and logs is by that. */
  at: string;
}

/** What one source has to say. */
export interface SourceReading<Position> {
  events: RawEvent[];
  position: Position | null;
  gaps: Coverage['gaps'];
  coverage: SourceCoverage;
  /** Whether it shows who used which table. */
  observes_use: boolean;
  more: boolean;
}

export function nothingFrom<Position>(
  coverage: Omit<SourceCoverage, 'status' | 'observed_since'>,
): SourceReading<Position> {
  return {
    events: [],
    position: null,
    gaps: [],
    coverage: { ...coverage, status: 'unavailable', observed_since: null },
    observes_use: false,
    more: false,
  };
}

/** The same parts give the same id, whoever reads them and how often. */
export const eventId = (...parts: unknown[]): string =>
  `pg-${createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32)}`;
