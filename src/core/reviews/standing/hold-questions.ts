import type { Querier } from '../../../platform/database/database.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import { foreseeRefusals } from '../../../remediation/guards/foresee-refusals.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import type { Pair } from '../evidence/pairs.sql.ts';
import { candidatesAmong } from './candidates.sql.ts';
import { holdQuestions, type NewHeld } from './held-questions.sql.ts';
import { HELD_DAYS } from './standing-rule.rules.ts';
import { activeRules } from './standing-rules.sql.ts';

/**
 * Of questions that are about to be asked those that a rule is going to decide, all of their grants, within a month: they are held and
 * not asked. What a guard would refuse is asked.
 */
export async function holdQuestionsForRules<Question extends Pair & { access_grant_ids: readonly string[] }>(
  tx: Querier,
  questions: readonly Question[],
  { policy, now }: { policy: Policy; now: number },
): Promise<Set<Question>> {
  const held = new Map<Question, NewHeld>();
  if (questions.length === 0) return new Set();
  for (const rule of await activeRules(tx, now)) {
    const until = Math.min(now + HELD_DAYS * DAY_MS, Date.parse(rule.expires_at));
    const left = questions.filter((question) => !held.has(question));
    const ids = left.flatMap((question) => question.access_grant_ids);
    const found = await candidatesAmong(tx, rule, ids, { as_of: now, until });
    const refusals = await foreseeRefusals(
      tx,
      found.map(({ grant_id }) => grant_id),
      { policy, now },
    );
    const readyAt = new Map(
      found
        .filter(({ grant_id }) => (refusals.get(grant_id) ?? []).length === 0)
        .map(({ grant_id, ready_at }) => [grant_id, ready_at]),
    );
    for (const question of left) {
      const ready = question.access_grant_ids.map((id) => readyAt.get(id));
      if (ready.length === 0 || ready.includes(undefined)) continue;
      const decides_at = (ready as string[]).sort().at(-1) as string;
      const { principal_id, asset_id } = question;
      held.set(question, { principal_id, asset_id, rule_id: rule.id, decides_at });
    }
  }
  await holdQuestions(tx, [...held.values()], now);
  return new Set(held.keys());
}
