import { checkpointText, readCheckpoint } from '../../checkpoint.ts';

/** A stretch within one UTC day that is being read. */
export interface Reading {
  from: string;
  /** Not included. */
  to: string;
  /** Where its next page begins. */
  token: string | null;
  /** The last activity of the page, by id, that is done; empty: none. */
  after: string;
  /** How often it was begun again, because its token was no longer known. */
  restarts: number;
}

/** Where reading of the activity log stands. Instants are ISO 8601. */
export interface Checkpoint {
  /** Since when activity is known without a break. */
  since: string | null;
  /** Until when it has been read; `null` while it never was to the end. */
  to: string | null;
  /** Until when this round reads, and what is under way; `null` between two rounds. */
  round: { until: string; reading: Reading } | null;
  /** Why it could not be read the last time. */
  fault: string | null;
  /** Why people could not be looked up the last time. */
  names_fault: string | null;
}

export const NO_CHECKPOINT: Checkpoint = {
  since: null,
  to: null,
  round: null,
  fault: null,
  names_fault: null,
};

export const encodeCheckpoint = (checkpoint: Checkpoint): string => checkpointText(checkpoint);

export function decodeCheckpoint(text: string | null): Checkpoint {
  if (text === null) return NO_CHECKPOINT;
  return readCheckpoint(text, 'Microsoft Fabric', (stored: Partial<Checkpoint>) => ({
    ...NO_CHECKPOINT,
    ...stored,
  }));
}
