import type { Static } from 'typebox';
import { callerOf } from '../../../gateway/authentication.ts';
import { IdParams, Named } from '../../../gateway/common.schema.ts';
import { runIdempotently } from '../../../gateway/idempotency/idempotency.ts';
import { refuse } from '../../../gateway/lists/instants.ts';
import { answerList } from '../../../gateway/lists/list.ts';
import {
  BODY_IS_OPTIONAL,
  type RouteContext,
  routeOf,
  type TypedApp,
} from '../../../gateway/route-context.ts';
import { type Fault, required } from '../../../platform/errors.ts';
import { bodyInstant } from '../forms.ts';
import { listHeld } from './held-questions.sql.ts';
import { changeRule, createRule, removeRule, switchOff, switchOn } from './manage-rule.ts';
import { previewRule } from './preview-rule.ts';
import type { RuleSettings } from './standing-rule.rules.ts';
import {
  HeldPage,
  HeldQuestion,
  RULE_ID_EXAMPLE,
  Rule,
  RuleBody,
  RuleChangeBody,
  RuleOrderBody,
  RulePage,
  RulePreview,
  RuleQuery,
  SwitchOnBody,
} from './standing-rule.schema.ts';
import { getRule, listRules } from './standing-rules.sql.ts';

const route = routeOf('policy');
const params = IdParams('rule', RULE_ID_EXAMPLE);

export function ruleRoutes(app: TypedApp, { db, cursors }: RouteContext): void {
  app.addSchema(Rule);
  app.addSchema(RulePreview);
  app.addSchema(HeldQuestion);

  app.get(
    '/v1/rules',
    route({
      summary: 'List the rules that decide without a question',
      querystring: RuleQuery,
      response: { 200: RulePage },
    }),
    (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      return answerList(request, cursors, 'rules', request.query, (_, page) =>
        listRules(q, page, Date.now()),
      );
    },
  );

  app.post(
    '/v1/rules',
    route({
      summary: 'Create a rule, which is off',
      description:
        'A rule revokes without asking anybody: access of accounts that are disabled, or access that was never used. It never touches what is protected, has a purpose, comes through a group, was confirmed or put back, nor what a guard would refuse; a rule about what was never used also nothing of personal data or without a classification. It is switched on after its dry run was looked at.',
      body: RuleBody,
      response: { 201: Named(Rule) },
    }),
    (request, reply) => {
      const settings = settingsOf(request.body);
      return runIdempotently(db, request, reply, async (tx) => ({
        status: 201,
        body: await createRule(tx, settings, { actor: callerOf(request).label, now: Date.now() }),
      }));
    },
  );

  app.get(
    '/v1/rules/:id',
    route({ summary: 'Read a rule', params, response: { 200: Named(Rule) } }),
    async (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      return required(await getRule(q, request.params.id, Date.now()), 'rule');
    },
  );

  app.put(
    '/v1/rules/:id',
    route({
      summary: 'Change a rule, which switches it off',
      description: 'Sending what is there already changes nothing. What it has decided stays decided.',
      params,
      body: RuleChangeBody,
      response: { 200: Named(Rule) },
    }),
    (request) => {
      const { expected_version, ...body } = request.body;
      const settings = settingsOf(body);
      const { tenant_id, label } = callerOf(request);
      return db.transaction(tenant_id, (tx) =>
        changeRule(tx, request.params.id, { settings, expected_version }, { actor: label, now: Date.now() }),
      );
    },
  );

  app.delete(
    '/v1/rules/:id',
    route({
      summary: 'Delete a rule',
      description: 'Answers with the rule as it was. What it has decided stays decided, and names it.',
      params,
      response: { 200: Named(Rule) },
    }),
    (request) => {
      const { tenant_id, label } = callerOf(request);
      return db.transaction(tenant_id, (tx) =>
        removeRule(tx, request.params.id, { actor: label, now: Date.now() }),
      );
    },
  );

  app.post(
    '/v1/rules/:id/preview',
    route(
      {
        summary: 'Find out what a rule would do',
        description:
          'A dry run: what it would have decided in the last 90 days, of how much of that the time since shows that it was needed, and what it would decide now. Changes nothing.',
        params,
        body: RuleOrderBody,
        response: { 200: Named(RulePreview) },
      },
      BODY_IS_OPTIONAL,
    ),
    (request) => {
      const { tenant_id } = callerOf(request);
      const now = Date.now();
      // Reads much, so not on a connection that reads share.
      return db.transaction(tenant_id, async (tx) =>
        previewRule(tx, required(await getRule(tx, request.params.id, now), 'rule'), now),
      );
    },
  );

  app.post(
    '/v1/rules/:id/switch-on',
    route({
      summary: 'Let a rule decide',
      description:
        'With `seen` of its latest dry run: refused with 409 when its settings, or what it would decide now, are not what was seen.',
      params,
      body: SwitchOnBody,
      response: { 200: Named(Rule) },
    }),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => ({
        status: 200,
        body: await switchOn(tx, request.params.id, request.body.seen, {
          actor: callerOf(request).label,
          now: Date.now(),
        }),
      })),
  );

  app.post(
    '/v1/rules/:id/switch-off',
    route(
      {
        summary: 'Let a rule decide nothing any more',
        description: 'What it has not decided is asked.',
        params,
        body: RuleOrderBody,
        response: { 200: Named(Rule) },
      },
      BODY_IS_OPTIONAL,
    ),
    (request, reply) =>
      runIdempotently(db, request, reply, async (tx) => ({
        status: 200,
        body: await switchOff(tx, request.params.id, { actor: callerOf(request).label, now: Date.now() }),
      })),
  );

  app.get(
    '/v1/rules/:id/held',
    route({
      summary: 'Questions that are not asked because a rule is going to decide them',
      params,
      querystring: RuleQuery,
      response: { 200: HeldPage },
    }),
    async (request) => {
      const q = db.tenant(callerOf(request).tenant_id);
      const { id } = required(await getRule(q, request.params.id, Date.now()), 'rule');
      return answerList(request, cursors, `held by ${id}`, request.query, (_, page) => listHeld(q, id, page));
    },
  );
}

function settingsOf(body: Static<typeof RuleBody>): RuleSettings {
  const faults: Fault[] = [];
  const expires_at = bodyInstant('expires_at', body.expires_at, faults);
  refuse(faults);
  const { name, kind, days, cap_per_day, owner_id } = body;
  const permissions = body.permissions ?? (kind === 'never_used' ? ['read' as const] : []);
  return {
    name,
    kind,
    days,
    permissions: [...new Set(permissions)].sort(),
    cap_per_day,
    owner_id,
    expires_at,
  };
}
