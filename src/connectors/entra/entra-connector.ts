import type { Fault } from '../../platform/errors.ts';
import {
  type CallOptions,
  type Connector,
  ConnectorError,
  type ConnectorType,
  type Edge,
  type UndoRecord,
  type VerifyQuestion,
} from '../connector.ts';
import { readSettings } from '../read-settings.ts';
import { withLimit } from '../time-limit.ts';
import { accessPaths } from './access-paths.ts';
import { listApplications, listAssignments } from './applications.ts';
import { assignmentEdge } from './assignment-edge.ts';
import {
  invalidUndo,
  isSame,
  PLATFORM,
  planRevoke,
  recordedItems,
  restoreEdge,
  revokeEdge,
} from './change-edge.ts';
import { missingPermissions } from './check-health.ts';
import type { EdgeContext, EntraEdge } from './entra-edge.ts';
import { ENTRA_SETTING_FIELDS, type EntraSettings } from './entra-settings.ts';
import { openGraph } from './graph.ts';
import { membershipEdge } from './membership-edge.ts';
import { listMemberships } from './memberships.ts';
import { listPrincipals } from './principals.ts';
import { agreed } from './read-back.ts';
import { orRefusal, Refusal } from './refusal.ts';
import { readUse } from './use/read-use.ts';

export const entraType: ConnectorType<EntraSettings> = {
  platform: PLATFORM,
  title: 'Microsoft Entra ID',
  settings: ENTRA_SETTING_FIELDS,
  readSettings(input) {
    const read = readSettings(ENTRA_SETTING_FIELDS, input);
    if ('faults' in read) return read;
    const settings = read.settings as unknown as EntraSettings;
    const faults = credentialFaults(settings);
    return faults.length > 0 ? { faults } : { settings };
  },
  connect: (settings, { now }) => entraConnector(settings, now),
};

function credentialFaults(settings: EntraSettings): Fault[] {
  const { client_secret, client_certificate, client_key } = settings;
  const { remediation_client_secret, remediation_certificate, remediation_key } = settings;
  const isComplete = (secret: string | null, certificate: string | null, key: string | null): boolean =>
    secret !== null || (certificate !== null && key !== null);
  const wrong = [
    ...(isComplete(client_secret, client_certificate, client_key) ? [] : ['client_secret']),
    ...(settings.remediation_client_id === null ||
    isComplete(remediation_client_secret, remediation_certificate, remediation_key)
      ? []
      : ['remediation_client_secret']),
  ];
  return wrong.map((name) => ({
    loc: [name],
    msg: 'expected a secret, or a certificate and its key',
    type: 'required',
  }));
}

/** Between two looks at the same thing. */
const LOOK_AGAIN_MS = 200;

function entraConnector(settings: EntraSettings, now: () => Date): Connector {
  const reader = openGraph(
    settings,
    {
      client_id: settings.client_id,
      secret: settings.client_secret,
      certificate: settings.client_certificate,
      private_key: settings.client_key,
    },
    now,
  );
  const writer =
    settings.remediation_client_id === null
      ? reader
      : openGraph(
          settings,
          {
            client_id: settings.remediation_client_id,
            secret: settings.remediation_client_secret,
            certificate: settings.remediation_certificate,
            private_key: settings.remediation_key,
          },
          now,
        );
  const call =
    (effect: 'none' | 'unknown') =>
    <T>(options: CallOptions | undefined, work: (context: EdgeContext) => Promise<T>): Promise<T> =>
      withLimit(options ?? {}, { default_ms: settings.timeout_ms, effect }, ({ signal }) =>
        work({ reader, writer, settings, signal }),
      );
  const read = call('none');
  const write = call('unknown');

  const verify = async ({ edge, subject, undo }: VerifyQuestion, context: EdgeContext) => {
    const on = edgeIfAny(edge, context);
    const items = on
      ? await agreed(() => on.read(), {
          pause_ms: Math.min(LOOK_AGAIN_MS, settings.settle_ms),
          signal: context.signal,
          isSame: (a, b) => isSame(on, a, b),
        })
      : [];
    const isWhole = on !== undefined && (!undo || isSame(on, items, recordOf(undo, on)));
    return {
      edge: items.length > 0 ? (isWhole ? ('present' as const) : ('partial' as const)) : ('absent' as const),
      paths: subject ? await accessPaths(context, subject) : [],
      verified_at: now().toISOString(),
    };
  };

  return {
    platform: PLATFORM,

    check: async (options) => {
      const before = performance.now();
      try {
        return await read(options, async ({ signal }) => {
          const { missing, ok } = await missingPermissions({ reader, writer, now: now() }, signal);
          const message =
            missing.length === 0
              ? 'The tenant can be read and changed.'
              : `${missing.length === 1 ? '1 thing is' : `${missing.length} things are`} missing.`;
          return {
            ok,
            message,
            version: 'v1.0',
            latency_ms: Math.round(performance.now() - before),
            missing,
          };
        });
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.code === 'aborted') throw error;
        return { ok: false, message: error.message, version: null, latency_ms: null, missing: [] };
      }
    },

    principals: (cursor, options) =>
      read(options, ({ signal }) => listPrincipals({ graph: reader, settings, signal }, cursor)),
    memberships: (cursor, options) =>
      read(options, ({ signal }) => listMemberships({ graph: reader, settings, signal }, cursor)),
    assets: (cursor, options) =>
      read(options, ({ signal }) => listApplications({ graph: reader, settings, signal }, cursor)),
    grants: (cursor, options) =>
      read(options, ({ signal }) => listAssignments({ graph: reader, settings, signal }, cursor)),

    readUse: (checkpoint, options) =>
      read(options, ({ signal }) => readUse({ graph: reader, settings, signal, now: now() }, checkpoint)),

    paths: (subject, options) => read(options, (context) => accessPaths(context, subject)),

    plan: (edge, options) =>
      read(options, (context) => orRefusal(async () => planRevoke(edge, edgeOf(edge, context), now()))),

    revoke: (undo, options) =>
      write(options, (context) =>
        orRefusal(async () => {
          const on = edgeOfRecord(undo, context);
          return revokeEdge(on, recordedItems(undo, on), context);
        }),
      ),

    restore: (undo, options) =>
      write(options, (context) =>
        orRefusal(async () => {
          const on = edgeOfRecord(undo, context);
          return restoreEdge(on, recordedItems(undo, on), context);
        }),
      ),

    verify: (question, options) => read(options, (context) => verify(question, context)),

    close: async () => {
      await Promise.all([reader.close(), ...(writer === reader ? [] : [writer.close()])]);
    },
  };
}

function edgeOf(edge: Edge, context: EdgeContext): EntraEdge<unknown> {
  switch (edge.kind) {
    case 'grant':
      return assignmentEdge(edge, context) as EntraEdge<unknown>;
    case 'membership':
      return membershipEdge(edge, context) as EntraEdge<unknown>;
    case 'role_assignment':
      throw new Refusal('not_supported', 'Directory roles are not governed here: change them in Entra ID.');
  }
}

/** What Entra ID could not have is not there. */
function edgeIfAny(edge: Edge, context: EdgeContext): EntraEdge<unknown> | undefined {
  try {
    return edgeOf(edge, context);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function edgeOfRecord(undo: UndoRecord, context: EdgeContext): EntraEdge<unknown> {
  if (undo.version !== 1 || undo.platform !== PLATFORM) throw invalidUndo();
  return edgeOf(undo.edge, context);
}

const recordOf = (undo: UndoRecord, on: EntraEdge<unknown>): unknown[] => {
  if (undo.version !== 1 || undo.platform !== PLATFORM) throw invalidUndo();
  return recordedItems(undo, on);
};
