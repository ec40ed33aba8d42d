import type { Coverage, SourceCoverage } from '../../connector.ts';
import type { Checkpoint } from './checkpoint.ts';
import { DOES_NOT_SEE, NEEDED_SOURCES, SEES, TABLES, USE_SOURCES } from './sources.ts';

const textOf = (ms: number | null | undefined): string | null =>
  ms === null || ms === undefined ? null : new Date(ms).toISOString();

/** Use is observed while both tables that tell it can be read: who is told by one only would look as if unused. */
export function coverageOf({ sources }: Checkpoint, gaps: Coverage['gaps']): Coverage {
  const needed = NEEDED_SOURCES.map((source) => sources[source]);
  const observes_use = needed.every((position) => position?.to != null && position.fault === null);
  const since = Math.max(...needed.map((position) => position?.since ?? 0));
  return {
    observes_use,
    observed_since: observes_use ? textOf(since) : null,
    gaps,
    sources: USE_SOURCES.map((source): SourceCoverage => {
      const position = sources[source];
      const isRead = position?.to != null;
      const fault = position?.fault ?? null;
      return {
        source: TABLES[source],
        status: fault !== null ? 'unavailable' : isRead ? 'available' : 'degraded',
        reason: fault ?? (isRead ? null : 'It has not been read to the end yet.'),
        observed_since: isRead ? textOf(position?.since) : null,
        sees: SEES[source],
        does_not_see: DOES_NOT_SEE[source],
      };
    }),
  };
}
