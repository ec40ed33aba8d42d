import type { Edge } from '../../connectors/connector.ts';
import { platformTitle } from '../../core/accounts/grant-account.rules.ts';
import { counted } from '../../platform/counted.ts';
import type { Querier } from '../../platform/database/database.ts';
import { groupedBy } from '../../platform/grouped-by.ts';
import type { DescribedLosses, GrantCircumstances, Losses } from '../guards/facts.sql.ts';
import { expectedLosses } from '../guards/guard-facts.ts';
import { groupsLeft } from './elsewhere.sql.ts';
import type { PlannedElsewhere } from './plan-elsewhere.ts';
import type { Remediation } from './remediation-context.ts';

/** What else hangs on the edge, as the platform has told. */
export async function lossesOf(
  q: Querier,
  { connector, work }: Pick<Remediation, 'connector' | 'work'>,
  { undo, grant }: { undo: { edge: Edge; state: Record<string, unknown> }; grant: GrantCircumstances },
): Promise<Losses> {
  const named = connector.platform === 'directory' ? undo.state.grant_ids : [];
  const { edge } = undo;
  const expected = expectedLosses(grant, edge.kind === 'membership');
  const { edge_connector_id: connector_id } = work;
  return {
    ...expected,
    grant_ids: Array.isArray(named) ? (named as string[]) : [],
    ...(connector_id !== null && edge.kind === 'membership'
      ? { membership: await membershipLeft(q, { connector_id, edge, member_id: grant.principal_id }) }
      : {}),
  };
}

async function membershipLeft(
  q: Querier,
  left: { connector_id: string; edge: Extract<Edge, { kind: 'membership' }>; member_id: string },
): Promise<Losses['membership']> {
  const { connector_id, edge, member_id } = left;
  const [group_ids = []] = await groupsLeft(q, [{ connector_id, group_key: edge.group_key, member_id }]);
  return { group_ids, member_id, is_elsewhere: true };
}

/** What the reader must know of an edge of another platform: whose it is, and what it gives elsewhere. */
export function elsewhereWarnings(at: PlannedElsewhere['at'] | null, also: DescribedLosses): string[] {
  if (at === null) return [];
  const where = `${platformTitle(at.platform)} (${at.connector_name})`;
  const counts = [...groupedBy(also.items, ({ platform }) => platform ?? '')].map(
    ([platform, items]) =>
      `${items.length} on ${platformTitle(platform)} (${items
        .slice(0, NAMED_MAX)
        .map(({ asset_name }) => asset_name)
        .join(', ')}${items.length > NAMED_MAX ? ', …' : ''})`,
  );
  return [
    `The membership is removed at ${where}, because who is in the group is decided there. Nobody else leaves it.`,
    also.total === 0
      ? 'It gives nothing else that Lapse knows of.'
      : `It also gives ${counted(also.total, 'other grant')}: ${counts.join(', ')}.`,
    ...(at.mode === 'dry_run'
      ? [`${where} is on dry run, so nothing is removed: change the mode of its connector.`]
      : []),
  ];
}

const NAMED_MAX = 3;
