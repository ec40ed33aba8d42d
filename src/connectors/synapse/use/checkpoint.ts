import { checkpointText, readCheckpoint } from '../../checkpoint.ts';

/** What the audit log has told about one database. Instants are ISO 8601. */
export interface AuditedDatabase {
  /** The first use that names a table; `null`: none has. */
  tables_since: string | null;
  /** The last entry of any kind. */
  last_at: string | null;
  /** Groups of Entra ID in it. The log says who acted, not through which group. */
  groups: number;
}

export interface AuditPosition {
  /** Until when entries that came in have been read; `null` while they never were. */
  to: string | null;
  /** Until when this round reads; `null` between two rounds. */
  until: string | null;
  /** How long a stretch one query asks for. */
  stretch_ms: number;
  databases: Record<string, AuditedDatabase>;
  fault: string | null;
}

/** Where reading of the requests of a dedicated pool stands. */
export interface ViewPosition {
  /** The last request that was read, by time and id. */
  at: string | null;
  id: string;
  since: string | null;
  fault: string | null;
}

export interface Checkpoint {
  audit: AuditPosition;
  views: Record<string, ViewPosition>;
}

export const STRETCH_MS_MAX = 24 * 3_600_000;

const NO_CHECKPOINT: Checkpoint = {
  audit: { to: null, until: null, stretch_ms: STRETCH_MS_MAX, databases: {}, fault: null },
  views: {},
};

export const encodeCheckpoint = (checkpoint: Checkpoint): string => checkpointText(checkpoint);

export function decodeCheckpoint(text: string | null): Checkpoint {
  if (text === null) return structuredClone(NO_CHECKPOINT);
  return readCheckpoint(text, 'Azure Synapse', ({ audit, views }: Checkpoint) =>
    typeof audit.databases === 'object' && typeof views === 'object'
      ? { audit: { ...NO_CHECKPOINT.audit, ...audit }, views }
      : null,
  );
}
