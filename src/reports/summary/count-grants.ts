import { normalisePermission } from '../../core/directory/permission.rules.ts';
import { type BandsByClass, bandsByClass } from '../../core/overview/compliance-bands.rules.ts';
import { type PastState, pastStates } from '../../core/overview/compliance-lapse.rules.ts';
import { type AssetTraits, type GrantRow, keptPast, wasGone } from '../../core/overview/grant-figures.sql.ts';
import type { Policy } from '../../core/policy/policy.rules.ts';
import { shownScore } from '../../core/scores/decay.rules.ts';
import { type Lapse, scoreOfLapse } from '../../core/scores/half-life.rules.ts';
import type { HeldFigures, HolderFigures } from './compliance-figures.rules.ts';
import { accessRisk, isPersonal, isPrivileged } from './compliance-risk.rules.ts';
import { Holders } from './count-holders.ts';

/** A stale grant as far as the count knows it; names come later, for those that are shown. */
interface RiskyGrant {
  id: string;
  risk: number;
  score: number;
  platform: string;
  classification: string | null;
  permission: string;
  last_used_at: number | null;
  lapses_at: number;
}

export interface CountedGrants {
  /** At each instant. */
  bands: [number, number, number, number][];
  /** The place of the first instant at which anything had been observed; null: at none. */
  observed_from: number | null;
  at_start: HeldFigures;
  at_end: HeldFigures;
  holders: HolderFigures;
  /** By platform, and there by the connector that watches the asset; '' where none does. */
  by_platform: Map<string, Map<string, number>>;
  riskiest: RiskyGrant[];
  /** Stale at the end without an open review, because nobody had answered the last one. */
  unanswered: number;
  /** Rows that were read. */
  grants: number;
  changes: number;
}

const noFigures = (): HeldFigures => ({
  held: 0,
  stale: 0,
  critical: 0,
  never_used: 0,
  privileged_stale: 0,
  personal_stale: 0,
});
const [HIGH, CRITICAL] = [2, 3];

/** One look at every grant, at all instants at once. */
export class GrantCounter {
  readonly #instants: readonly number[];
  readonly #policy: Policy;
  readonly #bands: BandsByClass;
  readonly #state: PastState;
  readonly #holders: Holders;
  readonly #riskiest: Riskiest;
  readonly #assets = new Map<string, AssetTraits>();
  readonly #counted: Omit<CountedGrants, 'holders' | 'riskiest'>;

  /** The first instant is the start of the period, the last its end. */
  constructor(instants: readonly number[], policy: Policy, shown: number) {
    this.#instants = instants;
    this.#policy = policy;
    this.#bands = bandsByClass(policy);
    this.#state = {
      lapses_at: new Float64Array(instants.length),
      half_life_class: new Int8Array(instants.length),
      last_used_at: new Float64Array(instants.length),
    };
    this.#holders = new Holders(instants.at(-1) as number, policy.shifts.dormant.after_days);
    this.#riskiest = new Riskiest(shown);
    this.#counted = {
      bands: instants.map(() => [0, 0, 0, 0]),
      observed_from: null,
      at_start: noFigures(),
      at_end: noFigures(),
      by_platform: new Map(),
      unanswered: 0,
      grants: 0,
      changes: 0,
    };
  }

  add(row: GrantRow): void {
    const counted = this.#counted;
    counted.grants += 1;
    this.#look(row);
    const last = this.#instants.length - 1;
    for (let i = 0; i <= last; i++) {
      const instant = this.#instants[i] as number;
      const lapses_at = this.#state.lapses_at[i] as number;
      if (Number.isNaN(lapses_at)) continue;
      const lapse = { lapses_at, half_life_class: this.#state.half_life_class[i] as number };
      counted.observed_from = Math.min(counted.observed_from ?? i, i);
      if (wasGone(row, instant)) continue;
      const band = this.#bands.of(lapse, instant);
      (counted.bands[i] as number[])[band] = ((counted.bands[i] as number[])[band] as number) + 1;
      if (i === 0) this.#count(counted.at_start, row, band, i);
      if (i === last) {
        this.#count(counted.at_end, row, band, i);
        this.#holdAtEnd(row, band, lapse, instant);
      }
    }
  }

  finish(): CountedGrants {
    return { ...this.#counted, holders: this.#holders.finish(), riskiest: this.#riskiest.list() };
  }

  #look(row: GrantRow): void {
    const policy = this.#policy;
    const past = keptPast(row, policy);
    this.#counted.changes += past.changes.length;
    pastStates(past, this.#instants, { policy, fresh_ms: this.#bands.fresh_ms }, this.#state);
  }

  #count(figures: HeldFigures, row: GrantRow, band: number, i: number): void {
    figures.held += 1;
    if (Number.isNaN(this.#state.last_used_at[i] as number)) figures.never_used += 1;
    if (band < HIGH) return;
    figures.stale += 1;
    if (band === CRITICAL) figures.critical += 1;
    if (isPrivileged(normalisePermission(row.permission))) figures.privileged_stale += 1;
    if (isPersonal(this.#assetOf(row))) figures.personal_stale += 1;
  }

  #holdAtEnd(row: GrantRow, band: number, lapse: Lapse, at: number): void {
    const { permission, id } = row;
    const { platform, classification, contains_pii, connector_id } = this.#assetOf(row);
    const { by_platform } = this.#counted;
    const held = by_platform.get(platform) ?? new Map<string, number>();
    by_platform.set(platform, held.set(connector_id ?? '', (held.get(connector_id ?? '') ?? 0) + 1));
    const used = this.#state.last_used_at[this.#instants.length - 1] as number;
    const last_used_at = Number.isNaN(used) ? null : used;
    this.#holders.hold(row, last_used_at);
    if (band < HIGH) return;
    if (row.unanswered) this.#counted.unanswered += 1;
    const score = shownScore(scoreOfLapse(lapse, at, this.#policy));
    const risk = accessRisk({
      score,
      classification,
      contains_pii,
      permission: normalisePermission(row.permission),
    });
    this.#riskiest.offer(risk, score, id, () => ({
      id,
      risk,
      score,
      platform,
      classification,
      permission,
      last_used_at,
      lapses_at: lapse.lapses_at,
    }));
  }

  #assetOf({ asset }: GrantRow): AssetTraits {
    let known = this.#assets.get(asset);
    if (known === undefined) {
      known = JSON.parse(asset) as AssetTraits;
      this.#assets.set(asset, known);
    }
    return known;
  }
}

/** The few of many that come first: by risk, then score, then id. */
class Riskiest {
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
