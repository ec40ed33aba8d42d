import { ALERT_RULES, type AlertName, type AlertRule, BATCHES_MIN } from '../alerts/alert.rules.ts';

/**
 * The rules as Prometheus takes them. Every process tells the figures of the whole service, so the largest of what they
 * tell is taken, and a process that comes or goes neither doubles nor interrupts an alert.
 */
const VALUES: Record<AlertName, string> = {
  decay_score_high: 'max by (tenant) (lapse_decay_score_max)',
  decay_score_critical: 'max by (tenant) (lapse_decay_score_max)',
  pending_reviews_high: 'max by (tenant) (lapse_reviews{status="pending"})',
  ingestion_stopped: 'max by (tenant, connector) (lapse_connector_events_total)',
  consumer_lag_high: 'max by (tenant, stage) (lapse_pipeline_lag_items)',
  score_computation_slow:
    'histogram_quantile(0.99, max by (tenant, le) (rate(lapse_score_computation_seconds_bucket[10m])))',
  tenant_not_processed: 'max by (tenant, work) (lapse_work_failed_attempts)',
  review_past_sla: 'max by (tenant) (lapse_reviews_past_sla)',
  audit_log_not_signed: 'max by (tenant) (lapse_audit_unsigned_seconds)',
  removal_contradicted: 'max by (tenant) (lapse_removal_findings{removal="claimed"})',
  removal_not_done: 'max by (tenant) (lapse_removal_findings{removal="requested"})',
};

const BATCHES = 'max by (tenant) (increase(lapse_score_computation_seconds_bucket{le="+Inf"}[10m]))';

/** Of which sources it is said that they bring nothing. */
const WATCHED = 'max by (tenant, connector) (lapse_connector_steady)';

export const ruleName = (alert: AlertName): string =>
  `Lapse${alert.replace(/(^|_)([a-z])/g, (_, _edge, letter: string) => letter.toUpperCase())}`;

export const valueExpression = (alert: AlertName): string => VALUES[alert];

function expression(rule: AlertRule): string {
  const value = VALUES[rule.alert];
  if (rule.alert === 'score_computation_slow') {
    return `${value} > ${rule.threshold} and on (tenant) ${BATCHES} >= ${BATCHES_MIN}`;
  }
  if (rule.condition === 'above') return `${value} > ${rule.threshold}`;
  // A total that is what it was: this needs no `for`, which would wait once more, and sees the last event exactly.
  const then = value.replace('_total)', `_total offset ${duration(rule.for_seconds)})`);
  return `${value} == ${then} and ${WATCHED} == 1`;
}

const duration = (seconds: number): string => (seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`);

/** The text of deploy/prometheus/lapse.rules.yml. */
export function prometheusRules(): string {
  const rules = ALERT_RULES.map((rule) => {
    // No remediation is a label: there may be any number of them.
    const about =
      rule.key === null || rule.key === 'remediation' ? '' : `, ${rule.key} {{ $labels.${rule.key} }}`;
    const waits = rule.condition === 'above' && rule.for_seconds > 0;
    return ruleText({
      name: ruleName(rule.alert),
      expression: expression(rule),
      wait: waits ? duration(rule.for_seconds) : null,
      severity: rule.severity,
      summary: `${rule.summary} Tenant {{ $labels.tenant }}${about}; value {{ $value | humanize }}.`,
      meaning: rule.meaning,
      action: rule.action,
    });
  });
  const unobserved = ruleText({
    name: 'LapseUnobserved',
    expression: 'absent(lapse_database_up == 1)',
    wait: '5m',
    severity: 'critical',
    summary: 'No process of Lapse has told its figures for 5 minutes.',
    meaning:
      'Without figures none of the other alerts can fire. Lapse is down, its database does not answer, or it is not scraped.',
    action:
      'See GET /readyz of the gateways, the log, and the targets of Prometheus (METRICS_PORT or METRICS_TOKEN).',
  });
  return `# Generated from src/alerts/alert.rules.ts by "npm run generate"; a test compares it.
groups:
  - name: lapse-operations
    rules:
${rules.join('\n')}
  - name: lapse-watchdog
    rules:
${unobserved}`;
}

function ruleText(rule: {
  name: string;
  expression: string;
  wait: string | null;
  severity: string;
  summary: string;
  meaning: string;
  action: string;
}): string {
  const lines = [
    `- alert: ${rule.name}`,
    `  expr: ${rule.expression}`,
    ...(rule.wait === null ? [] : [`  for: ${rule.wait}`]),
    '  labels:',
    `    severity: ${rule.severity}`,
    '    service: lapse',
    '  annotations:',
    `    summary: ${JSON.stringify(rule.summary)}`,
    `    description: ${JSON.stringify(rule.meaning)}`,
    `    runbook: ${JSON.stringify(rule.action)}`,
  ];
  return lines.map((line) => `      ${line}\n`).join('');
}
