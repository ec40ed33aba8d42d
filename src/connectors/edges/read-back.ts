import { ConnectorError } from '../connector.ts';
import type { ChangeContext } from './edge.ts';

const PAUSE_MS_FIRST = 250;
const PAUSE_MS_MAX = 5_000;

/**
 * Waits until the platform shows a change that it has accepted: many answer reads from copies, which may be behind. What
 * it does not show in time is not claimed. Only pauses count, so that slow answers are given the same number of looks.
 */
export async function untilShown(
  isShown: () => Promise<boolean>,
  change: string,
  { title, settle_ms, signal, sleep }: ChangeContext,
): Promise<void> {
  let waitedMs = 0;
  for (let pause = PAUSE_MS_FIRST; !(await isShown()); pause = Math.min(2 * pause, PAUSE_MS_MAX)) {
    if (waitedMs + pause > settle_ms) {
      throw new ConnectorError(
        'timeout',
        `${title} accepted that ${change}, but does not show it yet; it is read again later.`,
        { effect: 'unknown', retry_after: 60 },
      );
    }
    waitedMs += pause;
    await sleep(pause, signal);
  }
}

const LOOKS_MAX = 4;
const LOOK_AGAIN_MS = 200;

/** The answer of two looks that agree: one copy may be behind another. */
export async function agreed<T>(
  look: () => Promise<T>,
  { title, settle_ms, signal, sleep }: ChangeContext,
  isSame: (a: T, b: T) => boolean,
): Promise<T> {
  let last = await look();
  for (let looks = 1; looks < LOOKS_MAX; looks++) {
    await sleep(Math.min(LOOK_AGAIN_MS, settle_ms), signal);
    const next = await look();
    if (isSame(last, next)) return next;
    last = next;
  }
  throw new ConnectorError(
    'unavailable',
    `${title} answers now one thing and then another; it is read again later.`,
    { retry_after: 30 },
  );
}
