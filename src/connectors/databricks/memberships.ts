import { ConnectorError, type Page, type RawMembership } from '../connector.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { PlatformError } from '../http/platform-error.ts';
import { once, type Row, rowsOf, textOf } from '../rows.ts';
import type { Databricks } from './databricks-api.ts';
import type { DatabricksSettings } from './databricks-settings.ts';
import {
  EVERYBODY_KEY,
  EVERYBODY_NAME,
  isId,
  type PrincipalKind,
  type PrincipalName,
  principalKey,
  referredTo,
} from './keys.ts';
import { findGroup, isScimPosition, type ScimPosition, scimPage } from './scim.ts';

const STAGES = ['user', 'service_principal', 'group'] as const satisfies readonly PrincipalKind[];

interface Position {
  stage: (typeof STAGES)[number];
  scim: ScimPosition | null;
  /** Of groups: whether their list is over, and those that are still to be read. */
  is_listed: boolean;
  queue: string[];
}

const isPosition = (value: unknown): value is Position => {
  const { stage, scim, is_listed, queue } = (value ?? {}) as Position;
  return (
    STAGES.includes(stage) &&
    (scim === null || isScimPosition(scim)) &&
    typeof is_listed === 'boolean' &&
    Array.isArray(queue) &&
    queue.every(isId)
  );
};

/** Groups named in one cursor, and groups read at the same time. */
const GROUPS_PER_PAGE = 100;
const AT_ONCE = 8;

interface Context {
  api: Databricks;
  settings: DatabricksSettings;
  signal: AbortSignal;
}

const begin = (stage: Position['stage']): Position => ({ stage, scim: null, is_listed: false, queue: [] });

/**
 * Everybody is in `account users` without being told so; listed as if they were, so that use finds what allows it. Then
 * the direct members of every group.
 */
export async function listMemberships(context: Context, cursor: string | null): Promise<Page<RawMembership>> {
  const position = decodeCursor('memberships', cursor, isPosition) ?? begin('user');
  const { items, next } =
    position.stage === 'group'
      ? await membersOfGroups(context, position)
      : await everybody(context, position);
  return {
    items: once(items, ({ group_key, member_key }) => `${group_key} ${member_key}`),
    next_cursor: next === null ? null : encodeCursor('memberships', next),
  };
}

type Part = { items: RawMembership[]; next: Position | null };

async function everybody(context: Context, { stage, scim }: Position): Promise<Part> {
  const { rows, next } = await scimPage(context, stage, {
    position: scim,
    count: context.settings.page_size,
    fields: 'id',
  });
  return {
    items: rows.flatMap(({ id }) =>
      isId(id)
        ? [
            {
              group_key: EVERYBODY_KEY,
              member_key: principalKey({ kind: stage, id }),
              details: { implicit: true },
            },
          ]
        : [],
    ),
    next:
      next !== null
        ? { ...begin(stage), scim: next }
        : begin(stage === 'user' ? 'service_principal' : 'group'),
  };
}

async function membersOfGroups(context: Context, position: Position): Promise<Part> {
  let { scim, is_listed, queue } = position;
  if (queue.length === 0 && !is_listed) {
    const count = Math.min(context.settings.page_size, GROUPS_PER_PAGE);
    const page = await scimPage(context, 'group', { position: scim, count, fields: 'id,displayName' });
    queue = page.rows.flatMap(({ id, displayName }) =>
      isId(id) && displayName !== EVERYBODY_NAME ? [id] : [],
    );
    [scim, is_listed] = [page.next, page.next === null];
  }
  const taken = queue.slice(0, AT_ONCE);
  const read = await Promise.all(taken.map((id) => membersOf(context, id)));
  const rest: Position = { stage: 'group', scim, is_listed, queue: queue.slice(AT_ONCE) };
  return { items: read.flat(), next: rest.queue.length === 0 && is_listed ? null : rest };
}

async function membersOf(context: Context, id: string): Promise<RawMembership[]> {
  const row = await findGroup(context, id).catch((error: unknown) => {
    // To say that nobody is in it would end access that is there.
    if (!(error instanceof PlatformError) || error.code !== 'permission') throw error;
    throw new ConnectorError('permission', `The members of group ${id} may not be read: ${error.message}`);
  });
  const group_key = principalKey({ kind: 'group', id });
  // A group that was deleted since it was listed has no members.
  return membersIn(row ?? {}).map((member) => ({
    group_key,
    member_key: principalKey(member),
    details: {},
  }));
}

/** The direct members of a group, as its row names them. */
export function membersIn({ members }: Row): PrincipalName[] {
  return rowsOf(members).flatMap((member) => {
    const { value } = member;
    if (!isId(value)) return [];
    const referred = referredTo(member.$ref);
    if (referred) return [{ ...referred, id: value }];
    const type = textOf(member.type);
    if (type === 'Group') return [{ kind: 'group', id: value }];
    return type === 'User' ? [{ kind: 'user', id: value }] : [];
  });
}
