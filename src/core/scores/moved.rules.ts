import { DAY_MS } from '../../platform/iso-instant.ts';
import { isoDay, type MovingFacts, type Shift } from './shifts.rules.ts';

/** A change of department of whom the access is. */
export interface Move {
  name: string;
  from: string;
  to: string;
  /** When it was observed. */
  at: number;
}

/** Handing over takes some weeks; a use after them says that the access is needed in the new department too. */
export const HANDOVER_DAYS = 42;

/** What was granted in the new department is not of the old one. */
const isLeftBehind = ({ moved, granted_at, last_used_at }: MovingFacts): boolean =>
  moved !== null &&
  granted_at < moved.at &&
  (last_used_at ?? Number.NEGATIVE_INFINITY) < moved.at + HANDOVER_DAYS * DAY_MS;

/** Of the second model: half the patience. */
export const moved: Shift<MovingFacts> = {
  days: (facts, policy, _lapsesAt, patience) =>
    policy.model_version === 2 && isLeftBehind(facts) ? 0 - Math.floor(patience / 2) : 0,
  because: ({ moved: move }) =>
    move === null
      ? ''
      : `${move.name} changed from ${move.from} to ${move.to} on ${isoDay(move.at)} and has not used it ${HANDOVER_DAYS} days or more after that`,
};
