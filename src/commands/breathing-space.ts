import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** A long body is read on the thread that answers everybody; to read and judge a line takes some 20 µs. */
export const LINES_AT_ONCE = 50;
/** In parts of the time that was worked: while others ask, a forty-eighth of the time is the body's. */
const SHARED_REST = 47;
/**
 * Where work takes long because a disk or a busy machine is waited for, rests of that length would be for nothing: on average
 * a line is worth no more rest than this, so that rests alone never keep a body below 200 lines a second.
 */
const REST_MS_PER_LINE = 5;
/** A sender that waits for longer may think that nobody is there. */
export const REST_MS_MAX = 20_000;

interface Time {
  now(): number;
  rest(ms: number): Promise<unknown>;
}

const REAL_TIME: Time = { now: () => performance.now(), rest: sleep };

/** Lets others be answered between the lines of a long body, and rests while other tenants ask for something. */
export class BreathingSpace {
  readonly isShared: () => boolean;
  readonly #time: Time;
  #lines = 0;
  #lineBegan = 0;
  #worked_ms = 0;
  #mayRest_ms = 0;

  constructor(isShared: () => boolean = () => false, time = REAL_TIME) {
    this.isShared = isShared;
    this.#time = time;
  }

  /** Before it the line was waited for, which was no work. */
  beginLine(): void {
    this.#lineBegan = this.#time.now();
  }

  /** After every line and all that was done with it; what this answers is to be waited for. */
  afterLine(): Promise<unknown> | null {
    this.#lines += 1;
    this.#worked_ms += this.#time.now() - this.#lineBegan;
    if (this.#lines % LINES_AT_ONCE !== 0) return null;
    this.#mayRest_ms = Math.min(REST_MS_MAX, this.#mayRest_ms + REST_MS_PER_LINE * LINES_AT_ONCE);
    const rest_ms = Math.min(this.#mayRest_ms, SHARED_REST * this.#worked_ms);
    this.#worked_ms = 0;
    if (!this.isShared()) return nextTurn();
    this.#mayRest_ms -= rest_ms;
    return this.#time.rest(rest_ms);
  }
}
