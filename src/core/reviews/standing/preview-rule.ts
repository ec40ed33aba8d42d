import type { Querier } from '../../../platform/database/database.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import { foreseeRefusals } from '../../../remediation/guards/foresee-refusals.ts';
import { nameGrants } from '../../overview/grant-figures.sql.ts';
import { loadPolicy } from '../../policy/policies.sql.ts';
import { oldestWaitingEvent } from '../timers/silent-grants.sql.ts';
import { allCandidates, candidatesAmong } from './candidates.sql.ts';
import { countPast, disabledSince } from './preview.sql.ts';
import { cappedDays, DRY_RUN_DAYS, dayStart, seenMark } from './standing-rule.rules.ts';
import type { RuleRow } from './standing-rules.sql.ts';

const SAMPLE = 20;

/** What the rule would decide if it were on, in its order, and the mark of it. */
export async function wouldDecideNow(tx: Querier, rule: RuleRow, now: number) {
  const waiting = rule.kind === 'leaver' ? null : await oldestWaitingEvent(tx);
  const as_of = waiting === null ? now : Math.min(now, Date.parse(waiting));
  const ids = await allCandidates(tx, rule, { as_of, until: as_of });
  return { as_of, ids, seen: { count: ids.length, mark: seenMark(rule, ids) } };
}

/** What the rule would have decided in the last 90 days, how much of it would have been wrong, and what it would decide now. Changes nothing. */
export async function previewRule(tx: Querier, rule: RuleRow, now: number) {
  const from = dayStart(now) - (DRY_RUN_DAYS - 1) * DAY_MS;
  const { readyOn, counts } = await countPast(tx, rule, { from, now });
  const { days, waiting } = cappedDays(readyOn, { cap: rule.cap_per_day, from, to: now });
  const { as_of, ids, seen } = await wouldDecideNow(tx, rule, now);
  const first = ids.slice(0, SAMPLE);
  const { policy } = await loadPolicy(tx);
  const refusals = await foreseeRefusals(tx, first, { policy, now });
  const known = new Map(
    (await candidatesAmong(tx, rule, first, { as_of, until: as_of })).map((each) => [each.grant_id, each]),
  );
  const names = await nameGrants(tx, first);
  return {
    rule_id: rule.id,
    version: rule.version,
    as_of: isoInstant(now),
    from: isoInstant(from),
    days,
    ...counts,
    decided: days.reduce((sum, day) => sum + day.decided, 0),
    waiting,
    not_known: await notKnown(tx, rule, from),
    seen,
    sample: first.flatMap((grant_id) => {
      const candidate = known.get(grant_id);
      if (!candidate) return [];
      const { principal_id, asset_id, permission, since, ready_at, open_review_id } = candidate;
      return {
        grant_id,
        principal_id,
        principal_name: names.get(grant_id)?.principal_name ?? principal_id,
        asset_id,
        asset_name: names.get(grant_id)?.asset_name ?? asset_id,
        permission,
        since,
        ready_at,
        open_review_id,
        refused_by: refusals.get(grant_id) ?? [],
      };
    }),
  };
}

async function notKnown(tx: Querier, { kind }: RuleRow, from: number): Promise<string[]> {
  const always = [
    'Protection, purposes and classifications of then are not known: they are taken as they are today. So are groups.',
    'What people had in hand then, such as an escalation, is not taken into account; a confirmation is.',
  ];
  if (kind === 'never_used') {
    return [
      ...always,
      'Use longer ago than 800 days is not known day by day; access that was granted before and is used is left out.',
    ];
  }
  const since = await disabledSince(tx);
  if (since !== null && Date.parse(since) <= from) return always;
  const when =
    since === null
      ? 'No account has been observed to be disabled yet.'
      : `Before ${isoInstant(Date.parse(since))} it was not observed which accounts are disabled.`;
  return [when, ...always];
}
