import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectorError } from '../connector.ts';

const PAUSE_MS_FIRST = 250;
const PAUSE_MS_MAX = 5_000;

/**
 * Waits until Entra ID shows a change that it has accepted: it answers reads from copies, which may be behind. What it
 * does not show in time is not claimed.
 */
export async function untilShown(
  isShown: () => Promise<boolean>,
  { settle_ms, signal, change }: { settle_ms: number; signal: AbortSignal; change: string },
): Promise<void> {
  const before = performance.now();
  for (let pause = PAUSE_MS_FIRST; !(await isShown()); pause = Math.min(2 * pause, PAUSE_MS_MAX)) {
    if (performance.now() - before + pause > settle_ms) {
      throw new ConnectorError(
        'timeout',
        `Entra ID accepted that ${change}, but does not show it yet; it is read again later.`,
        { effect: 'unknown', retry_after: 60 },
      );
    }
    await sleep(pause, undefined, { signal });
  }
}

const LOOKS_MAX = 4;

/** The answer of two looks that agree: one copy may be behind another. */
export async function agreed<T>(
  look: () => Promise<T>,
  { pause_ms, signal, isSame }: { pause_ms: number; signal: AbortSignal; isSame: (a: T, b: T) => boolean },
): Promise<T> {
  let last = await look();
  for (let looks = 1; looks < LOOKS_MAX; looks++) {
    await sleep(pause_ms, undefined, { signal });
    const next = await look();
    if (isSame(last, next)) return next;
    last = next;
  }
  throw new ConnectorError(
    'unavailable',
    'Entra ID answers now one thing and then another; it is read again later.',
    {
      retry_after: 30,
    },
  );
}
