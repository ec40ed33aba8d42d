import type { FastifyReply, FastifyRequest } from 'fastify';
import { actOf, callerOf } from '../gateway/authentication.ts';
import { IdParams, Named } from '../gateway/common.schema.ts';
import { runIdempotently } from '../gateway/idempotency/idempotency.ts';
import { answerList } from '../gateway/lists/list.ts';
import { BODY_IS_OPTIONAL, type RouteContext, routeOf, type TypedApp } from '../gateway/route-context.ts';
import type { Querier } from '../platform/database/database.ts';
import { required } from '../platform/errors.ts';
import { attestRemediation } from './attest-remediation.ts';
import type { RemediationOrder } from './change-remediation.ts';
import {
  approveRemediation,
  cancelRemediation,
  retryRemediation,
  revertRemediation,
} from './change-remediation.ts';
import {
  AttestBody,
  OrderBody,
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
  app.addSchema(Remediation);
  app.addSchema(RemediationDetail);

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
  const order = async (
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
  const ordered = (summary: string, description: string) => ({
    summary,
    description,
    params,
    body: OrderBody,
    response: { 200: Named(RemediationDetail) },
  });

  app.post(
    '/v1/remediations/:id/approve',
    route(
      ordered(
        'Approve a remediation',
        'In the mode manual a remediation waits for this. The guards are asked again before it is carried out.',
      ),
      BODY_IS_OPTIONAL,
    ),
    (request, reply) => order(request, reply, approveRemediation),
  );

  app.post(
    '/v1/remediations/:id/attest',
    route({
      ...ordered(
        'Attest a remediation',
        'Where nothing is connected, a person removes the access and says here how. It is then completed and attested, not verified: the next import or sync verifies it, or finds that the access is still there.',
      ),
      body: AttestBody,
    }),
    (request, reply) => {
      const { attestation } = request.body;
      const caller = callerOf(request);
      return order(request, reply, (tx, given) => attestRemediation(tx, { ...given, attestation, caller }));
    },
  );

  app.post(
    '/v1/remediations/:id/cancel',
    route(
      ordered(
        'Cancel a remediation',
        'Before anything is removed: in the undo window, while it waits for an approval, or while it is requested of a person.',
      ),
      BODY_IS_OPTIONAL,
    ),
    (request, reply) => order(request, reply, cancelRemediation),
  );

  app.post(
    '/v1/remediations/:id/revert',
    route(
      ordered(
        'Revert a remediation',
        'The access is put back as it was, and that is verified; where nothing is connected, that is requested of a person. It is done when the status is reverted.',
      ),
      BODY_IS_OPTIONAL,
    ),
    (request, reply) => order(request, reply, revertRemediation),
  );

  app.post(
    '/v1/remediations/:id/retry',
    route(
      {
        ...ordered(
          'Retry a remediation',
          'After it was blocked, has failed, was a dry run, or the access was seen although it was claimed to be gone.',
        ),
        body: RetryBody,
      },
      BODY_IS_OPTIONAL,
    ),
    (request, reply) => {
      const accept_other_losses = request.body?.accept_other_losses ?? false;
      return order(request, reply, (tx, given) => retryRemediation(tx, { ...given, accept_other_losses }));
    },
  );
}

const found = async (q: Querier, id: string) => required(await getRemediation(q, id), 'remediation');
