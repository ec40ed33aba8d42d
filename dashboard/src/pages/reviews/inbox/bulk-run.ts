import { LapseError } from '@lapse/client';

export interface BulkItem {
  id: string;
  label: string;
  /** Made once: an attempt that is repeated is the same decision. */
  key: string;
  state: 'waiting' | 'sending' | 'done' | 'failed' | 'left';
  error: unknown;
  /** Of one that is decided: what there is to know besides. */
  note: string | null;
}

export interface BulkProgress {
  items: readonly BulkItem[];
  /** When it goes on, while the organisation's requests of this minute are used up. */
  limited_until: number | null;
  isOver: boolean;
}

export interface BulkOptions {
  items: readonly Pick<BulkItem, 'id' | 'label' | 'key'>[];
  /** Answers what there is to say about it besides. */
  send: (id: string, key: string) => Promise<string | null>;
  onProgress: (progress: BulkProgress) => void;
  /** Aborted: what has not been sent stays so; what is on its way is waited for. */
  signal: AbortSignal;
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  now: () => number;
}

const RETRY_AFTER_S = 30;

/** Decides one after the other. A refusal of one does not stop the others; a limit makes it wait. */
export async function runBulk(options: BulkOptions): Promise<void> {
  const { send, onProgress, pause, now } = options;
  let { signal } = options;
  const items: BulkItem[] = options.items.map((item) => ({
    ...item,
    state: 'waiting',
    error: null,
    note: null,
  }));
  const tell = (limited_until: number | null, isOver = false) =>
    onProgress({ items: items.map((item) => ({ ...item })), limited_until, isOver });
  for (const item of items) {
    while (!signal.aborted && (item.state === 'waiting' || item.state === 'sending')) {
      item.state = 'sending';
      tell(null);
      try {
        item.note = await send(item.id, item.key);
        item.state = 'done';
      } catch (error) {
        const wait = waitFor(error);
        if (wait === null) {
          item.state = 'failed';
          item.error = error;
          // Nobody is signed in any more: the rest would fail alike.
          if (error instanceof LapseError && error.status === 401) signal = AbortSignal.abort();
        } else {
          item.state = 'waiting';
          tell(now() + wait);
          await pause(wait, signal);
        }
      }
    }
    if (signal.aborted && item.state !== 'done' && item.state !== 'failed') item.state = 'left';
  }
  tell(null, true);
}

/** How long to wait before the same is tried again; null: it was refused for good. */
function waitFor(error: unknown): number | null {
  if (!(error instanceof LapseError) || error.status !== 429) return null;
  return (error.retry_after ?? RETRY_AFTER_S) * 1000;
}
