import { Random } from '../random.ts';
import type { WatchedAccess } from '../world.ts';
import { CONFIRMATION_DAYS, isDisabled } from './fixed-window.ts';
import type { Rule, Watch } from './rule.ts';

const LIVES = 12;
/** As in the worlds: a fifth of the needs end in a year, 7 % never were, and of disabled accounts five in six do not return. */
const ENDS_A_DAY = 0.2 / 365;
const NEVER_NEEDED = 0.07;
const DISABLED_ODDS = 5;
const SHORTEST_WAIT = 7;

/**
 * A bound, not a rule anybody could run: it knows the habit that the world drew for each access. It lives that habit twelve
 * more times and sees how many of these lives are without a use for as long as the access is; from that follows how
 * likely it is that the need has ended since the latest use. It knows neither absences nor when needs really end.
 */
export function trueCadence(threshold: number): Rule {
  return { name: 'true cadence (bound)', watch: (access) => new KnowingWatch(access, threshold) };
}

class KnowingWatch implements Watch {
  #access: WatchedAccess;
  #threshold: number;
  #uses: readonly number[];
  #lives: readonly number[][];
  #next = 0;
  #day: number;
  #since: number;
  #quietUntil = -Infinity;
  /** The first use of every life after the latest use. */
  #due: number[] = [];
  /** How likely it is that the need ended since then and the use stopped; beside the chance that it goes on. */
  #ended = NEVER_NEEDED;

  constructor(access: WatchedAccess, threshold: number) {
    this.#access = access;
    this.#threshold = threshold;
    // Inventories do not deceive it.
    this.#uses = access.seenSelf;
    this.#lives = livesOf(access);
    this.#since = this.#day = Math.max(0, access.granted);
    this.#due = this.#lives.map((life) => life[0] ?? Infinity);
  }

  isStale(day: number): boolean {
    return day >= this.#quietUntil && this.scoreAt(day) >= this.#threshold;
  }

  /** The logarithm of the odds. */
  scoreAt(day: number): number {
    this.#advance(day);
    const ended = this.#ended + (isDisabled(this.#access.principal, day) ? DISABLED_ODDS : 0);
    return Math.log(ended / this.#quiet(day));
  }

  likelihoodAt(day: number): number {
    return 1 / (1 + Math.exp(-this.scoreAt(day)));
  }

  /** What may have ended before has not. */
  confirm(day: number): void {
    this.#advance(day);
    this.#ended = ENDS_A_DAY;
    this.#quietUntil = day + CONFIRMATION_DAYS;
  }

  #advance(day: number): void {
    while (this.#next < this.#uses.length && (this.#uses[this.#next] as number) <= day) {
      const use = this.#uses[this.#next++] as number;
      this.#since = this.#day = use;
      this.#ended = ENDS_A_DAY;
      this.#due = this.#lives.map((life) => firstAfter(life, use));
    }
    while (this.#day < day) this.#ended += ENDS_A_DAY * this.#quiet(this.#day++);
  }

  /** Of the lives, the share without a use until a day; once there is none, what is left halves with every such wait. */
  #quiet(day: number): number {
    let quiet = 0;
    let latest = this.#since + SHORTEST_WAIT;
    for (const due of this.#due) {
      if (due > day) quiet++;
      if (due > latest && due < Infinity) latest = due;
    }
    const waits = Math.max(0, day - latest) / (latest - this.#since);
    return (quiet + 0.3 * 2 ** -waits) / (LIVES + 0.6);
  }
}

const remembered = new WeakMap<WatchedAccess, number[][]>();

/** What telemetry would have shown of them. */
function livesOf(access: WatchedAccess): readonly number[][] {
  const known = remembered.get(access);
  if (known) return known;
  const random = new Random(access.granted * 31 + access.asset.id * 7 + access.principal.id);
  const isDark = (day: number) => access.outages.some(({ from, to }) => day >= from && day < to);
  const lives = Array.from({ length: LIVES }, () =>
    (access.otherLife?.(random) ?? []).filter((day) => !isDark(day)),
  );
  remembered.set(access, lives);
  return lives;
}

function firstAfter(days: readonly number[], day: number): number {
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] as number) > day) high = middle;
    else low = middle + 1;
  }
  return days[low] ?? Infinity;
}
