import { ALERT_NAMES, type AlertName, ruleOf } from '../alerts/alert.rules.ts';
import { valueExpression } from './prometheus-rules.ts';

interface Graph {
  title: string;
  description?: string;
  unit?: string;
  /** Draws its threshold as a line. */
  alerts?: AlertName[];
  stacked?: boolean;
  lines: [expression: string, legend: string][];
}

const OF_TENANT = 'tenant=~"$tenant"';
type Line = Graph['lines'][number];
/** A metric that each tenant has once for each value of a label. */
const now = (metric: string, label: string, { only = '', called = '' } = {}): Line => [
  `max by (tenant, ${label}) (${metric}{${OF_TENANT}${only}})`,
  `{{tenant}} ${called}{{${label}}}`,
];
/** A metric that each tenant has once. */
const single = (metric: string, called = ''): Line => [
  `max by (tenant) (${metric}{${OF_TENANT}})`,
  `{{tenant}}${called}`,
];
const [connectorHealth, connectorName] = now('lapse_connector_healthy', 'connector');

const ROWS: { title: string; graphs: Graph[] }[] = [
  {
    title: 'Access',
    graphs: [
      {
        title: 'Stalest decay score',
        alerts: ['decay_score_high', 'decay_score_critical'],
        lines: [single('lapse_decay_score_max')],
      },
      { title: 'Grants by band', stacked: true, lines: [now('lapse_grants', 'band')] },
      {
        title: 'Reviews pending and escalated',
        alerts: ['pending_reviews_high'],
        lines: [now('lapse_reviews', 'status', { only: ',status=~"pending|escalated"' })],
      },
      {
        title: 'Reviews past their SLA',
        alerts: ['review_past_sla'],
        lines: [single('lapse_reviews_past_sla')],
      },
      {
        title: 'Remediations',
        lines: [
          now('lapse_remediations', 'status', { only: ',status!="completed"' }),
          single('lapse_remediation_breakers_open', ' breakers open'),
        ],
      },
      {
        title: 'Access seen after its remediation was claimed or requested',
        alerts: ['removal_contradicted', 'removal_not_done'],
        lines: [now('lapse_removal_findings', 'removal')],
      },
    ],
  },
  {
    title: 'Pipeline',
    graphs: [
      {
        title: 'Events per second by connector',
        description: 'A connector that brings none for 15 minutes is critical.',
        lines: [
          [
            `max by (tenant, connector) (rate(lapse_connector_events_total{${OF_TENANT}}[5m]))`,
            '{{tenant}} {{connector}}',
          ],
        ],
      },
      { title: 'Connectors not healthy', lines: [[`${connectorHealth} == 0`, connectorName]] },
      {
        title: 'Waiting items by stage',
        alerts: ['consumer_lag_high'],
        lines: [now('lapse_pipeline_lag_items', 'stage')],
      },
      {
        title: 'Audit log not signed',
        unit: 's',
        alerts: ['audit_log_not_signed'],
        lines: [single('lapse_audit_unsigned_seconds')],
      },
      {
        title: 'Age of the oldest waiting item',
        unit: 's',
        lines: [now('lapse_pipeline_lag_seconds', 'stage')],
      },
      {
        title: 'Score computation, 99th percentile over 10 minutes',
        unit: 's',
        alerts: ['score_computation_slow'],
        lines: [[valueExpression('score_computation_slow'), '{{tenant}}']],
      },
      {
        title: 'Mean time of a stage',
        unit: 's',
        lines: [
          [
            'max by (stage) (rate(lapse_pipeline_stage_seconds_sum[5m])) / max by (stage) (rate(lapse_pipeline_stage_seconds_count[5m]))',
            '{{stage}}',
          ],
        ],
      },
      {
        title: 'Background work that fails, attempts in a row',
        alerts: ['tenant_not_processed'],
        lines: [now('lapse_work_failed_attempts', 'work')],
      },
      {
        title: 'Jobs, dead letters and webhooks',
        lines: [
          now('lapse_jobs', 'status', { called: 'jobs ' }),
          single('lapse_dead_letters', ' dead letters'),
          now('lapse_webhook_deliveries', 'status', { called: 'deliveries ' }),
          single('lapse_webhook_endpoints_disabled', ' endpoints disabled'),
        ],
      },
    ],
  },
  {
    title: 'Processes',
    graphs: [
      {
        title: 'Requests per second by status',
        unit: 'reqps',
        lines: [['sum by (status) (rate(lapse_http_request_duration_seconds_count[5m]))', '{{status}}']],
      },
      {
        title: 'Request latency, 99th percentile by route',
        unit: 's',
        lines: [
          [
            'histogram_quantile(0.99, sum by (route, le) (rate(lapse_http_request_duration_seconds_bucket[5m])))',
            '{{route}}',
          ],
        ],
      },
      { title: 'Database connections', lines: [['lapse_database_connections', '{{instance}} {{state}}']] },
      {
        title: 'Event loop lag, 99th percentile',
        unit: 's',
        lines: [['nodejs_eventloop_lag_p99_seconds', '{{instance}}']],
      },
      { title: 'Memory', unit: 'bytes', lines: [['process_resident_memory_bytes', '{{instance}}']] },
      {
        title: 'Figures readable, and versions',
        lines: [
          ['lapse_database_up', '{{instance}} database up'],
          ['count by (version) (lapse_build_info)', 'version {{version}}'],
        ],
      },
    ],
  },
];

const WIDTH = 8;
const HEIGHT = 8;
const PER_ROW = 24 / WIDTH;
/** Grafana puts the chosen source in its place. */
const DATASOURCE = { type: 'prometheus', uid: '$datasource' };

/** The text of deploy/grafana/lapse.json: what the rules look at, with their thresholds, and what explains it. */
export function grafanaDashboard(): string {
  const panels: object[] = [firing(1)];
  let y = 6;
  for (const { title, graphs } of ROWS) {
    panels.push({ id: panels.length + 1, type: 'row', title, gridPos: { x: 0, y, w: 24, h: 1 }, panels: [] });
    y += 1;
    for (const [place, graph] of graphs.entries()) {
      const x = (place % PER_ROW) * WIDTH;
      const top = y + Math.floor(place / PER_ROW) * HEIGHT;
      panels.push(panelOf(graph, panels.length + 1, { x, y: top, w: WIDTH, h: HEIGHT }));
    }
    y += Math.ceil(graphs.length / PER_ROW) * HEIGHT;
  }
  const dashboard = {
    uid: 'lapse-operations',
    title: 'Lapse',
    description: 'The operational alerts of Lapse and what explains them. Generated: "npm run generate".',
    tags: ['lapse'],
    timezone: 'utc',
    schemaVersion: 39,
    version: 1,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    templating: {
      list: [
        { name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus' },
        {
          name: 'tenant',
          type: 'query',
          label: 'Tenant',
          datasource: DATASOURCE,
          query: { query: 'label_values(lapse_reviews_past_sla, tenant)', refId: 'tenant' },
          refresh: 2,
          multi: true,
          includeAll: true,
          allValue: '.*',
          current: { text: 'All', value: '$__all' },
        },
      ],
    },
    panels,
  };
  return `${JSON.stringify(dashboard, null, 2)}\n`;
}

function firing(id: number): object {
  return {
    id,
    type: 'table',
    title: 'Alerts',
    description: `Pending and firing: ${ALERT_NAMES.length} alerts per tenant.`,
    gridPos: { x: 0, y: 0, w: 24, h: 6 },
    datasource: DATASOURCE,
    targets: [
      {
        refId: 'A',
        datasource: DATASOURCE,
        expr: 'ALERTS{service="lapse"}',
        instant: true,
        format: 'table',
      },
    ],
  };
}

function panelOf(graph: Graph, id: number, gridPos: object): object {
  const thresholds = (graph.alerts ?? []).map((alert) => {
    const { threshold, severity } = ruleOf(alert);
    return { color: severity === 'critical' ? 'red' : 'orange', value: threshold };
  });
  return {
    id,
    type: 'timeseries',
    title: graph.title,
    ...(graph.description ? { description: graph.description } : {}),
    gridPos,
    datasource: DATASOURCE,
    fieldConfig: {
      defaults: {
        unit: graph.unit ?? 'short',
        min: 0,
        custom: {
          fillOpacity: graph.stacked ? 40 : 5,
          stacking: { mode: graph.stacked ? 'normal' : 'none' },
          thresholdsStyle: { mode: thresholds.length > 0 ? 'line' : 'off' },
        },
        thresholds: { mode: 'absolute', steps: [{ color: 'green', value: null }, ...thresholds] },
      },
      overrides: [],
    },
    options: {
      legend: { displayMode: 'list', placement: 'bottom' },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
    targets: graph.lines.map(([expr, legendFormat], place) => ({
      refId: String.fromCharCode(65 + place),
      datasource: DATASOURCE,
      expr,
      legendFormat,
    })),
  };
}
