import { actOf, callerOf } from '../../gateway/authentication.ts';
import { Named } from '../../gateway/common.schema.ts';
import { runIdempotently } from '../../gateway/idempotency/idempotency.ts';
import { type RouteContext, routeOf, type TypedApp } from '../../gateway/route-context.ts';
import { BreakerState, ReleaseAnswer, ReleaseBody } from '../remediation.schema.ts';
import { openBreakers } from './breakers.sql.ts';
import { releaseBreaker } from './release-breaker.ts';

const route = routeOf('remediations');

export function breakerRoutes(app: TypedApp, { db }: RouteContext): void {
  app.addSchema(BreakerState);

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
}
