import type { Querier } from '../../platform/database/database.ts';
import {
  type EdgeElsewhere,
  edgesElsewhere,
  groupsLeft,
  heldThroughFilled,
} from '../engine/elsewhere.sql.ts';
import { NOT_CONNECTED, switchedOff, whereOf } from '../engine/plan-elsewhere.ts';
import type { GrantCircumstances, Losses } from './facts.sql.ts';

/** Where the access would be removed, as far as is known before any platform is asked. */
export interface ForeseenElsewhere {
  group_name: string;
  /** Null: nowhere that Lapse could, and `message` says why. */
  at: Pick<EdgeElsewhere, 'connector_id' | 'connector_name' | 'platform' | 'mode'> | null;
  /** For people. */
  message: string;
  membership: NonNullable<Losses['membership']> | null;
}

/** Of those of these grants whose group another connector fills, by the grant: the same way that the worker tries first. */
export async function foreseeElsewhere(
  q: Querier,
  grants: readonly GrantCircumstances[],
): Promise<Map<string, ForeseenElsewhere>> {
  const memberOf = new Map(grants.map(({ grant_id, principal_id }) => [grant_id, principal_id]));
  const filled = (await heldThroughFilled(q, grants)).map((each) => ({
    ...each,
    principal_id: memberOf.get(each.grant_id) as string,
  }));
  const found = await edgesElsewhere(q, filled);
  const ways = found.map((all) => all.find(({ enabled }) => enabled) ?? null);
  const leaving = ways.map((way, index) => ({
    connector_id: way?.connector_id ?? '',
    group_key: way?.group_key ?? '',
    member_id: filled[index]?.principal_id ?? '',
  }));
  const left = await groupsLeft(q, leaving);
  return new Map(
    filled.map(({ grant_id, group_name, principal_id }, index) => {
      const way = ways[index] ?? null;
      const foreseen = { group_name, at: way, message: sentence(group_name, way, found[index]?.[0] ?? null) };
      const membership = way && {
        group_ids: left[index] ?? [],
        member_id: principal_id,
        is_elsewhere: true,
      };
      return [grant_id, { ...foreseen, membership }] as const;
    }),
  );
}

/** As the API says it. */
export const toldElsewhere = ({ group_name, at, message }: ForeseenElsewhere) => ({
  group_name,
  connector_id: at?.connector_id ?? null,
  connector_name: at?.connector_name ?? null,
  platform: at?.platform ?? null,
  message,
});

function sentence(group: string, way: EdgeElsewhere | null, other: EdgeElsewhere | null): string {
  if (way === null) {
    const why = other === null ? NOT_CONNECTED : switchedOff(other);
    return `${group} is filled from another platform, so the membership has to end there. ${why} As things stand, the remediation fails.`;
  }
  const where = whereOf(way);
  const inside = way.group_name === group ? '' : ` in ${way.group_name}`;
  const known = way.is_listed
    ? ''
    : ` Whether there is one is not known: the last sync of ${where} has not listed it.`;
  return `${group} is filled by ${where}: the membership${inside} is removed there.${known}`;
}
