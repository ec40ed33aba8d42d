import { ALERT_RULES, ruleOf } from '../../domain/alert-rules.ts';
import { type AlertRow, listAlerts } from '../../store/alert-states.ts';
import { callerOf } from '../authentication.ts';
import { answerList } from '../list.ts';
import type { RouteContext, TypedApp } from '../route-context.ts';
import { AlertItem, AlertPage, AlertQuery } from '../schemas/alert.ts';

export function alertRoutes(app: TypedApp, { db, cursors }: RouteContext): void {
  app.addSchema(AlertItem);

  app.get(
    '/v1/alerts',
    {
      schema: {
        tags: ['operations'],
        summary: 'List operational alerts',
        description:
          'The alerts that deploy/prometheus has as rules, evaluated by Lapse itself with the same thresholds and durations. Each change is also an entry of the audit log (alert.firing, alert.resolved) and goes to webhooks and notification channels that ask for it.',
        querystring: AlertQuery,
        response: { 200: AlertPage },
      },
    },
    (request) =>
      answerList(request, cursors, 'alerts', request.query, async ({ state, severity }, page) => {
        const rules = ALERT_RULES.filter((rule) => (severity ?? rule.severity) === rule.severity);
        const alert = severity === undefined ? undefined : rules.map((rule) => rule.alert);
        const found = await listAlerts(db.tenant(callerOf(request).tenant_id), { state, alert }, page);
        return { ...found, items: found.items.map(describe) };
      }),
  );
}

function describe({ id, alert, key, state, since, value, observed_at }: AlertRow): AlertItem {
  const rule = ruleOf(alert);
  return {
    id,
    alert,
    severity: rule.severity,
    state: state as AlertItem['state'],
    // What is kept of a running total is the total; while it does not grow, its rate is 0.
    value: rule.condition === 'unchanged' ? (state === 'resolved' ? null : 0) : value,
    threshold: rule.threshold,
    for_seconds: rule.for_seconds,
    over_seconds: rule.over_seconds,
    since,
    observed_at,
    labels: rule.key === null ? {} : { [rule.key]: key },
    summary: rule.summary,
    action: rule.action,
  };
}
