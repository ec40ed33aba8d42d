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

/** Milliseconds of each answer in a window of time. */
export type Seen = Record<Kind, number[]>;

/**
 * A quantile as a window usually has it. One over all windows is made by the worst of them, and what else a machine does in
 * a bad half-minute differs twofold between two without any flood.
 */
function usual(windows: Seen[], kind: Kind, part: number): number {
  return quantile(
    windows.map((seen) => quantile(seen[kind], part)),
    0.5,
  );
}

const change = (before: Seen[], after: Seen[], kind: Kind): number =>
  usual(after, kind, 0.99) / usual(before, kind, 0.99) - 1;

/** What no flood changes: quiet windows against quiet windows, every second one on each side. */
export function noiseOf(quiet: Seen[]): string {
  const [even, odd] = [0, 1].map((side) => quiet.filter((_, index) => index % 2 === side)) as [
    Seen[],
    Seen[],
  ];
  const differences = KINDS.map((kind) => `${kind} ${percent(change(even, odd, kind))}`).join(', ');
  return `every second of ${quiet.length} windows without a flood against the others: ${differences}`;
}

/** What the other tenants saw beside one flood, compared with what they saw without. */
export class Outcome {
  readonly flood: Flood;
  readonly #quiet: Seen[];
  readonly #loud: Seen[] = [];
  readonly #total: Counts = { answered: 0, refused: 0, streamed: 0, imported: 0 };

  constructor(given: Flood, quiet: Seen[]) {
    this.flood = given;
    this.#quiet = quiet;
  }

  add(seen: Seen, counts: Counts): void {
    this.#loud.push(seen);
    for (const key of COUNTED) this.#total[key] += counts[key];
  }

  get windows(): number {
    return this.#loud.length;
  }

  /** Are there windows on both sides to compare? */
  get isTelling(): boolean {
    return this.#loud.length > 0 && this.#quiet.length > 1;
  }

  /** By how much the p99 rises, 0.2 for 20 %. */
  get change(): number {
    return Math.max(...KINDS.map((kind) => change(this.#quiet, this.#loud, kind)));
  }

  get text(): string {
    return KINDS.map((kind) => {
      const ms = (windows: Seen[], part: number) => usual(windows, kind, part).toFixed(1);
      const [quiet, loud] = [this.#quiet, this.#loud];
      const medians = `median ${ms(quiet, 0.5)} and ${ms(loud, 0.5)} ms`;
      const rises = percent(change(quiet, loud, kind));
      return `${kind} ${ms(quiet, 0.99)} ms alone, ${ms(loud, 0.99)} ms beside it (${rises}; ${medians})`;
    }).join('; ');
  }

  told(): string {
    const { answered, refused, streamed, imported } = this.#total;
    const [{ reads, writes }] = this.#loud as [Seen];
    const seen = `median of ${this.#loud.length} windows of ${reads.length} reads and ${writes.length} writes, and of ${this.#quiet.length} without a flood`;
    const done = `${answered} requests answered, ${refused} refused, ${streamed} events sent in streams, ${imported} lines in imports`;
    const verdict = this.change <= ALLOWED ? 'within' : 'NOT within';
    return `${this.flood.name}: p99 of the others (${seen}): ${this.text}; ${done}; ${verdict} 20 %`;
  }
}
