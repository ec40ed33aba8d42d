import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { actorsNamed, idsNamed } from '../core/directory/named-ids.sql.ts';
import { callerOf } from '../gateway/authentication.ts';
import { Named } from '../gateway/common.schema.ts';
import { queryInstant, refuse } from '../gateway/lists/instants.ts';
import { answerList } from '../gateway/lists/list.ts';
import { type RouteContext, routeOf, type TypedApp } from '../gateway/route-context.ts';
import { type Fault, required } from '../platform/errors.ts';
import {
  AuditCheckpoint,
  AuditConsistency,
  AuditEntryItem,
  AuditInclusion,
  AuditKey,
  AuditPage,
  AuditParams,
  AuditQuery,
  AuditStatus,
  BundleLines,
  ConsistencyQuery,
  ExportQuery,
  InclusionQuery,
  SignedNote,
} from './audit.schema.ts';
import { bundleText, prepareBundle } from './bundle/export-bundle.ts';
import { createIntegrityCheck } from './entry-integrity.ts';
import { getAuditEntry, listAuditEntries } from './list.sql.ts';
import { createLogKeys } from './log/log-keys.ts';
import { logStatus } from './log/log-status.ts';
import { proveConsistency, proveInclusion, requireCheckpoint, requireKey } from './tree/prove.ts';
import { formatKey, keyId } from './tree/signed-note.rules.ts';

const route = routeOf('audit');

export function auditRoutes(app: TypedApp, { db, cursors, secrets_key }: RouteContext): void {
  const log_keys = createLogKeys(secrets_key);
  for (const schema of [
    AuditEntryItem,
    AuditCheckpoint,
    AuditKey,
    AuditInclusion,
    AuditConsistency,
    AuditStatus,
  ]) {
    app.addSchema(schema);
  }
  const tenantOf = (request: FastifyRequest) => db.tenant(callerOf(request).tenant_id);
  const integrity = createIntegrityCheck(log_keys);
  const readPage = async (...asked: Parameters<typeof listAuditEntries>) => {
    const page = await listAuditEntries(...asked);
    return { ...page, items: await integrity.add(asked[0], page.items) };
  };

  app.get(
    '/v1/audit',
    route({
      summary: 'List audit entries',
      description:
        'Every decision and system event, newest first unless told otherwise. `principal`, `asset` and `actor` take an id, an e-mail or a name: every word must begin a word of it.',
      querystring: AuditQuery,
      response: { 200: AuditPage },
    }),
    (request) =>
      answerList(request, cursors, 'audit', request.query, async (query, page) => {
        const { principal, asset, actor, ...filters } = query;
        const q = tenantOf(request);
        const named = {
          principal_ids: await idsNamed(q, 'principal', 'principal', principal),
          asset_ids: await idsNamed(q, 'asset', 'asset', asset),
          actors: actor === undefined ? undefined : await actorsNamed(q, actor),
        };
        return readPage(q, { ...filters, ...named, ...rangeOf(filters) }, page);
      }),
  );

  app.get(
    '/v1/audit/checkpoint',
    route({
      summary: 'The latest signed checkpoint',
      description:
        'At most 10 seconds behind. JSON, or with `Accept: text/plain` the signed note alone. Keep it: nothing it covers can be changed later without showing.',
      response: {
        200: {
          description: 'The checkpoint.',
          content: {
            'application/json': { schema: Named(AuditCheckpoint) },
            'text/plain': { schema: SignedNote },
          },
        },
      },
    }),
    async (request, reply) => {
      const { note, ...latest } = await requireCheckpoint(tenantOf(request));
      reply.header('vary', 'accept');
      if (prefersText(request.headers.accept)) {
        return reply.type('text/plain; charset=utf-8').send(note);
      }
      const origin = note.slice(0, note.indexOf('\n'));
      return { origin, ...latest, root_hash: latest.root_hash.toString('base64'), note };
    },
  );

  app.get(
    '/v1/audit/key',
    route({
      summary: 'The public key of the log',
      description: 'It stays the same. Keep it where nobody who administers the database can change it.',
      response: { 200: Named(AuditKey) },
    }),
    async (request) => {
      const key = await requireKey(tenantOf(request), log_keys);
      return {
        origin: key.name,
        key_id: keyId(key).toString('hex'),
        algorithm: 'Ed25519',
        public_key: key.public_key.toString('base64'),
        key: formatKey(key),
      };
    },
  );

  app.get(
    '/v1/audit/status',
    route({
      summary: 'Is the log being signed?',
      description:
        'The alert `audit_log_not_signed` and the metric `lapse_audit_unsigned_seconds` go by the same.',
      response: { 200: Named(AuditStatus) },
    }),
    (request) => logStatus(tenantOf(request), log_keys),
  );

  app.get(
    '/v1/audit/consistency',
    route({
      summary: 'Prove that the log only grew',
      description: 'That the log of the size `from` is the beginning of the log of the size `to`.',
      querystring: ConsistencyQuery,
      response: { 200: Named(AuditConsistency) },
    }),
    (request) => proveConsistency(tenantOf(request), request.query.from, request.query.to),
  );

  app.get(
    '/v1/audit/export',
    route(
      {
        summary: 'Export the log as a bundle',
        description:
          'A stream of JSON lines: a header with key and checkpoint, every entry in the bytes that are hashed, the hashes, an end. "lapse audit verify" checks it without this server.',
        querystring: ExportQuery,
        response: {
          200: {
            description: 'The bundle.',
            content: { 'application/x-ndjson': { schema: BundleLines } },
          },
        },
      },
      { config: { places: 'long' } },
    ),
    async (request, reply) => {
      // On a connection of its own: others must not wait behind its reads.
      const q = db.alone(callerOf(request).tenant_id);
      const header = await prepareBundle(q, request.query.from_size);
      return reply
        .type('application/x-ndjson')
        .header('content-disposition', `attachment; filename="lapse-audit-${header.tree_size}.ndjson"`)
        .send(Readable.from(bundleText(q, header)) as unknown as string);
    },
  );

  app.get(
    '/v1/audit/:id',
    route({
      summary: 'Get an audit entry',
      params: AuditParams,
      response: { 200: Named(AuditEntryItem) },
    }),
    async (request) => {
      const q = tenantOf(request);
      const entry = required(await getAuditEntry(q, request.params.id), 'audit entry');
      const [checked] = await integrity.add(q, [entry]);
      return checked as NonNullable<typeof checked>;
    },
  );

  app.get(
    '/v1/audit/:id/proof',
    route({
      summary: 'Prove that an entry is in the log',
      description:
        'An inclusion proof of RFC 6962 under the latest checkpoint, or for another size of the log.',
      params: AuditParams,
      querystring: InclusionQuery,
      response: { 200: Named(AuditInclusion) },
    }),
    (request) => proveInclusion(tenantOf(request), request.params.id, request.query.tree_size),
  );
}

function rangeOf(query: { from?: string; to?: string }): { from: number | null; to: number | null } {
  const faults: Fault[] = [];
  const from = query.from === undefined ? null : queryInstant('from', query.from, faults);
  const to = query.to === undefined ? null : queryInstant('to', query.to, faults);
  if (from !== null && to !== null && from > to) {
    faults.push({ loc: ['query', 'from'], msg: 'expected an instant before to', type: 'out_of_range' });
  }
  refuse(faults);
  return { from, to };
}

/** JSON unless text is asked for by name, as everywhere else. */
function prefersText(accept: string | undefined): boolean {
  return accept !== undefined && /\btext\/plain\b/.test(accept) && !/\bapplication\/json\b/.test(accept);
}
