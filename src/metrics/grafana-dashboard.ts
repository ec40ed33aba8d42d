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
const MEAN_OF_STAGE =
  'max by (stage) (rate(lapse_pipeline_stage_seconds_sum[5m])) / max by (stage) (rate(lapse_pipeline_stage_seconds_count[5m]))';
const LATENCY_OF_ROUTE =
  'histogram_quantile(0.99, sum by (route, le) (rate(lapse_http_request_duration_seconds_bucket[5m])))';
const [connectorHealth, connectorName] = now('lapse_connector_healthy', 'connector');

const graph = (title: string, lines: Line[], more: Omit<Graph, 'title' | 'lines'> = {}): Graph => ({
  title,
  lines,
  ...more,
});

const ROWS: { title: string; graphs: Graph[] }[] = [
  {
    title: 'Access',
    graphs: [
      graph('Stalest decay score', [single('lapse_decay_score_max')], {
        alerts: ['decay_score_high', 'decay_score_critical'],
      }),
      graph('Grants by band', [now('lapse_grants', 'band')], { stacked: true }),
      graph(
        'Reviews pending and escalated',
        [now('lapse_reviews', 'status', { only: ',status=~"pending|escalated"' })],
        { alerts: ['pending_reviews_high'] },
      ),
      graph('Reviews past their SLA', [single('lapse_reviews_past_sla')], { alerts: ['review_past_sla'] }),
      graph('Remediations', [
        now('lapse_remediations', 'status', { only: ',status!="completed"' }),
        single('lapse_remediation_breakers_open', ' breakers open'),
      ]),
      graph(
        'Access seen after its remediation was claimed or requested',
        [now('lapse_removal_findings', 'removal')],
        { alerts: ['removal_contradicted', 'removal_not_done'] },
      ),
    ],
  },
  {
    title: 'Pipeline',
    graphs: [
      graph(
        'Events per second by connector',
        [
          [
            `max by (tenant, connector) (rate(lapse_connector_events_total{${OF_TENANT}}[5m]))`,
            '{{tenant}} {{connector}}',
          ],
        ],
        { description: 'A connector that brings none for 15 minutes is critical.' },
      ),
      graph('Connectors not healthy', [[`${connectorHealth} == 0`, connectorName]]),
      graph('Waiting items by stage', [now('lapse_pipeline_lag_items', 'stage')], {
        alerts: ['consumer_lag_high'],
      }),
      graph('Audit log not signed', [single('lapse_audit_unsigned_seconds')], {
        unit: 's',
        alerts: ['audit_log_not_signed'],
      }),
      graph('Age of the oldest waiting item', [now('lapse_pipeline_lag_seconds', 'stage')], { unit: 's' }),
      graph(
        'Score computation, 99th percentile over 10 minutes',
        [[valueExpression('score_computation_slow'), '{{tenant}}']],
        { unit: 's', alerts: ['score_computation_slow'] },
      ),
      graph('Mean time of a stage', [[MEAN_OF_STAGE, '{{stage}}']], { unit: 's' }),
      graph('Background work that fails, attempts in a row', [now('lapse_work_failed_attempts', 'work')], {
        alerts: ['tenant_not_processed'],
      }),
      graph('Jobs, dead letters and webhooks', [
        now('lapse_jobs', 'status', { called: 'jobs ' }),
        single('lapse_dead_letters', ' dead letters'),
        now('lapse_webhook_deliveries', 'status', { called: 'deliveries ' }),
        single('lapse_webhook_endpoints_disabled', ' endpoints disabled'),
      ]),
    ],
  },
  {
    title: 'Processes',
    graphs: [
      graph(
        'Requests per second by status',
        [['sum by (status) (rate(lapse_http_request_duration_seconds_count[5m]))', '{{status}}']],
        { unit: 'reqps' },
      ),
      graph('Request latency, 99th percentile by route', [[LATENCY_OF_ROUTE, '{{route}}']], { unit: 's' }),
      graph('Database connections', [['lapse_database_connections', '{{instance}} {{state}}']]),
      graph('Event loop lag, 99th percentile', [['nodejs_eventloop_lag_p99_seconds', '{{instance}}']], {
        unit: 's',
      }),
      graph('Memory', [['process_resident_memory_bytes', '{{instance}}']], { unit: 'bytes' }),
      graph('Figures readable, and versions', [
        ['lapse_database_up', '{{instance}} database up'],
        ['count by (version) (lapse_build_info)', 'version {{version}}'],
      ]),
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
