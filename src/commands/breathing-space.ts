import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** A long body is read on the thread that answers everybody; to read and judge a line takes some 20 µs. */
export const LINES_AT_ONCE = 50;
/** In parts of the time that was worked: while others ask, a twenty-fourth of the time is the body's. */
const SHARED_REST = 23;
/** A sender that waits for longer may think that nobody is there. */
export const REST_MS_MAX = 20_000;

/** How long is rested after work of so many milliseconds, while others ask. */
export function restAfter(worked_ms: number): number {
  return Math.min(REST_MS_MAX, SHARED_REST * worked_ms);
}

/** Lets others be answered between the lines of a long body, and rests while other tenants ask for something. */
export class BreathingSpace {
  readonly isShared: () => boolean;
  readonly #rest: (ms: number) => Promise<unknown>;
  #lines = 0;
  #lineBegan = 0;
  #worked_ms = 0;

  constructor(isShared: () => boolean = () => false, rest: (ms: number) => Promise<unknown> = sleep) {
    this.isShared = isShared;
    this.#rest = rest;
  }

  /** Before it the line was waited for, which was no work. */
  beginLine(): void {
    this.#lineBegan = performance.now();
  }

  /** After every line and all that was done with it; what this answers is to be waited for. */
  afterLine(): Promise<unknown> | null {
    this.#lines += 1;
    this.#worked_ms += performance.now() - this.#lineBegan;
    if (this.#lines % LINES_AT_ONCE !== 0) return null;
    const rest_ms = restAfter(this.#worked_ms);
    this.#worked_ms = 0;
    return this.isShared() ? this.#rest(rest_ms) : nextTurn();
  }
}
