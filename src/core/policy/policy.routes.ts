import { callerOf } from '../../gateway/authentication.ts';
import { IdParams, Named } from '../../gateway/common.schema.ts';
import { runIdempotently } from '../../gateway/idempotency/idempotency.ts';
import { routeOf, type TypedApp } from '../../gateway/route-context.ts';
import { required } from '../../platform/errors.ts';
import type { CoreContext } from '../core-context.ts';
import { LearnedAnswer } from '../outcomes/learned.schema.ts';
import { loadLearned } from '../outcomes/learned.sql.ts';
import { isLearning } from '../outcomes/learning.rules.ts';
import { changePolicy } from './change-policy.ts';
import { startPolicyDryRun } from './dry-run-policy.ts';
import { loadPolicy, type StoredPolicy } from './policies.sql.ts';
import { PolicyAnswer, PolicyBody } from './policy.schema.ts';
import { PolicyDryRun } from './policy-dry-run.schema.ts';
import { findDryRun } from './policy-dry-runs.sql.ts';

const route = routeOf('policy');
const APPROXIMATION =
  'The past is told for the grants that are active today: from the days on which they were used, with the patience of each policy, and from recorded changes of their lapse dates, which are taken to be the same under both. A review is counted when a pair passes the review mark, and again only after it was fresh in between.';

export function policyRoutes(app: TypedApp, { db, policies }: CoreContext): void {
  app.addSchema(PolicyAnswer);
  app.addSchema(PolicyDryRun);
  app.addSchema(LearnedAnswer);

  app.get(
    '/v1/policy',
    route({
      summary: 'The numbers that scores, reviews and remediations follow',
      response: { 200: Named(PolicyAnswer) },
    }),
    async (request) => answerOf(await loadPolicy(db.tenant(callerOf(request).tenant_id))),
  );

  app.get(
    '/v1/policy/learned',
    route({
      summary: 'What answers have taught about kinds of access',
      description:
        'Where access was revoked and missed, or was never used and turned out to be needed, access of the same kind is asked about later: from three such answers on, 120 days times their share of all and five more, at most 60 days. `parts` of GET /v1/scores/{principal_id} name them as `learned`.',
      response: { 200: Named(LearnedAnswer) },
    }),
    async (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      const { policy } = await loadPolicy(q);
      return { in_force: isLearning(policy), ...(await loadLearned(q)) } as never;
    },
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

  app.post(
    '/v1/policy/dry-runs',
    route({
      summary: 'Find out what a change of policy would do',
      description: `Takes what PUT /v1/policy takes and judges it in the same way, but changes nothing: a worker computes how many reviews the change would cause today, and would have caused over the last 90 days. ${APPROXIMATION} Forgotten after a day.`,
      body: PolicyBody,
      response: { 201: Named(PolicyDryRun) },
    }),
    async (request, reply) => {
      const { expected_version, ...input } = request.body;
      const actor = callerOf(request).label;
      const sent = await runIdempotently(db, request, reply, async (tx) => ({
        status: 201,
        body: await startPolicyDryRun(tx, { actor, input, expected_version }),
      }));
      return sent as never;
    },
  );

  app.get(
    '/v1/policy/dry-runs/:id',
    route({
      summary: 'How far a dry run is, and what it found',
      description: APPROXIMATION,
      params: IdParams('dry run', '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f'),
      response: { 200: Named(PolicyDryRun) },
    }),
    async (request) => {
      return required(await findDryRun(db.tenant(callerOf(request).tenant_id), request.params.id), 'dry run');
    },
  );
}

/** Flat, so that what was read can be changed and sent back. */
function answerOf({ policy, ...about }: StoredPolicy) {
  return { ...about, ...policy };
}
