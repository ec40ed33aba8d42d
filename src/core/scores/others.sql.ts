import type { Querier } from '../../platform/database/database.ts';
import { storedInstant } from '../events/event-time.rules.ts';
import type { Policy } from '../policy/policy.rules.ts';
import type { Use } from './habit.rules.ts';
import { habitOfOthers, type OthersHabit, wantsOthers } from './others.rules.ts';
import { patienceOf } from './patience.rules.ts';
import type { GrantFacts } from './shifts.rules.ts';

/** Enough for what half of them do; an asset may have tens of thousands, and a page of reviews a hundred assets. */
const OTHERS_MAX = 25;

/**
 * Of each grant whose own habit is unknown, what others make of the same access; those of whom too little is known are left
 * out. Who is held to be like nobody is left out too: groups and inventory accounts have no kind among peers.
 */
export async function habitsOfOthers(
  q: Querier,
  grants: readonly { grant_id: string; facts: GrantFacts }[],
  { policy, now }: { policy: Policy; now: number },
): Promise<Map<string, OthersHabit>> {
  const wanted = new Map(
    grants.filter(({ facts }) => wantsOthers(facts, policy)).map(({ grant_id, facts }) => [grant_id, facts]),
  );
  if (wanted.size === 0) return new Map();
  const rows = await q.query<{ wanted_id: string; last_used_at: string | null; active_days: Buffer }>(
    `SELECT w.id AS wanted_id, s.last_used_at, s.active_days
     FROM unnest($2::text[]) AS w (id)
     JOIN LATERAL (SELECT asset_id, permission, principal_id FROM grants
                   WHERE tenant_id = $1 AND id = w.id LIMIT 1) g ON true
     JOIN LATERAL (SELECT type FROM principals WHERE tenant_id = $1 AND id = g.principal_id LIMIT 1) p ON true
     JOIN LATERAL (SELECT id FROM grants
                   WHERE tenant_id = $1 AND asset_id = g.asset_id AND permission = g.permission AND status = 'active'
                     AND principal_id <> g.principal_id
                   ORDER BY principal_id LIMIT ${OTHERS_MAX}) o ON true
     JOIN LATERAL (SELECT last_used_at, active_days, peer_type, peer_counted, active FROM grant_scores
                   WHERE tenant_id = $1 AND grant_id = o.id LIMIT 1) s
       ON s.peer_type = p.type AND s.peer_counted AND s.active`,
    [q.tenant_id, [...wanted.keys()]],
  );
  const uses = new Map<string, Use[]>();
  for (const { wanted_id, last_used_at, active_days } of rows) {
    const use = { last_used_at: last_used_at === null ? null : storedInstant(last_used_at), active_days };
    uses.set(wanted_id, [...(uses.get(wanted_id) ?? []), use]);
  }
  return new Map(
    [...uses].flatMap(([id, of]) => {
      const patience = patienceOf(policy, wanted.get(id)?.is_service === true);
      const habit = habitOfOthers(of, patience, now);
      return habit === null ? [] : [[id, habit] as const];
    }),
  );
}
