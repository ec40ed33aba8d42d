import { checkpointText, readCheckpoint } from '../../checkpoint.ts';
import type { SignInKind } from './sign-ins.ts';

/** Where reading of one kind of sign-ins stands. Instants are ISO 8601. */
export interface KindPosition {
  /** Until when they have been read; `null` while they never were. */
  to: string | null;
  /** When the last hours were last read again, for what came late. */
  reread_at: string | null;
  /** Why they could not be read the last time. */
  fault: string | null;
}

/** A stretch of time of one kind that is being read. */
export interface Reading {
  kind: SignInKind;
  from: string;
  to: string;
  /** The next page of it. */
  path: string | null;
}

export interface Checkpoint {
  kinds: Partial<Record<SignInKind, KindPosition>>;
  /** Until when this round reads, and what is under way; `null` between two rounds. */
  round: { until: string; reading: Reading } | null;
  /** Since when sign-ins are known without a break. */
  since: string | null;
}

export const NO_CHECKPOINT: Checkpoint = { kinds: {}, round: null, since: null };

export const encodeCheckpoint = (checkpoint: Checkpoint): string => checkpointText(checkpoint);

export function decodeCheckpoint(text: string | null): Checkpoint {
  if (text === null) return NO_CHECKPOINT;
  return readCheckpoint(text, 'Entra ID', (stored: Partial<Checkpoint>) =>
    typeof stored.kinds === 'object' ? { ...NO_CHECKPOINT, ...stored } : null,
  );
}
