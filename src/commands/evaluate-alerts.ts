import { ruleOf } from '../domain/alert-rules.ts';
import { type Alert, evaluateAlerts as evaluate } from '../domain/alert-values.ts';
import { type AlertMessage, enqueueAlertMessages } from '../store/alert-messages.ts';
import { claimEvaluation, loadAlerts, saveAlerts } from '../store/alert-states.ts';
import { type AuditEntry, appendAuditEntries } from '../store/audit-entries.ts';
import type { Database, Querier } from '../store/database.ts';
import { loadOperationalFigures } from '../store/operational-figures.ts';
import { loadPolicy } from '../store/policies.ts';

/** How often each tenant's alerts are looked at, by whichever worker comes first. */
export const EVALUATE_EVERY_MS = 15_000;

/**
 * Looks at the alerts of a tenant. States and announcements commit together, so each change is told once. False: it was
 * not due.
 */
export function evaluateAlerts(
  db: Database,
  tenantId: number,
  { now, newId }: { now: number; newId: () => string },
): Promise<boolean> {
  const work = async (tx: Querier): Promise<boolean> => {
    if (!(await claimEvaluation(tx, { now, next_at: now + EVALUATE_EVERY_MS }))) return false;
    const { policy } = await loadPolicy(tx);
    const known = await loadAlerts(tx);
    const figures = await loadOperationalFigures(tx, { policy, now });
    const { alerts, fired, resolved } = evaluate(known, figures, now);
    await saveAlerts(tx, alerts);
    const entries = [
      ...fired.map((alert) => entryOf(alert, 'alert.firing', { now, newId })),
      ...resolved.map((alert) => entryOf(alert, 'alert.resolved', { now, newId })),
    ];
    await appendAuditEntries(tx, entries);
    await enqueueAlertMessages(tx, entries.map(messageOf));
    return true;
  };
  return db.transaction(tenantId, work, 'force_generic_plan');
}

const messageOf = ({ id, at, description, data }: AlertEntry): AlertMessage => ({
  id,
  created_at: at,
  subject: description,
  paragraphs: [`Severity: ${data.severity}.`, ...(data.action === null ? [] : [data.action])],
  link: null,
});

interface AlertEntry extends AuditEntry {
  description: string;
  data: AuditEntry['data'] & { severity: string; action: string | null };
}

function entryOf(
  { id, alert, key, value }: Alert,
  event_type: 'alert.firing' | 'alert.resolved',
  { now, newId }: { now: number; newId: () => string },
): AlertEntry {
  const rule = ruleOf(alert);
  const about = rule.key === null ? '' : ` (${rule.key} ${key})`;
  const word = event_type === 'alert.firing' ? 'Alert' : 'Resolved';
  const at = new Date(now).toISOString();
  return {
    id: newId(),
    principal_id: null,
    event_type,
    description: `${word}: ${rule.summary}${about}`,
    actor: 'system',
    at,
    data: {
      alert_id: id,
      alert,
      severity: rule.severity,
      value,
      threshold: rule.threshold,
      for_seconds: rule.for_seconds,
      over_seconds: rule.over_seconds,
      labels: rule.key === null ? {} : { [rule.key]: key },
      since: at,
      summary: rule.summary,
      // What is over needs nothing to be done about.
      action: event_type === 'alert.firing' ? rule.action : null,
    },
  };
}
