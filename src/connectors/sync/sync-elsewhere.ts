import { v7 as uuidv7 } from 'uuid';
import { lockLinking } from '../../core/accounts/accounts.sql.ts';
import type { DirectoryLine } from '../../core/directory/directory.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import { observationBy, observeAccess } from '../../remediation/observations/observe-access.ts';
import type { DueConnector } from '../leases.sql.ts';
import { type SeenObject, storeObjects } from '../objects.sql.ts';
import {
  connectorsWithoutMembers,
  groupGrantKeys,
  listedSince,
  newlyHeldElsewhere,
  takeNoLongerHeld,
} from './members-elsewhere.sql.ts';
import { storeSyncPage } from './store-page.ts';

/** Grants of groups that are compared at a time: each is compared again for every page of members that it brings. */
const GROUP_GRANTS_PER_PAGE = 20;
/** Of members, that are written at a time. */
const LINES_PER_PAGE = 10_000;

interface Position {
  connector_id: string;
  is_ending: boolean;
  /** The grants of groups up to this one are done, and of the next ones the lines up to that one. */
  grant: string;
  line: string;
}

interface Source {
  connector: Pick<DueConnector, 'id' | 'name'>;
  given_again_at: string;
  now: () => number;
}

/**
 * What members of Entra ID's groups hold on platforms that do not tell who is in these groups. What they should hold is compared with what
 * the directory has, and only the difference is written; so it may be done whenever either side was read. `cursor` is empty at first.
 */
export async function inheritElsewhere(
  tx: Querier,
  source: Source,
  cursor: string,
): Promise<{ stored: number; ended: number; next: string | null }> {
  // Two syncs would write the same twice, and whose an account is must not change meanwhile.
  await lockLinking(tx);
  const all = await connectorsWithoutMembers(tx, source.connector.id);
  const first = (connector_id: string | undefined): Position | null =>
    connector_id === undefined ? null : { connector_id, is_ending: true, grant: '', line: '' };
  const at = cursor === '' ? first(all[0]) : (JSON.parse(cursor) as Position);
  if (at === null) return { stored: 0, ended: 0, next: null };
  const since = await listedSince(tx, at.connector_id);
  const { done, next } = at.is_ending
    ? await endLost(tx, source, { at, since })
    : await storeNew(tx, source, { at, since });
  const after = next ?? first(all.find((id) => id > at.connector_id));
  return {
    stored: at.is_ending ? 0 : done,
    ended: at.is_ending ? done : 0,
    next: after && JSON.stringify(after),
  };
}

interface Step {
  done: number;
  next: Position | null;
}

async function endLost(
  tx: Querier,
  { connector, now }: Source,
  { at, since }: { at: Position; since: string },
): Promise<Step> {
  const { connector_id } = at;
  const { over, unknown } = await takeNoLongerHeld(tx, { connector_id, now: now(), limit: LINES_PER_PAGE });
  const by = { actor: 'system', connector, since: Date.parse(since), now };
  const source = observationBy(by);
  await observeAccess(tx, { gone: over, source });
  // Nobody has seen it end.
  await observeAccess(tx, { gone: unknown, source: { ...source, ended_as: 'grant.removed' } });
  const done = over.length + unknown.length;
  return { done, next: { ...at, is_ending: done === LINES_PER_PAGE } };
}

async function storeNew(
  tx: Querier,
  { connector, given_again_at, now }: Source,
  { at, since }: { at: Position; since: string },
): Promise<Step> {
  const { connector_id, grant } = at;
  const keys = await groupGrantKeys(tx, { connector_id, after: grant, limit: GROUP_GRANTS_PER_PAGE });
  const found =
    keys.length === 0
      ? []
      : await newlyHeldElsewhere(tx, {
          connector_id,
          grant_keys: keys,
          after: at.line,
          limit: LINES_PER_PAGE,
        });
  const lines: DirectoryLine[] = [];
  const objects: SeenObject[] = [];
  for (const { external_key, id, member_id, group_id, asset_id, permission, details } of found) {
    const lapse_id = id ?? uuidv7();
    lines.push({
      kind: 'grant',
      id: lapse_id,
      principal_id: member_id,
      asset_id,
      permission,
      via_group_id: group_id,
    });
    objects.push({ external_key, lapse_id, is_owned: true, details });
  }
  await storeObjects(tx, { connector_id, kind: 'grant' }, objects);
  await storeSyncPage(tx, connector, { lines }, { since, given_again_at, now });
  const last = found.at(-1);
  if (found.length === LINES_PER_PAGE && last) {
    return { done: found.length, next: { ...at, line: last.external_key } };
  }
  const next =
    keys.length === GROUP_GRANTS_PER_PAGE ? { ...at, grant: keys.at(-1) as string, line: '' } : null;
  return { done: found.length, next };
}
