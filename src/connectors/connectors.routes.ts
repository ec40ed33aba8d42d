import { actOf, callerOf } from '../gateway/authentication.ts';
import { IdParams, ListQuery, Named } from '../gateway/common.schema.ts';
import { runIdempotently } from '../gateway/idempotency/idempotency.ts';
import { answerList } from '../gateway/lists/list.ts';
import { BODY_IS_OPTIONAL, type RouteContext, routeOf, type TypedApp } from '../gateway/route-context.ts';
import type { Querier } from '../platform/database/database.ts';
import { required } from '../platform/errors.ts';
import { testConnector, testSettings } from './check-connector.ts';
import {
  Connector,
  ConnectorBody,
  ConnectorHealth,
  ConnectorPage,
  ConnectorPatchBody,
  ConnectorTypes,
  SettingsBody,
  SyncBody,
  TestBody,
} from './connector.schema.ts';
import type { ConnectorSetup } from './connector-setup.ts';
import { getConnector, listConnectors } from './connectors.sql.ts';
import { addConnector, changeConnector, removeConnector, requestSync } from './manage-connector.ts';

const route = routeOf('connectors');
const params = IdParams('connector', '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f');

export function connectorRoutes(
  app: TypedApp,
  { db, cursors }: RouteContext,
  connectors: ConnectorSetup,
): void {
  app.addSchema(Connector);

  app.get(
    '/v1/connectors/types',
    route({
      summary: 'Which platforms can be connected',
      description: 'What to do on each of them before, step by step, and the settings that it takes.',
      response: { 200: ConnectorTypes },
    }),
    async () => ({
      items: [...connectors.types.values()].map(({ platform, title, settings, steps }) => ({
        platform,
        title,
        settings: settings.map(({ one_of, ...field }) => ({
          ...NO_LIMITS,
          ...field,
          one_of: one_of ? [...one_of] : null,
        })),
        steps,
      })),
    }),
  );

  app.get(
    '/v1/connectors',
    route({
      summary: 'List connectors',
      querystring: ListQuery({}),
      response: { 200: ConnectorPage },
    }),
    (request) =>
      answerList(request, cursors, 'connectors', request.query, (_, page) =>
        listConnectors(db.tenant(callerOf(request).tenant_id), page),
      ),
  );

  app.get(
    '/v1/connectors/:id',
    route({
      summary: 'Get a connector',
      description: 'Its health, how far its sync is, how old what it knows is, and how much use it sees.',
      params,
      response: { 200: Named(Connector) },
    }),
    (request) => found(db.tenant(callerOf(request).tenant_id), request.params.id),
  );

  app.post(
    '/v1/connectors',
    route({
      summary: 'Connect a platform',
      description:
        'It is read at once. Revoked access is only planned (dry_run) until an admin sets another mode. A system whose connector was removed is that connector again, under its id.',
      body: ConnectorBody,
      response: { 201: Named(Connector) },
    }),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => {
        const id = await addConnector(tx, connectors, request.body, actOf(request));
        return { status: 201, body: await found(tx, id) };
      }),
  );

  app.post(
    '/v1/connectors/test',
    route({
      summary: 'Test settings before connecting a platform',
      description:
        'Whether the platform answers to these settings and secrets, and what is missing there for what Lapse must do. Nothing is stored, and nothing is changed there. Takes 15 seconds at most.',
      body: SettingsBody,
      response: { 200: ConnectorHealth },
    }),
    (request) => testSettings(connectors, request.body),
  );

  app.patch(
    '/v1/connectors/:id',
    route({
      summary: 'Change a connector',
      description: 'What is left out stays as it is, also within settings.',
      params,
      body: ConnectorPatchBody,
      response: { 200: Named(Connector) },
    }),
    (request) =>
      db.transaction(callerOf(request).tenant_id, async (tx) => {
        await changeConnector(tx, connectors, request.params.id, request.body, actOf(request));
        return found(tx, request.params.id);
      }),
  );

  app.delete(
    '/v1/connectors/:id',
    route({
      summary: 'Disconnect a platform',
      description:
        'What it found stays in the directory, and is found again when the same system is connected again. Answers with the connector as it was. Refused while its remediations are under way.',
      params,
      response: { 200: Named(Connector) },
    }),
    (request) =>
      db.transaction(callerOf(request).tenant_id, async (tx) => {
        const before = await found(tx, request.params.id);
        await removeConnector(tx, request.params.id, actOf(request));
        return before;
      }),
  );

  app.post(
    '/v1/connectors/:id/sync',
    route(
      {
        summary: 'Read a platform now',
        description: 'Its progress shows how far it is.',
        params,
        body: SyncBody,
        response: { 200: Named(Connector) },
      },
      BODY_IS_OPTIONAL,
    ),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => {
        const accept_removals = request.body?.accept_removals ?? false;
        await requestSync(tx, request.params.id, { now: Date.now(), accept_removals });
        return { status: 200, body: await found(tx, request.params.id) };
      }),
  );

  app.post(
    '/v1/connectors/:id/test',
    route(
      {
        summary: 'Test a connector',
        description: 'Whether the platform answers, and what is missing there for what Lapse must do.',
        params,
        body: TestBody,
        response: { 200: ConnectorHealth },
      },
      BODY_IS_OPTIONAL,
    ),
    (request) => {
      const { tenant_id } = callerOf(request);
      return testConnector(db, connectors, { tenant_id, id: request.params.id });
    },
  );
}

const NO_LIMITS = { min: null, max: null, reaches: null };

const found = async (q: Querier, id: string) => required(await getConnector(q, id), 'connector');
