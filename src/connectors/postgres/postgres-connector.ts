import {
  type AccessPath,
  type CallOptions,
  type Connector,
  type ConnectorEnvironment,
  ConnectorError,
  type ConnectorType,
  type Edge,
  type NotPossible,
  type Subject,
  type UndoRecord,
  type VerifyQuestion,
} from '../connector.ts';
import { missingToRemove } from '../missing-to-remove.ts';
import { readSettings } from '../read-settings.ts';
import { Refusal } from '../refusal.ts';
import { type Limit, withLimit } from '../time-limit.ts';
import { accessPaths } from './access-paths.ts';
import type { AclEntry } from './acl.ts';
import { planRevoke, recordedRows, restoreEdge, revokeEdge } from './change-edge.ts';
import { missingForReading, missingForRevoking } from './check-health.ts';
import { listAssets, listGrants } from './discover.ts';
import { grantEdge } from './grant-edge.ts';
import { parseAssetKey, parseRoleKey } from './keys.ts';
import { membershipEdge } from './membership-edge.ts';
import { POSTGRES_SETTING_FIELDS, type PostgresSettings } from './postgres-settings.ts';
import { readUse } from './read-use.ts';
import { listMemberships, listPrincipals, type MembershipRow } from './roles.ts';
import type { ServerEdge } from './server-edge.ts';
import { openSessions, type Session } from './sessions.ts';
import { POSTGRES_STEPS } from './steps.ts';

const PLATFORM = 'postgres';

type Row = AclEntry | MembershipRow;

export const postgresType: ConnectorType<PostgresSettings> = {
  platform: PLATFORM,
  title: 'PostgreSQL',
  settings: POSTGRES_SETTING_FIELDS,
  system: ['host', 'port'],
  steps: POSTGRES_STEPS,
  readSettings(input) {
    const read = readSettings(POSTGRES_SETTING_FIELDS, input);
    return 'faults' in read ? read : { settings: read.settings as unknown as PostgresSettings };
  },
  connect: postgresConnector,
};

function postgresConnector(settings: PostgresSettings, { now, read_only }: ConnectorEnvironment): Connector {
  const sessions = openSessions(settings, { read_only });
  const call =
    (effect: 'none' | 'unknown') =>
    <T>(options: CallOptions | undefined, work: (limit: Limit) => Promise<T>): Promise<T> =>
      withLimit(options ?? {}, { default_ms: settings.timeout_ms, effect }, work);
  const read = call('none');
  const write = call('unknown');

  const edgeOf = (edge: Edge): ServerEdge<Row> => {
    switch (edge.kind) {
      case 'grant':
        return grantEdge(edge, settings) as ServerEdge<Row>;
      case 'membership':
        return membershipEdge(edge, settings) as ServerEdge<Row>;
      case 'role_assignment':
        throw new Refusal('not_supported', 'In PostgreSQL a role is given as a membership: name that.');
    }
  };

  /** What the server could not have is not there. */
  const edgeIfAny = (edge: Edge): ServerEdge<Row> | undefined => {
    try {
      return edgeOf(edge);
    } catch (error) {
      if (error instanceof Refusal) return undefined;
      throw error;
    }
  };

  const pathsOf = async (subject: Subject, limit: Limit): Promise<AccessPath[]> => {
    const role = parseRoleKey(subject.principal_key);
    const name = parseAssetKey(subject.asset_key);
    if (role === undefined || !name) return [];
    const database = name.kind === 'database' ? settings.database : name.database;
    const paths = await orUnknownDatabase(database, settings, () =>
      sessions.read(database, limit, (session) => accessPaths(session, role, name)),
    );
    return paths ?? [];
  };

  const change = <T>(
    undo: UndoRecord,
    options: CallOptions | undefined,
    work: (session: Session, on: ServerEdge<Row>, rows: Row[]) => Promise<{ commit: boolean; value: T }>,
  ): Promise<T | NotPossible> =>
    write(options, (limit) =>
      orRefusal(async () => {
        const rows = recordedRows<Row>(undo, PLATFORM);
        const on = edgeOf(undo.edge);
        return sessions.change(on.database, limit, (session) => work(session, on, rows));
      }, settings),
    );

  const verify = async ({ edge, subject, undo }: VerifyQuestion, limit: Limit) => {
    const on = edgeIfAny(edge);
    const reading =
      on &&
      (await orUnknownDatabase(on.database, settings, () =>
        sessions.read(on.database, limit, (session) => on.read(session)),
      ));
    const rows = reading?.rows ?? [];
    const isThere = on !== undefined && rows.length > 0;
    const isWhole = isThere && (!undo || on.same(rows, recordedRows<Row>(undo, PLATFORM)));
    return {
      edge: isThere ? (isWhole ? ('present' as const) : ('partial' as const)) : ('absent' as const),
      paths: subject ? await pathsOf(subject, limit) : [],
      verified_at: now().toISOString(),
    };
  };

  return {
    platform: PLATFORM,

    check: async (options) => {
      const before = performance.now();
      try {
        return await read(options, async (limit) => {
          const [version, missing] = await sessions.read(settings.database, limit, async (session) => {
            const [row] = await session.rows<{ server_version: string }>('SHOW server_version');
            return [row?.server_version ?? null, await missingForReading(session, settings)];
          });
          const latency_ms = Math.round(performance.now() - before);
          const lacking = await missingToRemove(settings.remediation_user ?? settings.user, () =>
            sessions.change(settings.database, limit, async (session) => ({
              commit: false,
              value: await missingForRevoking(session),
            })),
          );
          missing.push(...lacking);
          const ok = !missing.some(({ ability }) => ability === 'discover');
          const message =
            missing.length === 0
              ? 'The server can be read and changed.'
              : `${missing.length === 1 ? '1 thing is' : `${missing.length} things are`} missing.`;
          return { ok, message, version, latency_ms, missing };
        });
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.code === 'aborted') throw error;
        return { ok: false, message: error.message, version: null, latency_ms: null, missing: [] };
      }
    },

    principals: (cursor, options) =>
      read(options, (limit) =>
        sessions.read(settings.database, limit, (session) => listPrincipals(session, cursor, settings)),
      ),
    memberships: (cursor, options) =>
      read(options, (limit) =>
        sessions.read(settings.database, limit, (session) =>
          listMemberships(session, cursor, settings.page_size),
        ),
      ),
    assets: (cursor, options) => read(options, (limit) => listAssets({ sessions, settings, limit }, cursor)),
    grants: (cursor, options) => read(options, (limit) => listGrants({ sessions, settings, limit }, cursor)),

    readUse: (checkpoint, options) =>
      read(options, (limit) =>
        readUse({ sessions, settings, limit, undated: options?.undated === true }, checkpoint),
      ),

    paths: (subject, options) => read(options, (limit) => pathsOf(subject, limit)),

    plan: (edge, options) =>
      read(options, (limit) =>
        orRefusal(async () => {
          const on = edgeOf(edge);
          return sessions.change(on.database, limit, async (session) => ({
            commit: false,
            value: await planRevoke(session, edge, on, { now: now(), platform: PLATFORM }),
          }));
        }, settings),
      ),

    revoke: (undo, options) => change(undo, options, revokeEdge<Row>),
    restore: (undo, options) => change(undo, options, restoreEdge<Row>),

    verify: (question, options) => read(options, (limit) => verify(question, limit)),

    close: () => sessions.close(),
  };
}

/** A database that is gone took its tables along; that is an answer about them, not a fault of the settings. */
async function orUnknownDatabase<T>(
  database: string,
  settings: PostgresSettings,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (database !== settings.database && (error as ConnectorError).code === 'invalid_settings')
      return undefined;
    throw error;
  }
}

async function orRefusal<T>(work: () => Promise<T>, settings: PostgresSettings): Promise<T | NotPossible> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    if ((error as ConnectorError).code === 'invalid_settings' && (error as Error).message.includes('3D000')) {
      const message = `The server has no such database, or it is not ${settings.database}.`;
      return { outcome: 'not_possible', reason: 'unknown_asset', message };
    }
    throw error;
  }
}
