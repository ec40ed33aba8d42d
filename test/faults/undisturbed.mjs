import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { clock, watchProcessors } from './watch-processors.mjs';

const WATCHER = fileURLToPath(new URL('stand-still.mjs', import.meta.url));
/** A watcher may say what it noticed a little later. */
const HEARD_AFTER_MS = 300;
/**
 * Until what piled up is done: at least, for each millisecond of standing still, and at most. Where two thirds of the processors are in
 * use, what piled up in one millisecond takes two.
 */
const AFTER_MS = { least: 20, each: 3, most: 2_000 };
/** A machine is calm while each of its processors stands still for at most this part of the time. */
const CALM = { looked_at_ms: 3_000, part: 0.05 };

/** Until when nothing counts that began later. */
export const countsAgainAt = ({ from, to }) =>
  to + Math.min(AFTER_MS.most, AFTER_MS.least + AFTER_MS.each * (to - from));

/** Was an answer waited for while a processor stood still, or shortly after? How long it took has no part in that. */
export const isHeldUp = (answer, stops) =>
  stops.some((stop) => answer.ended >= stop.from && answer.began <= countsAgainAt(stop));

/** Was there little standing still lately? */
export function isCalm(stops, processors, now) {
  const since = now - CALM.looked_at_ms;
  const stood_still = stops.reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, since)), 0);
  return stood_still <= CALM.part * CALM.looked_at_ms * processors;
}

/**
 * Keeps what was measured while the host of this machine let it run. What took long while it did not says nothing about the
 * program. Without the right to run ahead of others nothing is noticed, and everything is kept.
 */
export class Undisturbed {
  #stops = [];
  #waiting = [];
  #watchers = watchProcessors(WATCHER, (from, to) => this.#stops.push({ from, to }));

  add(kind, began, ended) {
    this.#waiting.push({ kind, began, ended });
  }

  /** Has `onKept` told what counts of all that was added, as soon as that is known. Answers how many do not. */
  async judge(onKept) {
    await sleep(HEARD_AFTER_MS);
    const kept = this.#waiting.filter((answer) => !isHeldUp(answer, this.#stops));
    for (const { kind, began, ended } of kept) onKept(kind, ended - began);
    const left_out = this.#waiting.length - kept.length;
    this.#waiting = [];
    this.#forget(AFTER_MS.most);
    return left_out;
  }

  /** Waits until the machine is calm, at most so long: while it is not, most of what would be measured does not count. */
  async calm(mostMs) {
    const endsAt = clock() + mostMs;
    do {
      await sleep(CALM.looked_at_ms);
      this.#forget(CALM.looked_at_ms);
    } while (!isCalm(this.#stops, this.#watchers.length, clock()) && clock() < endsAt);
  }

  #forget(olderThanMs) {
    const recent = clock() - olderThanMs;
    this.#stops = this.#stops.filter((stop) => stop.to > recent);
  }

  end() {
    for (const watcher of this.#watchers) watcher.kill('SIGKILL');
  }
}
