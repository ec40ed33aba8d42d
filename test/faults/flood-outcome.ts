/** What another tenant notices of one that floods: the p99 of what it asks may rise by this much. */
export const ALLOWED = 0.2;

const KINDS = ['reads', 'writes'] as const;
type Kind = (typeof KINDS)[number];

const quantile = (values: number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1] as number;

const percent = (change: number): string => `${change > 0 ? '+' : ''}${(100 * change).toFixed(0)} %`;

export interface Flood {
  name: string;
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

/** As many answers as are looked at together. */
const WINDOW = { reads: 720, writes: 240 };

/** Milliseconds of each answer, in the order in which they came. */
export type Seen = Record<Kind, number[]>;

export const nothingSeen = (): Seen => ({ reads: [], writes: [] });

export function add(sum: Seen, seen: Seen): void {
  for (const kind of KINDS) sum[kind].push(...seen[kind]);
}

const windowsOf = (answers: number[], size: number): number[][] =>
  Array.from({ length: Math.floor(answers.length / size) }, (_, index) =>
    answers.slice(index * size, (index + 1) * size),
  );

/** Whole windows of both kinds. */
export const windowsIn = (seen: Seen): number =>
  Math.min(...KINDS.map((kind) => Math.floor(seen[kind].length / WINDOW[kind])));

/**
 * A quantile as a window usually has it. One over all windows is made by the worst of them, and what else a machine does in
 * a bad half-minute differs twofold between two without any flood.
 */
function usual(seen: Seen, kind: Kind, part: number): number {
  const windows = windowsOf(seen[kind], WINDOW[kind]);
  return quantile(
    windows.map((answers) => quantile(answers, part)),
    0.5,
  );
}

const change = (before: Seen, after: Seen, kind: Kind): number =>
  usual(after, kind, 0.99) / usual(before, kind, 0.99) - 1;

/** What no flood changes: quiet windows against quiet windows, every second one on each side. */
export function noiseOf(quiet: Seen): string {
  const side = (kind: Kind, which: number): number[] =>
    windowsOf(quiet[kind], WINDOW[kind])
      .filter((_, index) => index % 2 === which)
      .flat();
  const [even, odd] = [0, 1].map((which) => ({
    reads: side('reads', which),
    writes: side('writes', which),
  })) as [Seen, Seen];
  const differences = KINDS.map((kind) => `${kind} ${percent(change(even, odd, kind))}`).join(', ');
  return `every second of ${windowsIn(quiet)} windows without a flood against the others: ${differences}`;
}

/** What the other tenants saw beside one flood, compared with what they saw without. */
export class Outcome {
  readonly flood: Flood;
  readonly #quiet: Seen;
  readonly #loud = nothingSeen();
  readonly #total: Counts = { answered: 0, refused: 0, streamed: 0, imported: 0 };

  constructor(given: Flood, quiet: Seen) {
    this.flood = given;
    this.#quiet = quiet;
  }

  see(seen: Seen): void {
    add(this.#loud, seen);
  }

  count(counts: Counts): void {
    for (const key of COUNTED) this.#total[key] += counts[key];
  }

  get windows(): number {
    return windowsIn(this.#loud);
  }

  /** Are there windows on both sides to compare? */
  get isTelling(): boolean {
    return windowsIn(this.#loud) > 0 && windowsIn(this.#quiet) > 1;
  }

  /** By how much the p99 rises, 0.2 for 20 %. */
  get change(): number {
    return Math.max(...KINDS.map((kind) => change(this.#quiet, this.#loud, kind)));
  }

  get text(): string {
    return KINDS.map((kind) => {
      const ms = (seen: Seen, part: number) => usual(seen, kind, part).toFixed(1);
      const [quiet, loud] = [this.#quiet, this.#loud];
      const medians = `median ${ms(quiet, 0.5)} and ${ms(loud, 0.5)} ms`;
      const rises = percent(change(quiet, loud, kind));
      return `${kind} ${ms(quiet, 0.99)} ms alone, ${ms(loud, 0.99)} ms beside it (${rises}; ${medians})`;
    }).join('; ');
  }

  told(): string {
    const { answered, refused, streamed, imported } = this.#total;
    const seen = `median of ${this.windows} windows of ${WINDOW.reads} reads and ${WINDOW.writes} writes, and of ${windowsIn(this.#quiet)} without a flood`;
    const done = `${answered} requests answered, ${refused} refused, ${streamed} events sent in streams, ${imported} lines in imports`;
    const verdict = this.change <= ALLOWED ? 'within' : 'NOT within';
    return `${this.flood.name}: p99 of the others (${seen}): ${this.text}; ${done}; ${verdict} 20 %`;
  }
}
