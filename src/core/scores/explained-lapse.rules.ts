import { DAY_MS } from '../../platform/iso-instant.ts';
import type { Policy } from '../policy/policy.rules.ts';
import { explainLapseDate } from './lapse-date.rules.ts';
import type { GrantFacts } from './shifts.rules.ts';

export interface ExplainedLapse {
  idle_since: number;
  /** Their days, added to `idle_since`, are exactly the stored date. */
  parts: { kind: string; days: number; reason: string }[];
}

/** Facts that have just changed lead to another date than the one still stored; the sum stays true meanwhile. */
export function explainStoredDate(facts: GrantFacts, policy: Policy, storedLapsesAt: number): ExplainedLapse {
  const { idle_since, parts, lapses_at } = explainLapseDate(facts, policy);
  const days = (storedLapsesAt - lapses_at) / DAY_MS;
  return { idle_since, parts: days === 0 ? parts : [...parts, { kind: 'pending', days, reason: PENDING }] };
}

const PENDING = 'What is known has changed since the date was computed; it is about to be recomputed.';
