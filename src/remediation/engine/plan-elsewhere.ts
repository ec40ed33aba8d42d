import type { Edge, NotPossible, RevokePlan } from '../../connectors/connector.ts';
import { platformTitle } from '../../core/accounts/grant-account.rules.ts';
import { type EdgeElsewhere, edgesElsewhere, groupOfKey } from './elsewhere.sql.ts';
import type { PathSummary } from './plan.rules.ts';
import { CALL_TIMEOUT_MS, type Remediation } from './remediation-context.ts';

export interface PlannedElsewhere {
  plan: Extract<RevokePlan, { outcome: 'planned' }>;
  edge: Edge;
  at: Pick<EdgeElsewhere, 'connector_id' | 'connector_name' | 'platform' | 'mode'>;
  path: PathSummary;
  /** Other ways there into the same group. */
  others: PathSummary[];
}

/** A connector that fills a group from another platform says so, because that would put the member back. */
export const isFilledElsewhere = ({ details }: NotPossible): boolean => details?.provisioned === true;

/**
 * The edge that really gives the access, where the group is filled by another connected platform: the membership there, of the
 * account that is linked to the same principal. Or why there is none that could be removed.
 */
export async function planElsewhere(
  removal: Remediation,
  { edge, refusal, permission }: { edge: Edge; refusal: NotPossible; permission: string | null },
): Promise<PlannedElsewhere | NotPossible> {
  const { context, tenant_id, work } = removal;
  if (edge.kind !== 'membership' || work.connector_id === null) return refusal;
  const q = context.db.tenant(tenant_id);
  const group = await groupOfKey(q, { connector_id: work.connector_id, group_key: edge.group_key });
  if (group === null) return refusal;
  const { connector_id, principal_id } = work;
  const [ways = []] = await edgesElsewhere(q, [{ connector_id, group_id: group.id, principal_id }]);
  if (ways.length === 0) return because(refusal, NOT_CONNECTED);
  let last: NotPossible = refusal;
  for (const way of ways) {
    const where = whereOf(way);
    if (!way.enabled) {
      last = because(refusal, switchedOff(way));
      continue;
    }
    const found: Edge = { kind: 'membership', group_key: way.group_key, member_key: way.member_key };
    const plan = await (await removal.open(way.connector_id)).plan(found, { timeout_ms: CALL_TIMEOUT_MS });
    if (plan.outcome === 'planned') {
      const same = ways.filter((other) => other !== way && other.connector_id === way.connector_id);
      return {
        plan,
        edge: found,
        at: way,
        path: through(way, `Through ${group.name}, which ${where} fills`, permission),
        others: same.map((other) =>
          through(other, `There is another way into ${group.name} at ${where}`, permission),
        ),
      };
    }
    if (plan.outcome === 'already_absent') {
      last = because(
        refusal,
        `${where} does not have the member in ${way.group_name} any more, and this platform has not taken that over yet.`,
      );
    } else if (!isFilledElsewhere(plan)) {
      last = because(refusal, `${where}: ${plan.message}`);
    }
  }
  return last;
}

export const whereOf = ({
  platform,
  connector_name,
}: Pick<EdgeElsewhere, 'platform' | 'connector_name'>): string =>
  `${platformTitle(platform)} (${connector_name})`;

export const switchedOff = (way: EdgeElsewhere): string =>
  `${whereOf(way)} is switched off in Lapse: switch it on and retry.`;

export const NOT_CONNECTED =
  'Lapse is not connected to where it is filled from, or does not know which account there is the same person.';

const because = (refusal: NotPossible, message: string): NotPossible => ({
  ...refusal,
  message: `${refusal.message} ${message}`,
});

const through = ({ group_name }: EdgeElsewhere, said: string, permission: string | null): PathSummary => ({
  kind: 'group',
  permission,
  description: `${said}, by the membership in ${group_name} there.`,
  closable: true,
});
