import { v7 as uuidv7 } from 'uuid';
import {
  findCallerPrincipal,
  groupsOfCaller,
  principalsOfCaller,
} from '../../../gateway/caller-principal.sql.ts';
import type { Caller } from '../../../gateway/roles.rules.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import type { Policy } from '../../policy/policy.rules.ts';
import {
  daysUsedAfter,
  isSeededDue,
  knownInOrder,
  SEEDED_OPEN_DAYS,
  STILL_NEEDED_DAYS,
} from './seeded.rules.ts';
import { insertSeeded, type NewSeeded, paceOf } from './seeded.sql.ts';
import { findCases, type PastCase } from './seeded-cases.sql.ts';

export interface Seeding {
  caller: Caller;
  policy: Policy;
  now: number;
}

/**
 * After somebody has decided: asks them a question from the past, if the policy wants that, one is due and history has one. Where the
 * policy does not want it, this costs nothing.
 */
export async function seedQuestion(tx: Querier, { caller, policy, now }: Seeding): Promise<void> {
  const { seeded_percent } = policy.review;
  if (seeded_percent === 0) return;
  const asked_of = caller.label;
  const created_at = isoInstant(now);
  const { answered, has_open } = await paceOf(tx, { asked_of, now: created_at });
  if (has_open || !isSeededDue(answered, seeded_percent)) return;
  const id = uuidv7();
  const found = await chooseCase(tx, { id, caller, now });
  if (found === null) return;
  const expires_at = isoInstant(now + SEEDED_OPEN_DAYS * DAY_MS);
  await insertSeeded(tx, { id, asked_of, created_at, expires_at, ...found });
}

type Chosen = Pick<NewSeeded, 'review_id' | 'known' | 'decided_at' | 'days_used'>;

async function chooseCase(
  tx: Querier,
  { id, caller, now }: { id: string; caller: Caller; now: number },
): Promise<Chosen | null> {
  const me = await findCallerPrincipal(tx, caller);
  const names = [...new Set([caller.label, ...caller.aliases].map((name) => name.toLowerCase()))];
  for (const known of knownInOrder(id)) {
    const wanted = { known, asked_of: caller.label, names, principal_id: me?.id ?? null, lot: id, now };
    const cases = await foreignTo(tx, caller, await findCases(tx, wanted));
    for (const { review_id, decided_at, ...use } of cases) {
      const days_used = known === 'REVOKE' ? null : daysOf({ decided_at, ...use });
      if (days_used === null || days_used >= STILL_NEEDED_DAYS)
        return { review_id, known, decided_at, days_used };
    }
  }
  return null;
}

/** Those that are not about the caller, nor about access that the caller holds through a group. */
async function foreignTo(tx: Querier, caller: Caller, cases: readonly PastCase[]): Promise<PastCase[]> {
  const about = [...new Set(cases.map(({ principal_id }) => principal_id))];
  const own = await principalsOfCaller(tx, about, caller);
  const groups = await groupsOfCaller(tx, about, caller);
  return cases.filter(({ principal_id }) => !own.has(principal_id) && !groups.has(principal_id));
}

const daysOf = ({
  decided_at,
  last_used_at,
  active_days,
}: Pick<PastCase, 'decided_at' | 'last_used_at' | 'active_days'>): number =>
  daysUsedAfter(
    {
      last_used_at: last_used_at === null ? null : Date.parse(last_used_at),
      active_days: active_days ?? new Uint8Array(),
    },
    Date.parse(decided_at),
  );
