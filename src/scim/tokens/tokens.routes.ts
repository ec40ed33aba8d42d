import { actOf, callerOf } from '../../gateway/authentication.ts';
import { IdParams, ListQuery, Named } from '../../gateway/common.schema.ts';
import { runIdempotently } from '../../gateway/idempotency/idempotency.ts';
import { answerList } from '../../gateway/lists/list.ts';
import { BODY_IS_OPTIONAL, type RouteContext, routeOf, type TypedApp } from '../../gateway/route-context.ts';
import type { Querier } from '../../platform/database/database.ts';
import { required } from '../../platform/errors.ts';
import { createToken, revokeToken, rotateToken } from './manage-token.ts';
import {
  RotateBody,
  ScimToken,
  ScimTokenBody,
  ScimTokenPage,
  ScimTokenWithSecret,
  TOKEN_ID_EXAMPLE,
} from './token.schema.ts';
import { getToken, listTokens } from './tokens.sql.ts';

const route = routeOf('scim');
const params = IdParams('SCIM token', TOKEN_ID_EXAMPLE);

export function tokenRoutes(app: TypedApp, { db, cursors, secrets_key }: RouteContext): void {
  app.addSchema(ScimToken);
  app.addSchema(ScimTokenWithSecret);
  // The answer holds a secret, which must not stand in a table of answers.
  const sealed = { sealed_with: secrets_key };

  app.get(
    '/v1/scim/tokens',
    route({ summary: 'List SCIM tokens', querystring: ListQuery({}), response: { 200: ScimTokenPage } }),
    (request) =>
      answerList(request, cursors, 'scim_tokens', request.query, (_, page) =>
        listTokens(db.tenant(callerOf(request).tenant_id), page),
      ),
  );

  app.post(
    '/v1/scim/tokens',
    route({
      summary: 'Create a SCIM token',
      description:
        'An identity provider that sends it to /scim/v2 pushes people and groups to this tenant. The answer shows it once.',
      body: ScimTokenBody,
      response: { 201: Named(ScimTokenWithSecret) },
    }),
    (request, reply) => {
      const work = async (tx: Querier) => {
        const { id, token } = await createToken(tx, request.body.name.trim(), actOf(request));
        return { status: 201, body: { ...(await requireShown(tx, id)), token } };
      };
      return runIdempotently(db, request, reply, work, sealed);
    },
  );

  app.post(
    '/v1/scim/tokens/:id/rotate',
    route(
      {
        summary: 'Make a new secret for a SCIM token',
        description:
          'Shown this once. The present one may be used for 24 hours more; one that was replaced before is forgotten.',
        params,
        body: RotateBody,
        response: { 200: Named(ScimTokenWithSecret) },
      },
      BODY_IS_OPTIONAL,
    ),
    (request, reply) => {
      const work = async (tx: Querier) => {
        const token = await rotateToken(tx, request.params.id, actOf(request));
        return { status: 200, body: { ...(await requireShown(tx, request.params.id)), token } };
      };
      return runIdempotently(db, request, reply, work, sealed);
    },
  );

  app.delete(
    '/v1/scim/tokens/:id',
    route({
      summary: 'Revoke a SCIM token',
      description: 'It is refused from now on. What it has pushed stays.',
      params,
      response: { 200: Named(ScimToken) },
    }),
    (request) =>
      db.transaction(callerOf(request).tenant_id, async (tx) => {
        await revokeToken(tx, request.params.id, actOf(request));
        return requireShown(tx, request.params.id);
      }),
  );
}

const requireShown = async (q: Querier, id: string) => required(await getToken(q, id), 'SCIM token');
