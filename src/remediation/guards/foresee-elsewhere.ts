import type { Querier } from '../../platform/database/database.ts';
import {
  type EdgeElsewhere,
  edgesElsewhere,
  groupsLeft,
  heldByMembers,
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

/** Of those of these grants that end on another platform, by the grant: the same way that the worker tries first. */
export async function foreseeElsewhere(
  q: Querier,
  grants: readonly GrantCircumstances[],
): Promise<Map<string, ForeseenElsewhere>> {
  const memberOf = new Map(grants.map(({ grant_id, principal_id }) => [grant_id, principal_id]));
  const found = [...(await throughFilled(q, grants, memberOf)), ...(await asMembers(q, grants))];
  const left = await groupsLeft(
    q,
    found.map(({ grant_id, at }) => ({
      connector_id: at?.connector_id ?? '',
      group_key: at?.group_key ?? '',
      member_id: memberOf.get(grant_id) ?? '',
    })),
  );
  return new Map(
    found.map(({ grant_id, ...foreseen }, index) => {
      const membership = foreseen.at && {
        group_ids: left[index] ?? [],
        member_id: memberOf.get(grant_id) ?? '',
        is_elsewhere: true,
      };
      return [grant_id, { ...foreseen, membership }] as const;
    }),
  );
}

interface Found extends Omit<ForeseenElsewhere, 'membership' | 'at'> {
  grant_id: string;
  at: EdgeElsewhere | null;
}

/** Whose group another connector fills. */
async function throughFilled(
  q: Querier,
  grants: readonly GrantCircumstances[],
  memberOf: ReadonlyMap<string, string>,
): Promise<Found[]> {
  const filled = (await heldThroughFilled(q, grants)).map((each) => ({
    ...each,
    principal_id: memberOf.get(each.grant_id) as string,
  }));
  const ways = await edgesElsewhere(q, filled);
  return filled.map(({ grant_id, group_name }, index) => {
    const all = ways[index] ?? [];
    const at = all.find(({ enabled }) => enabled) ?? null;
    return { grant_id, group_name, at, message: sentence(group_name, at, all[0] ?? null) };
  });
}

/** Of members whom only another connector knows. */
async function asMembers(q: Querier, grants: readonly GrantCircumstances[]): Promise<Found[]> {
  return (await heldByMembers(q, grants)).map(({ grant_id, group_name, way }) => {
    const at = way?.enabled ? way : null;
    return { grant_id, group_name, at, message: memberSentence(group_name, way) };
  });
}

/** As the API says it. */
export const toldElsewhere = ({ group_name, at, message }: ForeseenElsewhere) => ({
  group_name,
  connector_id: at?.connector_id ?? null,
  connector_name: at?.connector_name ?? null,
  platform: at?.platform ?? null,
  message,
});

function memberSentence(group: string, way: EdgeElsewhere | null): string {
  const fails = 'As things stand, the remediation fails.';
  if (way === null) return `Who is in ${group} is decided where Lapse is not connected to any more. ${fails}`;
  if (!way.enabled) return `Who is in ${group} is decided by ${whereOf(way)}. ${switchedOff(way)} ${fails}`;
  return `Who is in ${group} is decided by ${whereOf(way)}: the membership in ${way.group_name} is removed there.`;
}

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
