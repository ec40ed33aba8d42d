import { setTimeout as sleep } from 'node:timers/promises';

export interface Loop {
  /** There is something to do: do not wait for the next look. */
  wake(): void;
  stop(): Promise<void>;
}

const AFTER_FAILURE_MS = 1_000;
/** A database that is away for long is said again and again, but not every second. */
const SAME_ERROR_EVERY_MS = 60_000;
/**
 * Who finds nothing to do again and again looks less often, but still so often: several loops that looked every tenth of a
 * second took a tenth of a processor.
 */
const IDLE_REST_MS_MAX = 400;

/** Works as long as there is something to do, looks again after a rest, and goes on after failures, until stopped. */
export function runLoop(options: {
  /** Answers whether there was anything to do. */
  turn: (signal: AbortSignal) => Promise<boolean>;
  rest_ms: number;
  /** At least this long from the beginning of a turn that did something to that of the next. */
  turn_every_ms?: number;
  onError: (error: Error) => void;
}): Loop {
  const stopping = new AbortController();
  let alarm = new AbortController();
  let isWoken = false;
  let restMs = options.rest_ms;

  async function rest(ms: number): Promise<void> {
    if (isWoken) return;
    alarm = new AbortController();
    await sleep(ms, undefined, { signal: AbortSignal.any([alarm.signal, stopping.signal]) }).catch(() => {});
  }

  async function pause(ms: number): Promise<void> {
    if (ms > 0) await sleep(ms, undefined, { signal: stopping.signal }).catch(() => {});
  }

  let told = { message: '', at: Number.NEGATIVE_INFINITY };
  function tell(error: Error): void {
    const at = performance.now();
    if (error.message === told.message && at - told.at < SAME_ERROR_EVERY_MS) return;
    told = { message: error.message, at };
    options.onError(error);
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const began = performance.now();
      isWoken = false;
      try {
        if (await options.turn(stopping.signal)) {
          restMs = options.rest_ms;
          await pause(began + (options.turn_every_ms ?? 0) - performance.now());
        } else {
          await rest(restMs);
          restMs = isWoken
            ? options.rest_ms
            : Math.max(options.rest_ms, Math.min(IDLE_REST_MS_MAX, restMs * 2));
        }
      } catch (error) {
        // The database is away, or something is wrong that the next turn may find repaired.
        tell(error as Error);
        isWoken = false;
        await rest(AFTER_FAILURE_MS);
      }
    }
  }

  const done = loop();
  return {
    wake: () => {
      isWoken = true;
      alarm.abort();
    },
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}
