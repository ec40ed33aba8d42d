import { type ChangedMemberships, ConnectorError } from '../connector.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { nestedPage } from '../http/nested-listing.ts';
import { PlatformError } from '../http/platform-error.ts';
import { guidOf } from '../rows.ts';
import type { EntraSettings } from './entra-settings.ts';
import type { Graph } from './graph.ts';
import { principalKey } from './keys.ts';
import { membershipKey, membersOfGroup } from './memberships.ts';

interface Context {
  graph: Graph;
  settings: EntraSettings;
  signal: AbortSignal;
}

const DELTA = '/v1.0/groups/delta?$select=members';

/** A link that brings only what changes from now on. */
export async function markMemberships({ graph, signal }: Context): Promise<string> {
  const { mark } = await graph.changes(`${DELTA}&$deltatoken=latest`, signal);
  if (mark === null)
    throw new ConnectorError('protocol', 'Microsoft Graph sent no link to what changes next');
  return mark;
}

/** Where the list of groups stands, and the next mark once its last page was read. */
type Position = [inner: string | null, mark: string | null];

const isPosition = (value: unknown): value is Position =>
  Array.isArray(value) && value.length === 2 && value.every((one) => one === null || typeof one === 'string');

/**
 * The delta query says which groups have changed; who is in them is read from the group itself, because changes can come
 * twice, late and in any order, and leave service principals out.
 */
export async function changedMemberships(
  context: Context,
  mark: string,
  cursor: string | null,
): Promise<ChangedMemberships> {
  const { graph, signal } = context;
  const [inner, known] = decodeCursor('changed memberships', cursor, isPosition) ?? [null, null];
  let next = known;
  const group_keys: string[] = [];
  const page = await nestedPage('memberships', inner, {
    first: mark,
    parents: async (path) => {
      const changes = await graph.changes(path, signal).catch((error: unknown) => {
        throw isForgotten(error) ? forgotten() : error;
      });
      next = changes.mark ?? next;
      const ids = [...new Set(changes.rows.flatMap((row) => guidOf(row.id) ?? []))];
      group_keys.push(...ids.map((id) => principalKey({ kind: 'group', id })));
      return { ids, next: changes.next };
    },
    children: (groupId, path) => membersOfGroup(context, groupId, path),
    keyOf: membershipKey,
  });
  const isOver = page.next_cursor === null;
  if (isOver && next === null) throw forgotten();
  return {
    items: page.items,
    group_keys,
    mark: isOver ? next : null,
    next_cursor: isOver ? null : encodeCursor('changed memberships', [page.next_cursor, next]),
  };
}

/** Graph keeps marks for a week. It says so in several ways: 410, or a bad request about its state or token. */
const isForgotten = (error: unknown): boolean =>
  error instanceof PlatformError && [400, 404, 410].includes(error.status);

const forgotten = (): ConnectorError =>
  new ConnectorError('invalid_checkpoint', 'Microsoft Graph no longer knows what has changed since then');
