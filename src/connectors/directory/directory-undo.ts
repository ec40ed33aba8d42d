import { ConnectorError, type Edge, type UndoRecord } from '../connector.ts';
import { isText } from '../cursor.ts';
import type { DirectoryChange } from './directory-rows.ts';
import type { EdgeNow } from './edge-now.ts';

export const DIRECTORY_PLATFORM = 'directory';

export type RecordedRows = Omit<DirectoryChange, 'present'>;

export function undoOf(edge: Edge, { grants, membership }: EdgeNow, now: Date): UndoRecord {
  const grantIds = grants.map((grant) => grant.id).sort();
  return {
    version: 1,
    platform: DIRECTORY_PLATFORM,
    edge,
    made_at: now.toISOString(),
    statements: [
      ...(membership ? [`add ${membership.member_id} to ${membership.group_id}`] : []),
      ...grantIds.map((id) => `set grant ${id} active`),
    ],
    state: { grant_ids: grantIds, membership, grants },
  };
}

export function describeRevoke({ grants, membership }: EdgeNow): string[] {
  return [
    ...(membership ? [`remove ${membership.member_id} from ${membership.group_id}`] : []),
    ...grants.map(
      ({ id, principal_id, permission, asset_id }) =>
        `set grant ${id} (${principal_id}, ${permission}, ${asset_id}) revoked`,
    ),
  ];
}

export function readUndo(undo: UndoRecord): RecordedRows {
  const { grant_ids, membership } = undo.state as Partial<RecordedRows>;
  const isWhole =
    undo.version === 1 &&
    undo.platform === DIRECTORY_PLATFORM &&
    Array.isArray(grant_ids) &&
    grant_ids.every(isText) &&
    (membership === null || (isText(membership?.group_id) && isText(membership.member_id)));
  if (!isWhole) throw new ConnectorError('invalid_undo', 'this is not an undo record of the directory');
  return { grant_ids, membership: membership ?? null };
}
