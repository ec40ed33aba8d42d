import type { AccessPath, Edge } from '../../connectors/connector.ts';
import { accountKeys, type GrantKeys, otherWaysElsewhere } from '../../connectors/keys.sql.ts';
import { platformTitle } from '../../core/accounts/grant-account.rules.ts';
import { edgeConnectorOf, groupOfKey } from './elsewhere.sql.ts';
import { choosePath, summaryOf } from './plan.rules.ts';
import type { PlannedRemediation } from './plan-remediation.ts';
import { CALL_TIMEOUT_MS, type Remediation } from './remediation-context.ts';

/** Of what a member of a group holds on a platform that does not know who is in it. */
type MemberKeys = GrantKeys & Required<Pick<GrantKeys, 'members_at' | 'through'>> & { via_group_key: string };

export const isMemberElsewhere = (keys: GrantKeys): keys is MemberKeys =>
  keys.members_at !== undefined && keys.through !== undefined && keys.via_group_key !== null;

const OPTIONS = { timeout_ms: CALL_TIMEOUT_MS };

const edgeOf = ({ via_group_key, principal_key }: MemberKeys): Edge => ({
  kind: 'membership',
  group_key: via_group_key,
  member_key: principal_key,
});

/**
 * The platform of the asset is asked whether the group still has the access, and the one that knows who is in the group how the member
 * would leave it.
 */
export async function planMember(removal: Remediation, keys: MemberKeys): Promise<PlannedRemediation> {
  const { context, tenant_id, connector, work } = removal;
  const { members_at, through, asset_key } = keys;
  const q = context.db.tenant(tenant_id);
  const there = await edgeConnectorOf(q, members_at);
  const others = (await otherWays(removal, keys)).map(summaryOf);
  const paths = await connector.paths({ principal_key: through.group_key, asset_key }, OPTIONS);
  const { group_key, holder_key, grant_key } = through;
  const { chosen } = choosePath(paths, {
    grant_key,
    via_group_key: holder_key === group_key ? null : holder_key,
  });
  if (chosen === null) return { outcome: 'already_absent', others };
  const refuse = (message: string): PlannedRemediation => ({
    outcome: 'not_possible',
    reason: 'not_supported',
    message,
    others,
  });
  if (there === null)
    return refuse('Who is in the group is decided where Lapse is not connected to any more.');
  const where = `${platformTitle(there.platform)} (${there.name})`;
  if (!there.enabled) return refuse(`${where} is switched off in Lapse: switch it on and retry.`);
  const edge = edgeOf(keys);
  const plan = await (await removal.open(members_at)).plan(edge, OPTIONS);
  if (plan.outcome === 'already_absent') return { ...plan, by: there.name, others };
  if (plan.outcome === 'not_possible') return { ...plan, message: `${where}: ${plan.message}`, others };
  const [group, left] = await Promise.all([
    groupOfKey(q, { connector_id: work.connector_id ?? '', group_key }),
    groupOfKey(q, { connector_id: members_at, group_key: keys.via_group_key }),
  ]);
  const path = {
    kind: 'group',
    permission: chosen.permission,
    description: `Through ${group?.name ?? group_key}, by the membership in ${left?.name ?? keys.via_group_key} at ${where}.`,
    closable: true,
  };
  const { name, platform, mode } = there;
  const at = { connector_id: members_at, connector_name: name, platform, mode };
  return { ...plan, path, others, edge, at };
}

/**
 * By what else the principal reaches the asset: what the platform of the asset says of the principal by name, and memberships in groups,
 * as far as they are read back where they are.
 */
export async function otherWays(removal: Remediation, keys: MemberKeys): Promise<AccessPath[]> {
  const { context, tenant_id, connector, work } = removal;
  const q = context.db.tenant(tenant_id);
  const paths: AccessPath[] = [];
  for (const principal_key of await accountKeys(q, work.connector_id ?? '', work.principal_id)) {
    paths.push(...(await connector.paths({ principal_key, asset_key: keys.asset_key }, OPTIONS)));
  }
  for (const way of await otherWaysElsewhere(q, work)) {
    const { connector_id, group_key, member_key } = way;
    const edge: Edge = { kind: 'membership', group_key, member_key };
    const isSame = JSON.stringify(edge) === JSON.stringify(edgeOf(keys)) && connector_id === keys.members_at;
    if (isSame) continue;
    const read = await (await removal.open(connector_id)).verify(
      { edge, subject: null, undo: null },
      OPTIONS,
    );
    if (read.edge === 'absent') continue;
    paths.push({
      kind: 'group',
      keys: [],
      edge,
      permission: way.permission,
      description: `Through ${way.group_name}, by a membership at ${platformTitle(way.platform)} (${way.connector_name}).`,
    });
  }
  return paths;
}
