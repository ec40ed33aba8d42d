import type { Policy } from '../../core/policy/policy.rules.ts';
import { pairKey } from '../../core/reviews/evidence/pairs.sql.ts';
import { lastFreshDates } from '../../core/scores/half-life.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import { describeAllLosses } from './all-losses.ts';
import { remediationCounts } from './breakers.sql.ts';
import { type Endangered, endangeredByLosses, NOTHING_ENDANGERED } from './endangered.sql.ts';
import {
  countOtherAdmins,
  type DescribedLosses,
  type GrantCircumstances,
  type Losses,
  NOTHING_LOST,
  remediationCircumstances,
} from './facts.sql.ts';
import { type ForeseenElsewhere, foreseeElsewhere } from './foresee-elsewhere.ts';
import { administers, type GuardFacts, type GuardVerdict, judge } from './guards.rules.ts';

/** What the guards are asked about remediations, as of now. The worker asks about one; reviews ask about many. */

interface GuardedRemediation {
  accept_other_losses: boolean;
  /** Null until it has been let through once. */
  released_at: string | null;
}

/** Of the remediation itself. */
interface KnownAlone {
  grant: GrantCircumstances;
  also: DescribedLosses;
  now: number;
  losses: Pick<Losses, 'group_grant'>;
  /** Left out: beforehand it is asked only of what is removed on another platform. */
  endangered?: Endangered;
}

type Counts = Awaited<ReturnType<typeof remediationCounts>>;

export async function remediationGuardFacts(
  q: Querier,
  removal: GuardedRemediation,
  known: KnownAlone & { losses: Losses },
): Promise<GuardFacts> {
  const { grant, now } = known;
  const counts = await remediationCounts(q, grant.asset_id, now);
  const admins = await countOtherAdmins(q, administers(grant.permission) ? [grant] : []);
  const endangered = (await endangeredByLosses(q, [known.losses])).get(grant.grant_id) ?? NOTHING_ENDANGERED;
  return guardFacts(removal, { ...known, counts, endangered, other_admins: admins.get(pairKey(grant)) ?? 0 });
}

interface ForeseenRemediation {
  grant: GrantCircumstances;
  elsewhere: ForeseenElsewhere | null;
  also: DescribedLosses;
  verdicts: GuardVerdict[];
}

export const FIRST_TIME: GuardedRemediation = { accept_other_losses: false, released_at: null };

/**
 * What the guards say of any number of remediations that are not yet taken up, by the id of the grant: a few statements for all.
 * Each is judged as if it were the only one. The platform is not asked; the worker is, and decides.
 */
export async function foreseeRemediations(
  q: Querier,
  removals: readonly { grant_id: string; connector_id: string | null }[],
  { policy, now }: { policy: Policy; now: number },
): Promise<Map<string, ForeseenRemediation>> {
  if (removals.length === 0) return new Map();
  const circumstances = await remediationCircumstances(q, removals);
  const grants = [...circumstances.values()];
  const elsewhere = await foreseeElsewhere(q, grants);
  const losses = new Map(
    grants.map((grant) => [grant.grant_id, foreseenLosses(grant, elsewhere.get(grant.grant_id))]),
  );
  const freshAfter = lastFreshDates(policy, now);
  const described = await describeAllLosses(q, [...losses.values()], freshAfter);
  const endangered = await endangeredByLosses(
    q,
    [...losses.values()].filter(({ membership }) => membership?.is_elsewhere),
  );
  const admins = await countOtherAdmins(
    q,
    grants.filter(({ permission }) => administers(permission)),
  );
  const counts = new Map<string, Counts>();
  for (const asset_id of new Set(grants.map((grant) => grant.asset_id)))
    counts.set(asset_id, await remediationCounts(q, asset_id, now));
  return new Map(
    grants.map((grant) => {
      const also = described.get(grant.grant_id) ?? NOTHING_LOST;
      const facts = guardFacts(FIRST_TIME, {
        grant,
        also,
        now,
        losses: losses.get(grant.grant_id) as Losses,
        endangered: endangered.get(grant.grant_id) ?? NOTHING_ENDANGERED,
        counts: counts.get(grant.asset_id) as Counts,
        other_admins: admins.get(pairKey(grant)) ?? 0,
      });
      const where = elsewhere.get(grant.grant_id) ?? null;
      return [grant.grant_id, { grant, elsewhere: where, also, verdicts: judge(facts, policy) }] as const;
    }),
  );
}

/**
 * What hangs on the way by which the principal has the access: all of a membership, and of a group's grant what its members
 * have by it. Without the platform it is guessed which of both is removed.
 */
export function expectedLosses(
  { grant_id, principal_id, asset_id, via_group_id, principal_type }: GrantCircumstances,
  isMembership = via_group_id !== null,
): Losses {
  const isGroup = principal_type === 'group';
  return {
    grant_id,
    grant_ids: [],
    membership:
      isMembership && via_group_id !== null ? { group_ids: [via_group_id], member_id: principal_id } : null,
    group_grant: !isMembership && isGroup ? { group_id: principal_id, asset_id } : null,
  };
}

/** The same, where it is known beforehand that another connector takes the principal out of a group. */
export const foreseenLosses = (
  grant: GrantCircumstances,
  elsewhere: ForeseenElsewhere | undefined,
): Losses => ({
  ...expectedLosses(grant),
  ...(elsewhere?.membership ? { membership: elsewhere.membership } : {}),
});

export function guardFacts(
  { accept_other_losses, released_at }: GuardedRemediation,
  known: KnownAlone & { counts: Counts; other_admins: number },
): GuardFacts {
  const { grant, also, now, losses, counts, other_admins } = known;
  return {
    now,
    principal: { name: grant.principal_name, protected: grant.principal_protected },
    asset: { name: grant.asset_name, protected: grant.asset_protected },
    grant: { permission: grant.permission, granted_at: Date.parse(grant.granted_at) },
    other_admins,
    telemetry: {
      platform: grant.platform,
      gap_since: grant.gap_since === null ? null : Date.parse(grant.gap_since),
      connector:
        grant.connector_name === null
          ? null
          : {
              name: grant.connector_name,
              last_use_read_at: grant.last_use_read_at === null ? null : Date.parse(grant.last_use_read_at),
            },
    },
    also_removes: {
      total: also.total,
      fresh: also.in_use,
      examples: also.items
        .filter((item) => item.in_use)
        .slice(0, 3)
        .map((item) => `${item.permission} on ${item.asset_name}`),
    },
    endangered: known.endangered ?? NOTHING_ENDANGERED,
    accept_other_losses,
    breaker: {
      open: grant.breaker_reason,
      // Its own release, when it is tried again, is among those that are counted.
      tenant: { ...counts.tenant, adding: released_at === null ? 1 + also.total : 0 },
      asset: {
        ...counts.asset,
        adding: released_at === null ? 1 + (losses.group_grant ? also.total : 0) : 0,
      },
    },
  };
}
