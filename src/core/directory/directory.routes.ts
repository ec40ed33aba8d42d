import { callerOf } from '../../gateway/authentication.ts';
import { bodyStream } from '../../gateway/body-parsers.ts';
import { IdParams } from '../../gateway/common.schema.ts';
import { runStreamIdempotently } from '../../gateway/idempotency/idempotency.ts';
import { resourceRoutes } from '../../gateway/lists/resource-routes.ts';
import { ndjsonOrCsvBody } from '../../gateway/openapi/request-bodies.ts';
import { routeOf, type TypedApp } from '../../gateway/route-context.ts';
import { required } from '../../platform/errors.ts';
import type { CoreContext } from '../core-context.ts';
import { csvReadingOf } from '../csv/csv-request.ts';
import {
  type AssetListQuery,
  answerAssets,
  answerGrants,
  answerPrincipals,
  type GrantListQuery,
  isOrdered,
  isScored,
  type PrincipalListQuery,
} from '../scores/lists/scored-lists.ts';
import { Asset, AssetPage, AssetQuery } from './asset.schema.ts';
import { getAsset, listAssets } from './assets.sql.ts';
import { ImportAnswer, ImportQuery } from './directory-import.schema.ts';
import { Grant, GrantPage, GrantQuery } from './grant.schema.ts';
import { getGrant, listGrants } from './grants.sql.ts';
import { DIRECTORY_LINE_SCHEMAS, REMOVAL_LINE_SCHEMAS } from './import/directory-lines.ts';
import { readFullImport } from './import/full-import.ts';
import { Facets } from './lists/facets.schema.ts';
import { loadFacets } from './lists/facets.sql.ts';
import { PrincipalContext } from './lists/principal-context.schema.ts';
import { findPrincipalContext } from './lists/principal-context.sql.ts';
import { Principal, PrincipalPage, PrincipalQuery } from './principal.schema.ts';
import { getPrincipal, listPrincipals } from './principals.sql.ts';

const route = routeOf('directory');

const IMPORT_BODY = ndjsonOrCsvBody(
  { anyOf: [DIRECTORY_LINE_SCHEMAS, REMOVAL_LINE_SCHEMAS].flatMap((each) => Object.values(each)) },
  [
    { kind: 'principal', id: 'prin-001', display_name: 'Amara Okafor', type: 'user' },
    { kind: 'asset', id: 'asset-001', name: 'customer_profiles', type: 'table', platform: 'databricks' },
    {
      kind: 'grant',
      id: 'grant-001',
      principal_id: 'prin-001',
      asset_id: 'asset-001',
      permission: 'ReadWrite',
    },
    { kind: 'grant', id: 'grant-002', removed: true },
  ],
  'Email,Table,System,Right\namara@corp.example,customer_profiles,databricks,read\n',
);

export function directoryRoutes(app: TypedApp, context: CoreContext): void {
  const { db, takeBody } = context;

  app.get(
    '/v1/principals/:id/context',
    route({
      summary: 'Groups, members, manager, names elsewhere and latest anomalies of a principal',
      params: IdParams('principal', 'prin-001'),
      response: { 200: PrincipalContext },
    }),
    async (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      return required(await findPrincipalContext(q, request.params.id), 'principal');
    },
  );

  resourceRoutes(app, context, {
    noun: 'principals',
    singular: 'principal',
    example_id: 'prin-001',
    item: Principal,
    page: PrincipalPage,
    query: PrincipalQuery,
    list: listPrincipals,
    get: getPrincipal,
    other: {
      asks: isOrdered,
      answer: (tenantId, query) => answerPrincipals(context, tenantId, query as PrincipalListQuery),
    },
  });

  resourceRoutes(app, context, {
    noun: 'assets',
    singular: 'asset',
    example_id: 'asset-001',
    item: Asset,
    page: AssetPage,
    query: AssetQuery,
    list: listAssets,
    get: getAsset,
    other: {
      asks: isOrdered,
      answer: (tenantId, query) => answerAssets(context, tenantId, query as AssetListQuery),
    },
  });

  resourceRoutes(app, context, {
    noun: 'grants',
    singular: 'grant',
    example_id: 'grant-001',
    item: Grant,
    page: GrantPage,
    query: GrantQuery,
    list: listGrants,
    get: getGrant,
    other: {
      asks: isScored,
      answer: (tenantId, query) => answerGrants(context, tenantId, query as GrantListQuery),
    },
  });

  app.get(
    '/v1/directory/facets',
    route({
      summary: 'What lists can be filtered by, with how many of each there are',
      response: { 200: Facets },
    }),
    (request) => loadFacets(db.tenant(callerOf(request).tenant_id)),
  );

  app.post(
    '/v1/directory/import',
    route(
      {
        summary: 'Import principals, memberships, identities, assets and grants',
        description:
          'NDJSON of any length, one resource per line, told apart by `kind`. Upserts by id, so sending the same file again changes nothing. Bad lines are rejected with their number and reason; the others are stored, chunk by chunk. What a line refers to comes before it in the stream. A line with `"removed": true` and the id says that something is gone: access ends with it, open reviews of it are closed, and rows stay for the past. With Content-Type: text/csv each row is a grant, with the principal and the asset that it names: `map` says which column is what, and the same file again changes nothing. A row is stored whole or refused whole.',
        querystring: ImportQuery,
        consumes: ['application/x-ndjson', 'text/csv'],
        response: { 200: ImportAnswer },
      },
      {
        config: { streamsBody: true, places: 'long', describedBody: IMPORT_BODY },
      },
    ),
    (request, reply) => {
      const csv = csvReadingOf(request, 'grants');
      return runStreamIdempotently(db, request, reply, bodyStream(request), async (chunks) => {
        const { tenant_id, label: actor } = callerOf(request);
        const full = readFullImport(request.query);
        const order = { into: 'directory', tenant_id, actor, full, csv } as const;
        return { status: 200, body: await takeBody(order, chunks) };
      });
    },
  );
}
