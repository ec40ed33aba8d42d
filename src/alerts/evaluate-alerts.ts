import { v7 as uuidv7 } from 'uuid';
import { appendAuditEntries } from '../audit/entries.sql.ts';
import type { PipelineContext } from '../core/pipeline/process-tenant.ts';
import { loadPolicy } from '../core/policy/policies.sql.ts';
import type { Loop } from '../platform/background/run-loop.ts';
import { runTenants } from '../platform/background/run-tenants.ts';
import { dueWork } from '../platform/background/tenants-with.sql.ts';
import type { Database, Querier } from '../platform/database/database.ts';
import { findingPath } from '../remediation/observations/finding.rules.ts';
import { listRemediationFindings } from '../remediation/observations/findings.sql.ts';
import { actionOf, labelsOf, ruleOf } from './alert.rules.ts';
import { type AlertEntry, alertMessages } from './alert-messages.ts';
import { enqueueAlertMessages } from './messages.sql.ts';
import { loadOperationalFigures } from './operational-figures.sql.ts';
import { silenceEnded } from './silence-alert.ts';
import { endSilences, loadSilenced } from './silences.sql.ts';
import { claimEvaluation, loadAlerts, saveAlerts } from './states.sql.ts';
import { type Change, evaluateAlerts as evaluate } from './values.rules.ts';

const TENANTS_AT_ONCE = 2;
/** How often each tenant's alerts are looked at, by whichever worker comes first. */
export const EVALUATE_EVERY_MS = 15_000;

/**
 * Looks at the alerts of a tenant. States and announcements commit together, so each change is told once. False: it was
 * not due.
 */
export function evaluateAlerts(db: Database, tenantId: number, now: number): Promise<boolean> {
  const work = async (tx: Querier): Promise<boolean> => {
    if (!(await claimEvaluation(tx, { now, next_at: now + EVALUATE_EVERY_MS }))) return false;
    const { policy } = await loadPolicy(tx);
    const known = await loadAlerts(tx);
    const figures = await loadOperationalFigures(tx, { policy, now });
    const ended = await endSilences(tx, now);
    const silenced = await loadSilenced(tx);
    const { claimed, requested } = figures.removal_findings;
    const findings = claimed + requested === 0 ? [] : await listRemediationFindings(tx);
    const { alerts, changes } = evaluate(known, { ...figures, findings }, { now, silenced });
    await saveAlerts(tx, alerts);
    const entries = changes.map((change) => entryOf(change, now));
    await appendAuditEntries(tx, [
      ...ended.map((silence) => silenceEnded(silence, { actor: 'system', now })),
      ...entries,
    ]);
    await enqueueAlertMessages(tx, alertMessages(entries.filter((entry) => !entry.is_silent)));
    return true;
  };
  return db.transaction(tenantId, work, 'force_generic_plan');
}

/** Looks at the operational alerts of every tenant. Any number of these may run: each look is taken by one. */
export function runAlerts(context: Pick<PipelineContext, 'db' | 'now' | 'onError'>): Loop {
  const { db, now } = context;
  return runTenants({
    context,
    at_once: TENANTS_AT_ONCE,
    due: () => dueWork(context, 'alerts'),
    turn: async (tenantId, { take }) => {
      await take('alerts', () => evaluateAlerts(db, tenantId, now()));
      return false;
    },
  });
}

const OPENINGS = { fired: 'Alert', unsilenced: 'Alert, no longer silenced', resolved: 'Resolved' };

function entryOf({ alert: of, change, tell }: Change, now: number): AlertEntry {
  const { id, alert, key, value, since, subject } = of;
  const rule = ruleOf(alert);
  const about = subject === null ? (rule.key === null ? '' : ` (${rule.key} ${key})`) : ` ${subject}`;
  const word = tell ? OPENINGS[change] : `${OPENINGS[change]}, silenced`;
  const event_type = change === 'resolved' ? 'alert.resolved' : 'alert.firing';
  const at = new Date(now).toISOString();
  return {
    id: uuidv7(),
    event_type,
    description: `${word}: ${rule.summary}${about}`,
    actor: 'system',
    at,
    is_silent: !tell,
    data: {
      alert_id: id,
      alert,
      severity: rule.severity,
      value,
      threshold: rule.threshold,
      for_seconds: rule.for_seconds,
      over_seconds: rule.over_seconds,
      labels: labelsOf(rule, key),
      since: new Date(since).toISOString(),
      summary: rule.summary,
      subject,
      link: rule.key === 'remediation' ? findingPath(key) : null,
      // What is over needs nothing to be done about.
      action: change === 'resolved' ? null : actionOf(rule, key),
    },
  };
}
