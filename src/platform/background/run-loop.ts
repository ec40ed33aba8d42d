export interface Loop {
  /** There is something to do, now or in so many milliseconds: look then, if not sooner. */
  wake(inMs?: number): void;
  stop(): Promise<void>;
}

const AFTER_FAILURE_MS = 1_000;
/** A database that is away for long is said again and again, but not every second. */
const SAME_ERROR_EVERY_MS = 60_000;
/** Whoever has something to do is woken for it. This finds what nobody told: who stored it was killed before it could. */
const LOOK_EVERY_MS = 15_000;

export interface LoopTiming {
  /** At the latest so long after one look the next one is taken, woken or not. */
  look_every_ms?: number;
  /** At least so long from the beginning of one turn to that of the next, where what is done together costs less. */
  turn_every_ms?: number;
}

/** Takes a turn whenever it is woken, and goes on after failures, until stopped. */
export function runLoop(
  options: LoopTiming & {
    /** Answers in how many milliseconds there will be something to do; null: nobody knows of anything. */
    turn: (signal: AbortSignal) => Promise<number | null>;
    onError: (error: Error) => void;
  },
): Loop {
  const { look_every_ms = LOOK_EVERY_MS, turn_every_ms = 0 } = options;
  const stopping = new AbortController();
  /** By the time since start: a clock that is set back keeps nobody waiting. */
  let lookAt = Number.POSITIVE_INFINITY;
  let ring: () => void = () => {};

  function wake(inMs = 0): void {
    const at = performance.now() + inMs;
    if (at >= lookAt) return;
    lookAt = at;
    ring();
  }

  async function rest(notBefore: number): Promise<void> {
    while (!stopping.signal.aborted) {
      const ms = Math.max(lookAt, notBefore) - performance.now();
      if (ms <= 0) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        ring = resolve;
        timer = setTimeout(resolve, ms);
      });
      clearTimeout(timer);
    }
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
      lookAt = Number.POSITIVE_INFINITY;
      try {
        const next = await options.turn(stopping.signal);
        wake(Math.min(next ?? look_every_ms, look_every_ms));
      } catch (error) {
        // The database is away, or something is wrong that the next turn may find repaired.
        tell(error as Error);
        lookAt = performance.now() + AFTER_FAILURE_MS;
      }
      await rest(began + turn_every_ms);
    }
  }

  const done = loop();
  return {
    wake,
    stop: () => {
      stopping.abort();
      ring();
      return done;
    },
  };
}
