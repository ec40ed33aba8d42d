import {
  type CallOptions,
  type Connector,
  type ConnectorEnvironment,
  type Edge,
  type Page,
  REMEDIATION_ACTIONS,
  type RevokePlan,
  type UndoRecord,
} from '../connector.ts';
import { decodeCursor, encodeCursor, isText, isTextPair } from '../cursor.ts';
import { withLimit } from '../time-limit.ts';
import { accessPaths } from './access-paths.ts';
import type { DirectoryRows } from './directory-rows.ts';
import { DIRECTORY_PLATFORM, describeRevoke, readUndo, undoOf } from './directory-undo.ts';
import { type EdgeNow, edgeNow, sameEdge } from './edge-now.ts';

interface DirectorySettings {
  page_size?: number | undefined;
  timeout_ms?: number | undefined;
}

/**
 * What was imported is the truth, so to remove access is to change the imported rows. Keys are the ids of Lapse. It
 * serves every platform that has no connector of its own.
 */
export function directoryConnector(
  rows: DirectoryRows,
  { now }: ConnectorEnvironment,
  { page_size = 1000, timeout_ms = 10_000 }: DirectorySettings = {},
): Connector {
  const call =
    (effect: 'none' | 'unknown') =>
    <T>(options: CallOptions | undefined, work: () => Promise<T>): Promise<T> =>
      withLimit(options ?? {}, { default_ms: timeout_ms, effect }, work);
  const read = call('none');
  const write = call('unknown');

  const listing =
    <Row, Position, Raw>(
      kind: string,
      isPosition: (value: unknown) => value is Position,
      load: (after: Position | null, limit: number) => Promise<Row[]>,
      positionOf: (row: Row) => Position,
      raw: (row: Row) => Raw,
    ) =>
    (cursor: string | null, options?: CallOptions): Promise<Page<Raw>> =>
      read(options, async () => {
        const found = await load(decodeCursor(kind, cursor, isPosition), page_size);
        const last = found.length === page_size ? found.at(-1) : undefined;
        const next_cursor = last === undefined ? null : encodeCursor(kind, positionOf(last));
        return { items: found.map(raw), next_cursor };
      });

  return {
    platform: DIRECTORY_PLATFORM,

    check: (options) =>
      read(options, async () => {
        const before = performance.now();
        await rows.principals(null, 1);
        return {
          ok: true,
          message: 'The imported directory can be read and changed.',
          version: null,
          latency_ms: Math.round(performance.now() - before),
          missing: [],
        };
      }),

    principals: listing(
      'principals',
      isText,
      (after, limit) => rows.principals(after, limit),
      ({ id }) => id,
      ({ id, manager_id, ...rest }) => ({ ...rest, key: id, manager_key: manager_id, details: {} }),
    ),

    memberships: listing(
      'memberships',
      isTextPair,
      (after, limit) => rows.memberships(after, limit),
      ({ group_id, member_id }): [string, string] => [group_id, member_id],
      ({ group_id, member_id }) => ({ group_key: group_id, member_key: member_id, details: {} }),
    ),

    assets: listing(
      'assets',
      isText,
      (after, limit) => rows.assets(after, limit),
      ({ id }) => id,
      ({ id, owner_id, ...rest }) => ({
        ...rest,
        key: id,
        owner_key: owner_id,
        container_key: null,
        details: {},
      }),
    ),

    grants: listing(
      'grants',
      isText,
      (after, limit) => rows.grants(after, limit),
      ({ id }) => id,
      (row) => ({
        key: row.id,
        principal_key: row.principal_id,
        asset_key: row.asset_id,
        permission: row.permission,
        via_group_key: row.via_group_id,
        granted_at: row.granted_at,
        revocable: true,
        details: {},
      }),
    ),

    readUse: async (checkpoint) => {
      const since = checkpoint ?? now().toISOString();
      return {
        events: [],
        checkpoint: since,
        more: false,
        coverage: {
          observes_use: true,
          observed_since: since,
          gaps: [],
          sources: [
            {
              source: 'events',
              status: 'available',
              reason: null,
              observed_since: since,
              sees: ['use that is sent to the API'],
              does_not_see: ['use that nobody sends'],
            },
          ],
        },
      };
    },

    paths: (subject, options) => read(options, () => accessPaths(rows, subject)),

    plan: (edge, options) =>
      read(options, async (): Promise<RevokePlan> => {
        const found = await edgeNow(rows, edge);
        if (found.outcome !== 'present') return found;
        const undo = undoOf(edge, found, now());
        return {
          outcome: 'planned',
          action: REMEDIATION_ACTIONS[edge.kind],
          target: targetOf(edge),
          statements: describeRevoke(found),
          undo,
          warnings: warningsOf(edge, found),
        };
      }),

    revoke: (undo, options) =>
      write(options, async () => {
        const recorded = readUndo(undo);
        const found = await edgeNow(rows, undo.edge);
        if (found.outcome !== 'present') return found;
        if (!sameEdge(recorded, found)) {
          return { outcome: 'changed', message: 'the imported rows are not those that the plan named' };
        }
        await rows.change({ present: false, ...recorded });
        return { outcome: 'revoked' };
      }),

    restore: (undo, options) =>
      write(options, async () => {
        const recorded = readUndo(undo);
        const found = await edgeNow(rows, undo.edge);
        if (found.outcome === 'present' && (await isPresentAsRecorded(rows, undo))) {
          return { outcome: 'already_present' };
        }
        const { unknown_grant_ids } = await rows.change({ present: true, ...recorded });
        if (unknown_grant_ids.length === 0) return { outcome: 'restored' };
        return {
          outcome: 'not_possible',
          reason: 'unknown_asset',
          message: `The directory no longer has ${unknown_grant_ids.length} of the grants: import them again.`,
          details: { unknown_grant_ids },
        };
      }),

    verify: ({ edge, subject, undo }, options) =>
      read(options, async () => {
        const found = await edgeNow(rows, edge);
        const isThere = found.outcome === 'present';
        const isWhole = !undo || (await isPresentAsRecorded(rows, undo));
        return {
          edge: isThere ? (isWhole ? 'present' : 'partial') : 'absent',
          paths: subject ? await accessPaths(rows, subject) : [],
          verified_at: now().toISOString(),
        };
      }),

    close: async () => {},
  };
}

/** The record's rows are there, whatever else has been imported since. */
async function isPresentAsRecorded(rows: DirectoryRows, undo: UndoRecord): Promise<boolean> {
  const recorded = readUndo(undo);
  const { edge } = undo;
  const holder = edge.kind === 'membership' ? edge.member_key : edge.principal_key;
  const present = new Set((await rows.grantsOf([holder], null)).map((grant) => grant.id));
  if (!recorded.grant_ids.every((id) => present.has(id))) return false;
  const { membership } = recorded;
  if (!membership) return true;
  const groups = await rows.groupsOf([membership.member_id]);
  return groups.some((row) => row.group_id === membership.group_id);
}

function targetOf(edge: Edge): string {
  return edge.kind === 'membership'
    ? `${edge.member_key} in ${edge.group_key}`
    : `${edge.principal_key} on ${edge.kind === 'grant' ? edge.asset_key : edge.scope_key}`;
}

function warningsOf(edge: Edge, { grants }: EdgeNow): string[] {
  if (edge.kind !== 'membership') return [];
  const assets = new Set(grants.map((grant) => grant.asset_id)).size;
  return assets > 1 ? [`The membership gives access to ${assets} assets; all of it ends.`] : [];
}
