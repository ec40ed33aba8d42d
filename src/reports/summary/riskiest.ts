/** A stale grant as far as the count knows it; names come later, for those that are shown. */
export interface RiskyGrant {
  id: string;
  risk: number;
  score: number;
  platform: string;
  classification: string | null;
  permission: string;
  last_used_at: number | null;
  lapses_at: number;
}

/** The few of many that come first: by risk, then score, then id. */
export class Riskiest {
  readonly #limit: number;
  readonly #kept: RiskyGrant[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The rest of it is asked for only when it is kept. */
  offer(risk: number, score: number, id: string, describe: () => RiskyGrant): void {
    const least = this.#kept.at(-1);
    if (this.#kept.length >= this.#limit && least && !comesBefore({ risk, score, id }, least)) return;
    const place = this.#kept.findIndex((kept) => comesBefore({ risk, score, id }, kept));
    this.#kept.splice(place === -1 ? this.#kept.length : place, 0, describe());
    if (this.#kept.length > this.#limit) this.#kept.pop();
  }

  list(): RiskyGrant[] {
    return this.#kept;
  }
}

type Ranked = Pick<RiskyGrant, 'risk' | 'score' | 'id'>;

function comesBefore(a: Ranked, b: Ranked): boolean {
  if (a.risk !== b.risk) return a.risk > b.risk;
  return a.score === b.score ? a.id < b.id : a.score > b.score;
}
