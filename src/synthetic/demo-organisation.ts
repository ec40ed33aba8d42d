import type { DirectoryLine, GrantLine } from '../core/directory/directory.rules.ts';
import { DIRECT_ACCESS, type DirectAccess, REVOKED, type Use } from './demo/access.ts';
import { ASSETS } from './demo/assets.ts';
import { officeTime } from './demo/calendar.ts';
import { GROUP_ACCESS } from './demo/group-access.ts';
import { GROUPS } from './demo/people.ts';
import { identities, memberships, principals } from './demo/principals.ts';
import { type Practice, useEvents } from './demo/use.ts';
import type { UseEvent } from './use-event.ts';

/** One row of access, from which both the grant and the uses are made. */
interface Access extends Omit<Practice, 'use'> {
  via_group?: string;
  /** Absent for a group, which uses nothing itself. */
  use?: Use;
}

/**
 * The organisation that a first start shows: Quillhaven Mutual, with half a year of use. It is the same at
 * every call but for its dates, which count back from `now`.
 */
export function demoOrganisation(now: Date): { lines: DirectoryLine[]; events: UseEvent[] } {
  const access = [...DIRECT_ACCESS.map(direct), ...GROUP_ACCESS.flatMap(throughGroup)];
  const events = useEvents(
    now,
    access.filter((row): row is Practice => row.use !== undefined),
  );
  const lastUse = lastUses(events);
  return {
    lines: [
      ...principals(now, lastUse),
      ...memberships(),
      ...identities(),
      ...ASSETS.map((asset) => ({
        kind: 'asset' as const,
        ...asset,
        contains_pii: asset.tags.includes('gdpr'),
      })),
      ...access.map((row, index) => grant(now, row, index, lastUse)),
    ],
    events,
  };
}

function direct([principal, asset, permission, granted_days_ago, ...use]: DirectAccess): Access {
  return { principal, asset, permission, granted_days_ago, use };
}

function throughGroup(held: (typeof GROUP_ACCESS)[number]): Access[] {
  const { group, asset, permission, granted_days_ago } = held;
  const members = GROUPS.find(({ id }) => id === group)?.members ?? {};
  return [
    { principal: group, asset, permission, granted_days_ago },
    ...Object.entries(members).map(([member, since]) => ({
      principal: member,
      asset,
      permission,
      granted_days_ago: Math.min(since, granted_days_ago),
      via_group: group,
      use: held.use[member] ?? (['never'] as const),
    })),
  ];
}

/** The latest use of every (principal, asset) pair and of every principal; a member's use is also the group's. */
function lastUses(events: readonly UseEvent[]): Map<string, string> {
  const last = new Map<string, string>();
  for (const { principal_id, asset_id, timestamp } of events) {
    last.set(principal_id, timestamp);
    last.set(`${principal_id} ${asset_id}`, timestamp);
    for (const group of GROUPS) {
      if (principal_id in group.members) last.set(`${group.id} ${asset_id}`, timestamp);
    }
  }
  return last;
}

function grant(now: Date, row: Access, index: number, lastUse: ReadonlyMap<string, string>): GrantLine {
  const pair = `${row.principal} ${row.asset}`;
  const used = lastUse.get(pair);
  return {
    kind: 'grant',
    id: `grant-${String(index + 1).padStart(3, '0')}`,
    principal_id: row.principal,
    asset_id: row.asset,
    permission: row.permission,
    status: !row.via_group && REVOKED.has(pair) ? 'revoked' : 'active',
    granted_at: officeTime(now, row.granted_days_ago, pair),
    ...(row.via_group && { via_group_id: row.via_group }),
    ...(used && { last_used_at: used }),
  };
}
