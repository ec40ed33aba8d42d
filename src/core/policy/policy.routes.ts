import { callerOf } from '../../gateway/authentication.ts';
import { Named } from '../../gateway/common.schema.ts';
import { routeOf, type TypedApp } from '../../gateway/route-context.ts';
import type { CoreContext } from '../core-context.ts';
import { changePolicy } from './change-policy.ts';
import { loadPolicy, type StoredPolicy } from './policies.sql.ts';
import { PolicyAnswer, PolicyBody } from './policy.schema.ts';

const route = routeOf('policy');

export function policyRoutes(app: TypedApp, { db, policies }: CoreContext): void {
  app.addSchema(PolicyAnswer);

  app.get(
    '/v1/policy',
    route({
      summary: 'The numbers that scores, reviews and remediations follow',
      response: { 200: Named(PolicyAnswer) },
    }),
    async (request) => answerOf(await loadPolicy(db.tenant(callerOf(request).tenant_id))),
  );

  app.put(
    '/v1/policy',
    route({
      summary: 'Change the policy',
      description:
        'Validated as a whole: every fault is named at once. A change becomes a new version in the audit trail, and a job recomputes all lapse dates while everything else goes on. Sending what is in force already changes nothing.',
      body: PolicyBody,
      response: { 200: Named(PolicyAnswer) },
    }),
    async (request) => {
      const { tenant_id, label } = callerOf(request);
      const { expected_version, ...input } = request.body;
      const changed = await changePolicy(db, { tenant_id, actor: label, input, expected_version });
      policies.forget(tenant_id);
      return answerOf(changed);
    },
  );
}

/** Flat, so that what was read can be changed and sent back. */
function answerOf({ policy, ...about }: StoredPolicy) {
  return { ...about, ...policy };
}
