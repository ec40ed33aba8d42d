import type { GrantLine } from '../../core/directory/directory.rules.ts';
import { DAY_MS, isoInstant } from '../../platform/iso-instant.ts';
import { below, mix } from '../random.ts';
import { platformOf } from './assets.ts';
import { directHoldings, groupAssets } from './holdings.ts';
import { recordId } from './ids.ts';
import { groupMembers, groupPrincipal } from './membership.ts';
import type { Plan } from './plan.ts';
import { dayStart, grantedDay, lastUseTime, pairKey } from './use-pattern.ts';

export type Access = 'read' | 'read_write' | 'admin' | 'owner';

/** Older than what members inherit, which is at most 1,000 days older than the period of use. */
const GROUP_GRANT_YOUNGEST_DAYS = 1_100;

/** Who may reach what, in numbers. */
interface Holding {
  principal: number;
  asset: number;
  access: Access;
  via_group: number | null;
}

interface Grant extends Holding {
  granted_at: number;
  last_used_at: number | null;
}

export function accessFor(key: number): Access {
  const draw = below(100, mix(key, 9));
  if (draw < 62) return 'read';
  if (draw < 88) return 'read_write';
  return draw < 97 ? 'admin' : 'owner';
}

/** First what groups hold and their members inherit, then everyone's direct grants. */
export function* grantLines(plan: Plan): Generator<GrantLine> {
  let number = 0;
  for (let group = 0; group < plan.groups; group++) {
    for (const asset of groupAssets(plan, group)) {
      for (const grant of groupGrants(plan, group, asset)) yield grantLine(plan, grant, number++);
    }
  }
  for (const { principal, assets } of directHoldings(plan)) {
    for (const asset of assets) {
      const access = accessFor(pairKey(plan, principal, asset));
      yield grantLine(plan, usedGrant(plan, { principal, asset, access, via_group: null }), number++);
    }
  }
}

/** The group's own grant, used when any member used it, and the one every member inherits. */
function groupGrants(plan: Plan, group: number, asset: number): Grant[] {
  const principal = groupPrincipal(plan, group);
  const key = pairKey(plan, principal, asset);
  const access = accessFor(key);
  const heldDays = plan.days + GROUP_GRANT_YOUNGEST_DAYS + below(400, mix(key, 2));
  const held: Grant = {
    principal,
    asset,
    access,
    granted_at: plan.ends_at - heldDays * DAY_MS,
    last_used_at: null,
    via_group: null,
  };
  const grants = [held];
  for (const member of groupMembers(plan, group)) {
    const inherited = usedGrant(plan, { principal: member, asset, access, via_group: principal });
    grants.push(inherited);
    if (inherited.last_used_at !== null) {
      held.last_used_at = Math.max(held.last_used_at ?? 0, inherited.last_used_at);
    }
  }
  return grants;
}

/** A grant that its principal uses in person. */
function usedGrant(plan: Plan, holding: Holding): Grant {
  const key = pairKey(plan, holding.principal, holding.asset);
  return {
    ...holding,
    granted_at: dayStart(plan, grantedDay(plan, key)) + below(DAY_MS, mix(key, 10)),
    last_used_at: lastUseTime(plan, holding.principal, key),
  };
}

function grantLine(plan: Plan, grant: Grant, number: number): GrantLine {
  // Fabric spells its permissions without the underscore.
  const isFabricWrite = grant.access === 'read_write' && platformOf(plan, grant.asset) === 'fabric';
  const line: GrantLine = {
    kind: 'grant',
    id: recordId(plan.seed, 'grant', number),
    principal_id: recordId(plan.seed, 'principal', grant.principal),
    asset_id: recordId(plan.seed, 'asset', grant.asset),
    permission: isFabricWrite ? 'ReadWrite' : grant.access,
    granted_at: isoInstant(grant.granted_at),
  };
  if (grant.via_group !== null) line.via_group_id = recordId(plan.seed, 'principal', grant.via_group);
  if (grant.last_used_at !== null) line.last_used_at = isoInstant(grant.last_used_at);
  return line;
}
