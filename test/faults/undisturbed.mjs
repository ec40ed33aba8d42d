import { readFileSync } from 'node:fs';

/** The column of /proc/stat with the time in which the host of a virtual machine let others run, in hundredths of a second. */
const STOLEN = 8;
const LOOK_EVERY_MS = 50;
/** What has piled up meanwhile is done in about this time: at least, for each hundredth of a second, and at most. */
const AFTER_MS = { least: 250, per_tick: 100, most: 3_000 };

export function stolenTicks(stat) {
  return Number(stat.split('\n', 1)[0].split(/\s+/)[STOLEN] ?? 0);
}

/** How long nothing counts after so many hundredths of a second were taken. */
export const restAfter = (ticks) => Math.min(AFTER_MS.most, AFTER_MS.least + AFTER_MS.per_tick * ticks);

/**
 * Keeps what was measured while the host of this machine let it run. What took long while it did not says nothing about the
 * program. Each answer is kept or left out by what happened outside, before and while it was waited for; how long it took has
 * no part in that.
 */
export class Undisturbed {
  #ticks = now();
  #countsFrom = 0;
  #waiting = [];
  #onKept;
  #timer = setInterval(() => this.#look(), LOOK_EVERY_MS);
  left_out = 0;

  constructor(onKept) {
    this.#onKept = onKept;
  }

  add(kind, began, ended) {
    this.#waiting.push({ kind, began, ms: ended - began });
  }

  #look() {
    const ticks = now();
    if (ticks > this.#ticks) this.#countsFrom = performance.now() + restAfter(ticks - this.#ticks);
    this.#ticks = ticks;
    for (const { kind, began, ms } of this.#waiting) {
      if (began >= this.#countsFrom) this.#onKept(kind, ms);
      else this.left_out += 1;
    }
    this.#waiting = [];
  }

  end() {
    clearInterval(this.#timer);
    this.#look();
  }
}

function now() {
  return process.platform === 'linux' ? stolenTicks(readFileSync('/proc/stat', 'utf8')) : 0;
}
