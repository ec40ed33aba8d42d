/** What another tenant notices of one that floods: the p99 of what it asks may rise by this much. */
export const ALLOWED = 0.2;

const KINDS = ['reads', 'writes'] as const;
type Kind = (typeof KINDS)[number];

const quantile = (values: number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1] as number;

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

/** Milliseconds of each answer. */
export type Seen = Record<Kind, number[]>;

export function add(sum: Seen, seen: Seen): void {
  for (const kind of KINDS) sum[kind].push(...seen[kind]);
}

/** What the other tenant saw beside one flood, compared with what it saw without. */
export class Outcome {
  readonly flood: Flood;
  readonly #quiet: Seen;
  readonly #loud: Seen = { reads: [], writes: [] };
  readonly #total: Counts = { answered: 0, refused: 0, streamed: 0, imported: 0 };

  constructor(given: Flood, quiet: Seen) {
    this.flood = given;
    this.#quiet = quiet;
  }

  add(seen: Seen, counts: Counts): void {
    add(this.#loud, seen);
    for (const key of COUNTED) this.#total[key] += counts[key];
  }

  /** By how much the p99 rises, 0.2 for 20 %. */
  get change(): number {
    return Math.max(...KINDS.map((kind) => this.#change(kind)));
  }

  #change(kind: Kind): number {
    return quantile(this.#loud[kind], 0.99) / quantile(this.#quiet[kind], 0.99) - 1;
  }

  get text(): string {
    return KINDS.map((kind) => {
      const ms = (seen: Seen, part: number) => quantile(seen[kind], part).toFixed(1);
      const [quiet, loud] = [this.#quiet, this.#loud];
      const medians = `median ${ms(quiet, 0.5)} and ${ms(loud, 0.5)} ms`;
      return `${kind} ${ms(quiet, 0.99)} ms alone, ${ms(loud, 0.99)} ms beside it (${(100 * this.#change(kind)).toFixed(0)} %; ${medians})`;
    }).join('; ');
  }

  told(): string {
    const { answered, refused, streamed, imported } = this.#total;
    const seen = `${this.#loud.reads.length} reads and ${this.#loud.writes.length} writes in turns`;
    const done = `${answered} requests answered, ${refused} refused, ${streamed} events sent in streams, ${imported} lines in imports`;
    const verdict = this.change <= ALLOWED ? 'within' : 'NOT within';
    return `${this.flood.name}: p99 of the others (${seen}) ${this.text}; ${done}; ${verdict} 20 %`;
  }
}
