import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { actOf, callerOf } from '../gateway/authentication.ts';
import { IdParams, Named } from '../gateway/common.schema.ts';
import { runIdempotently } from '../gateway/idempotency/idempotency.ts';
import { answerList } from '../gateway/lists/list.ts';
import { BODY_IS_OPTIONAL, type RouteContext, routeOf, type TypedApp } from '../gateway/route-context.ts';
import type { Querier } from '../platform/database/database.ts';
import { required } from '../platform/errors.ts';
import { attestRemediation } from './attest-remediation.ts';
import {
  approveRemediation,
  cancelRemediation,
  type RemediationOrder,
  retryRemediation,
  revertRemediation,
} from './change-remediation.ts';
import { openBreakers } from './guards/breakers.sql.ts';
import { releaseBreaker } from './guards/release-breaker.ts';
import {
  AttestBody,
  BreakerState,
  OrderBody,
  ReleaseAnswer,
  ReleaseBody,
  Remediation,
  RemediationDetail,
  RemediationPage,
  RemediationQuery,
  RetryBody,
} from './remediation.schema.ts';
import { getRemediation, listRemediations } from './remediations.sql.ts';

const route = routeOf('remediations');
const params = IdParams('remediation', '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f');

export function remediationRoutes(app: TypedApp, { db, cursors }: RouteContext): void {
  app.addSchema(BreakerState);
  app.addSchema(Remediation);
  app.addSchema(RemediationDetail);

  app.get(
    '/v1/remediations/breaker',
    route({
      summary: 'Whether remediations are stopped',
      description:
        'Too many remediations within 24 hours, of the organisation or of one asset, trip a breaker. Nothing more is removed there until an admin releases it.',
      response: { 200: Named(BreakerState) },
    }),
    async (request) => {
      const breakers = await openBreakers(db.tenant(callerOf(request).tenant_id));
      return { tripped: breakers.length > 0, breakers };
    },
  );

  app.post(
    '/v1/remediations/breaker/release',
    route({
      summary: 'Release the breaker',
      description:
        'Remediations are counted from zero from now on. What was blocked is carried out when it is retried.',
      body: ReleaseBody,
      response: { 200: ReleaseAnswer },
    }),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => {
        const { note, id = null } = request.body;
        const released = await releaseBreaker(tx, { id, note, ...actOf(request) });
        return { status: 200, body: { released } };
      }),
  );

  app.get(
    '/v1/remediations',
    route({
      summary: 'List remediations',
      description: 'Remediations of access that reviews have revoked.',
      querystring: RemediationQuery,
      response: { 200: RemediationPage },
    }),
    (request) =>
      answerList(request, cursors, 'remediations', request.query, (filters, page) =>
        listRemediations(db.tenant(callerOf(request).tenant_id), filters, page),
      ),
  );

  app.get(
    '/v1/remediations/:id',
    route({
      summary: 'Get a remediation',
      description: 'With its plan, what the guards say, every step, and what else still gives the access.',
      params,
      response: { 200: Named(RemediationDetail) },
    }),
    (request) => found(db.tenant(callerOf(request).tenant_id), request.params.id),
  );

  /** Runs what a person asks and answers with the record as it is then; workers do the rest. */
  const carryOut = async (
    request: FastifyRequest<{ Params: { id: string }; Body: { note?: string } | undefined }>,
    reply: FastifyReply,
    command: (tx: Querier, order: RemediationOrder) => Promise<void>,
  ): Promise<undefined> => {
    const { id } = request.params;
    return runIdempotently(db, request, reply, async (tx) => {
      const note = request.body?.note ?? null;
      await command(tx, { id, note, ...actOf(request) });
      return { status: 200, body: await found(tx, id) };
    });
  };
  const described = <const Body extends TSchema>(summary: string, description: string, body: Body) => ({
    summary,
    description,
    params,
    body,
    response: { 200: Named(RemediationDetail) },
  });
  const order = (
    verb: string,
    description: string,
    command: (tx: Querier, order: RemediationOrder) => Promise<void>,
  ) =>
    app.post(
      `/v1/remediations/:id/${verb.toLowerCase()}`,
      route(described(`${verb} a remediation`, description, OrderBody), BODY_IS_OPTIONAL),
      (request, reply) => carryOut(request, reply, command),
    );

  order(
    'Approve',
    'In the mode manual a remediation waits for this. The guards are asked again before it is carried out.',
    approveRemediation,
  );

  app.post(
    '/v1/remediations/:id/attest',
    route(
      described(
        'Attest a remediation',
        'Where nothing is connected, a person removes the access and says here how. It is then completed and attested, not verified: the next import or sync verifies it, or finds that the access is still there.',
        AttestBody,
      ),
    ),
    (request, reply) => {
      const { attestation } = request.body;
      const caller = callerOf(request);
      return carryOut(request, reply, (tx, given) =>
        attestRemediation(tx, { ...given, attestation, caller }),
      );
    },
  );

  order(
    'Cancel',
    'Before anything is removed: in the undo window, while it waits for an approval, or while it is requested of a person.',
    cancelRemediation,
  );
  order(
    'Revert',
    'The access is put back as it was, and that is verified; where nothing is connected, that is requested of a person. It is done when the status is reverted.',
    revertRemediation,
  );

  app.post(
    '/v1/remediations/:id/retry',
    route(
      described(
        'Retry a remediation',
        'After it was blocked, has failed, was a dry run, or the access was seen although it was claimed to be gone.',
        RetryBody,
      ),
      BODY_IS_OPTIONAL,
    ),
    (request, reply) => {
      const accept_other_losses = request.body?.accept_other_losses ?? false;
      return carryOut(request, reply, (tx, given) => retryRemediation(tx, { ...given, accept_other_losses }));
    },
  );
}

const found = async (q: Querier, id: string) => required(await getRemediation(q, id), 'remediation');
