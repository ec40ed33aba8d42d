/** What another tenant notices of one that floods: the p99 of what it asks may rise by this much. */
export const ALLOWED = 0.2;

const KINDS = ['reads', 'writes'] as const;
type Kind = (typeof KINDS)[number];

const quantile = (values: number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1] as number;

/** Of an even number the mean of the two in the middle, so that it leans to neither side. */
function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const [low, high] = [Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2)];
  return ((sorted[low] as number) + (sorted[high] as number)) / 2;
}

const percent = (change: number): string => `${change > 0 ? '+' : ''}${(100 * change).toFixed(0)} %`;

/** What is asked of the observer at a time. */
const LOOK_S = 20;
/** Of a window without a flood. */
export const LOOKS_WITHOUT = 2;

export interface Flood {
  name: string;
  /** Of a minute beside it: the tenant's whole minute, or what is left of one that it has used up. */
  looks: number;
  /** That make a window. */
  minutes: number;
  requests: number;
  streams: number;
  imports: number;
  /** Whether anything of it is within the tenant's limits. */
  minute: 'new' | 'used up';
}

export interface Counts {
  answered: number;
  refused: number;
  streamed: number;
  imported: number;
}

const COUNTED = ['answered', 'refused', 'streamed', 'imported'] as const;

/** Of a look or of a window. */
export interface Seen extends Record<Kind, number[]> {
  /** Milliseconds of a piece of work that is always the same. */
  pace: number;
}

export const together = (looks: Seen[]): Seen => ({
  reads: looks.flatMap(({ reads }) => reads),
  writes: looks.flatMap(({ writes }) => writes),
  pace: looks.reduce((sum, { pace }) => sum + pace, 0) / looks.length,
});

/** A window, and those just before and just after it. */
interface Neighbours {
  before: Seen;
  between: Seen;
  after: Seen;
}

/**
 * Windows against their neighbours. How fast a machine is changes from minute to minute by more than what is looked for. So answers
 * are measured by how long the same work took at the time, each window is held against those beside it, and of the
 * differences the usual one is told: one bad minute is chance.
 */
class Comparison {
  readonly #alike: Neighbours[] = [];

  add(neighbours: Neighbours): void {
    this.#alike.push(neighbours);
  }

  get windows(): number {
    return this.#alike.length;
  }

  /** By how much the p99 rises, measured by the pace of the machine: 0.2 for 20 %. */
  change(kind: Kind): number {
    return median(this.#rises(kind));
  }

  /** How much longer the same work takes. */
  get pace(): number {
    return median(this.#changes(({ pace }) => pace));
  }

  get changes(): string {
    return KINDS.map((kind) => `${kind} ${percent(this.change(kind))}`).join(', ');
  }

  text(kind: Kind): string {
    const usual = (part: number, which: (neighbours: Neighbours) => Seen[]): string =>
      median(this.#alike.flatMap(which).map((seen) => quantile(seen[kind], part))).toFixed(1);
    const outside = ({ before, after }: Neighbours) => [before, after];
    const inside = ({ between }: Neighbours) => [between];
    const rises = this.#rises(kind);
    const plain = median(this.#changes((seen) => quantile(seen[kind], 0.99)));
    const spread = `${percent(quantile(rises, 0.25))} to ${percent(quantile(rises, 0.75))}, by the clock ${percent(plain)}`;
    const medians = `median ${usual(0.5, outside)} and ${usual(0.5, inside)} ms`;
    return `${kind} ${usual(0.99, outside)} ms alone, ${usual(0.99, inside)} ms beside it (${percent(this.change(kind))}, half of the windows ${spread}; ${medians})`;
  }

  #rises(kind: Kind): number[] {
    return this.#changes((seen) => quantile(seen[kind], 0.99) / seen.pace);
  }

  #changes(measure: (seen: Seen) => number): number[] {
    return this.#alike.map(
      ({ before, between, after }) => measure(between) / Math.sqrt(measure(before) * measure(after)) - 1,
    );
  }
}

/** What no flood changes: each window without a flood against its neighbours without one. */
export function noiseOf(quiet: Seen[]): string {
  const comparison = new Comparison();
  for (const [index, between] of quiet.entries()) {
    const [before, after] = [quiet[index - 1], quiet[index + 1]];
    if (before && after) comparison.add({ before, between, after });
  }
  if (comparison.windows === 0) return 'too few windows without a flood to compare them with each other';
  return `${comparison.windows} windows without a flood against their neighbours without one: ${comparison.changes}`;
}

/** What the other tenants saw beside one flood, compared with what they saw without. */
export class Outcome {
  readonly flood: Flood;
  readonly #comparison = new Comparison();
  readonly #beginnings = new Comparison();
  readonly #total: Counts = { answered: 0, refused: 0, streamed: 0, imported: 0 };

  constructor(given: Flood) {
    this.flood = given;
  }

  /** What was seen before, in each look beside the flood, and after. */
  see({ before, looks, after }: { before: Seen; looks: Seen[]; after: Seen }, minutes: Counts[]): void {
    this.#comparison.add({ before, between: together(looks), after });
    this.#beginnings.add({ before, between: looks[0] as Seen, after });
    for (const counts of minutes) for (const key of COUNTED) this.#total[key] += counts[key];
  }

  get windows(): number {
    return this.#comparison.windows;
  }

  /** By how much the p99 rises, of reads or of writes. */
  get change(): number {
    return Math.max(...KINDS.map((kind) => this.#comparison.change(kind)));
  }

  get text(): string {
    return KINDS.map((kind) => this.#comparison.text(kind)).join('; ');
  }

  told(): string {
    const { answered, refused, streamed, imported } = this.#total;
    const { name, looks, minutes } = this.flood;
    const quiet_s = LOOKS_WITHOUT * LOOK_S;
    const seen = `${this.windows} windows of ${minutes * looks * LOOK_S} s, each against the ${quiet_s} s before and after it`;
    const beginning = looks > 1 ? `; in its first ${LOOK_S} s ${this.#beginnings.changes}` : '';
    const pace = `the same piece of work ${percent(this.#comparison.pace)}`;
    const done = `${answered} requests answered, ${refused} refused, ${streamed} events sent in streams, ${imported} lines in imports`;
    const verdict = this.change <= ALLOWED ? 'within' : 'NOT within';
    return `${name}: p99 of the others (${seen}): ${this.text}${beginning}; ${pace}; ${done}; ${verdict} 20 %`;
  }
}
