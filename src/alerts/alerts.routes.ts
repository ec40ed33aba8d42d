import type { FastifyRequest } from 'fastify';
import { bodyInstant } from '../core/reviews/forms.ts';
import { callerOf } from '../gateway/authentication.ts';
import { IdParams, Named } from '../gateway/common.schema.ts';
import { runIdempotently } from '../gateway/idempotency/idempotency.ts';
import { refuse } from '../gateway/lists/instants.ts';
import { answerList } from '../gateway/lists/list.ts';
import { type RouteContext, routeOf, type TypedApp } from '../gateway/route-context.ts';
import type { Querier } from '../platform/database/database.ts';
import type { Fault } from '../platform/errors.ts';
import { findingPath } from '../remediation/observations/finding.rules.ts';
import { ALERT_RULES, actionOf, labelsOf, ruleOf } from './alert.rules.ts';
import {
  AcknowledgeBody,
  ALERT_ID_EXAMPLE,
  AlertItem,
  AlertPage,
  AlertQuery,
  SilenceBody,
} from './alert.schema.ts';
import { acknowledgeAlert, endSilence, silenceAlert } from './silence-alert.ts';
import { listAlerts, type ShownAlert } from './states.sql.ts';

const route = routeOf('operations');
const PARAMS = IdParams('alert', ALERT_ID_EXAMPLE);

export function alertRoutes(app: TypedApp, { db, cursors }: RouteContext): void {
  app.addSchema(AlertItem);

  app.get(
    '/v1/alerts',
    route({
      summary: 'List operational alerts',
      description:
        'The alerts that deploy/prometheus has as rules, evaluated by Lapse itself with the same thresholds and durations. Each change is also an entry of the audit log (alert.firing, alert.resolved) and goes to webhooks and notification channels that ask for it, unless the alert is silenced.',
      querystring: AlertQuery,
      response: { 200: AlertPage },
    }),
    (request) =>
      answerList(request, cursors, 'alerts', request.query, async ({ state, severity }, page) => {
        const rules = ALERT_RULES.filter((rule) => (severity ?? rule.severity) === rule.severity);
        const alert = severity === undefined ? undefined : rules.map((rule) => rule.alert);
        const found = await listAlerts(
          db.tenant(callerOf(request).tenant_id),
          { state, alert },
          { page, now: Date.now() },
        );
        return { ...found, items: found.items.map(describe) };
      }),
  );

  app.post(
    '/v1/alerts/:id/acknowledge',
    route({
      summary: 'Say that somebody knows of a firing alert',
      description:
        'It keeps firing, and says who knows of it until it is resolved. It is not told again when a silence ends.',
      params: PARAMS,
      body: AcknowledgeBody,
      response: { 200: Named(AlertItem) },
    }),
    (request, reply) => {
      const note = request.body.note?.trim() ?? null;
      return runIdempotently(db, request, reply, async (tx) => ({
        status: 200,
        body: describe(await acknowledgeAlert(tx, { ...askedBy(request), note })),
      }));
    },
  );

  app.post(
    '/v1/alerts/:id/silence',
    route({
      summary: 'Tell nobody of an alert until a date',
      description:
        'Of this alert and its connector, stage, work or remediation, and of no other. It is evaluated, listed and recorded as before, but webhooks and channels are not told that it fires. Silencing it again replaces date and reason.',
      params: PARAMS,
      body: SilenceBody,
      response: { 200: Named(AlertItem) },
    }),
    (request, reply) => {
      const faults: Fault[] = [];
      const until = bodyInstant('until', request.body.until, faults);
      refuse(faults);
      const reason = request.body.reason.trim();
      return runIdempotently(db, request, reply, async (tx) => ({
        status: 200,
        body: describe(await silenceAlert(tx, { ...askedBy(request), until, reason })),
      }));
    },
  );

  app.delete(
    '/v1/alerts/:id/silence',
    route({
      summary: 'End the silence of an alert before its date',
      description: 'If it still fires, webhooks and channels are told within about 15 seconds.',
      params: PARAMS,
      response: { 200: Named(AlertItem) },
    }),
    async (request) => {
      const asked = askedBy(request);
      const work = (tx: Querier) => endSilence(tx, asked);
      return describe(await db.transaction(asked.caller.tenant_id, work));
    },
  );
}

const askedBy = (request: FastifyRequest<{ Params: { id: string } }>) => ({
  id: request.params.id,
  caller: callerOf(request),
  now: Date.now(),
});

function describe(row: ShownAlert): AlertItem {
  const { id, alert, key, subject, state, since, value, observed_at } = row;
  const rule = ruleOf(alert);
  return {
    id,
    alert,
    severity: rule.severity,
    state,
    // What is kept of a running total is the total; while it does not grow, its rate is 0.
    value: rule.condition === 'unchanged' ? (state === 'resolved' || state === 'inactive' ? null : 0) : value,
    threshold: rule.threshold,
    for_seconds: rule.for_seconds,
    over_seconds: rule.over_seconds,
    since,
    observed_at,
    labels: labelsOf(rule, key),
    summary: rule.summary,
    subject,
    link: rule.key === 'remediation' ? findingPath(key) : null,
    action: actionOf(rule, key),
    acknowledged:
      row.acknowledged_by === null
        ? null
        : { by: row.acknowledged_by, at: row.acknowledged_at as string, note: row.acknowledged_note },
    silenced:
      row.silenced_by === null
        ? null
        : {
            by: row.silenced_by,
            at: row.silenced_at as string,
            until: row.silenced_until as string,
            reason: row.silence_reason as string,
          },
  };
}
