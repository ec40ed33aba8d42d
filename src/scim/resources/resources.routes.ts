import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { ChangedBy } from '../../core/directory/import/directory-entries.ts';
import { callerOf } from '../../gateway/authentication.ts';
import type { TypedApp } from '../../gateway/route-context.ts';
import type { Database, Querier } from '../../platform/database/database.ts';
import { GROUP, type ResourceType, USER } from '../rules/attributes.rules.ts';
import { projectionOf, type Query, readListQuery } from '../rules/list-request.rules.ts';
import { readOperations } from '../rules/patch-operations.rules.ts';
import { listResponse } from '../rules/service-description.rules.ts';
import { versionOf } from '../rules/show-resource.rules.ts';
import { baseOf, type ScimSetup, scimRoute, sendScim } from '../scim-route.ts';
import { findResources, showOne, showPage } from './find-resources.ts';
import { namesVersion, requireFound } from './require-resource.ts';
import { getResource } from './resources.sql.ts';
import { inTransaction } from './store-lines.ts';
import { createGroup, deleteGroup, patchGroup, replaceGroup } from './write-group.ts';
import { createUser, deleteUser, patchUser, replaceUser } from './write-user.ts';

const USERS = { type: USER, create: createUser, replace: replaceUser, patch: patchUser, remove: deleteUser };
const GROUPS = {
  type: GROUP,
  create: createGroup,
  replace: replaceGroup,
  patch: patchGroup,
  remove: deleteGroup,
};

const params = Type.Object({ id: Type.String() });
/** Its own rules say what is wrong with it, in the words of SCIM. What could not be stored is refused before. */
const body = Type.Unknown();
type Asked = FastifyRequest<{ Params: { id: string } }>;

export function resourceRoutes(app: TypedApp, setup: ScimSetup): void {
  for (const kind of [USERS, GROUPS]) {
    const { type } = kind;
    const { endpoint } = type;
    app.get(endpoint, scimRoute({}), (request, reply) => answerList(setup, type, request, reply));
    app.post(endpoint, scimRoute({ body }), async (request, reply) => {
      const id = await write(setup.db, request, (tx, by) => kind.create(tx, request.body, by));
      return answerOne(setup, type, id, request, reply.code(201));
    });
    app.get(`${endpoint}/:id`, scimRoute({ params }), (request, reply) =>
      answerOne(setup, type, request.params.id, request, reply),
    );
    app.put(`${endpoint}/:id`, scimRoute({ params, body }), async (request, reply) => {
      const { id } = request.params;
      await write(setup.db, request, (tx, by) => kind.replace(tx, id, request.body, expectedBy(request), by));
      return answerOne(setup, type, id, request, reply);
    });
    app.patch(`${endpoint}/:id`, scimRoute({ params, body }), async (request, reply) => {
      const { id } = request.params;
      const operations = readOperations(request.body);
      await write(setup.db, request, (tx, by) => kind.patch(tx, id, operations, expectedBy(request), by));
      // A group may have very many members, of whom nobody has asked.
      if (type === GROUP && !asksForAttributes(request)) return reply.code(204).send();
      return answerOne(setup, type, id, request, reply);
    });
    app.delete(`${endpoint}/:id`, scimRoute({ params }), async (request, reply) => {
      const { id } = request.params;
      await write(setup.db, request, (tx, by) => kind.remove(tx, id, expectedBy(request), by));
      return reply.code(204).send();
    });
  }
}

function write<T>(
  db: Database,
  request: FastifyRequest,
  work: (tx: Querier, by: ChangedBy) => Promise<T>,
): Promise<T> {
  const { tenant_id, label: actor } = callerOf(request);
  const since = Date.now();
  return inTransaction(db, tenant_id, (tx) => work(tx, { actor, since, now: Date.now }));
}

async function answerList(
  setup: ScimSetup,
  type: ResourceType,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const q = setup.db.tenant(callerOf(request).tenant_id);
  const { projection, ...asked } = readListQuery(type, request.query as Query);
  const { total, rows } = await findResources(q, type, asked);
  const shown = await showPage(q, type, rows, { base: baseOf(setup, request), projection });
  return sendScim(reply, listResponse(shown, { total, start: asked.start }));
}

async function answerOne(
  setup: ScimSetup,
  type: ResourceType,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const projection = projectionOf(type, request.query as Query);
  const q = setup.db.tenant(callerOf(request).tenant_id);
  const row = requireFound(type, id, await getResource(q, type.name, id));
  const version = versionOf(row);
  const base = baseOf(setup, request);
  reply.header('etag', version);
  if (reply.statusCode === 201) reply.header('location', `${base}${type.endpoint}/${id}`);
  const seen = request.headers['if-none-match'];
  if (request.method === 'GET' && seen !== undefined && namesVersion(seen, version))
    return reply.code(304).send();
  return sendScim(reply, await showOne(q, type, row, { base, projection }));
}

const expectedBy = ({ headers }: Pick<Asked, 'headers'>): string | undefined => headers['if-match'];

const asksForAttributes = ({ query }: Pick<Asked, 'query'>): boolean =>
  (query as Query).attributes !== undefined;
