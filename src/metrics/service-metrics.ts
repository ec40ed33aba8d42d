import type { OperationalFigures } from '../alerts/operational-figures.rules.ts';
import {
  addTimes,
  noTimes,
  SCORE_COMPUTATION,
  TIME_BOUNDS_S,
  type TimeSums,
} from '../core/pipeline/stage-times.rules.ts';
import type { Family, Labels, Sample } from './exposition.ts';

export interface TenantFigures {
  tid: string;
  figures: OperationalFigures;
}

/** What each metric of the whole service shows of a tenant. The names are what rules and dashboards are written with. */
const PER_TENANT: Record<
  string,
  { help: string; of: (figures: OperationalFigures) => [labels: Labels, value: number][] }
> = {
  lapse_grants: { help: 'Active grants by band of their decay score.', of: ({ bands }) => by('band', bands) },
  lapse_decay_score_max: {
    help: 'Decay score of the stalest active grant.',
    of: ({ stalest_score }) => (stalest_score === null ? [] : [[{}, stalest_score]]),
  },
  lapse_reviews: { help: 'Reviews by status.', of: ({ reviews }) => by('status', reviews) },
  lapse_reviews_past_sla: {
    help: 'Reviews open after their first deadline, or ended unanswered within 24 hours (at most 10001 of each).',
    of: ({ reviews_past_sla }) => [[{}, reviews_past_sla]],
  },
  lapse_remediations: {
    help: 'Remediations by status.',
    of: ({ remediations }) => by('status', remediations),
  },
  lapse_remediation_breakers_open: {
    help: 'Breakers that keep remediations from being carried out.',
    of: ({ breakers_open }) => [[{}, breakers_open]],
  },
  lapse_removal_findings: {
    help: 'Access that was seen although its remediation was claimed, or requested of a person (at most 10001 together).',
    of: ({ removal_findings }) => by('removal', removal_findings),
  },
  lapse_pipeline_lag_items: {
    help: 'What waits for a stage; counting ends at 10001 (events: at 10001 batches).',
    of: ({ lag }) => Object.entries(lag).map(([stage, { items }]) => [{ stage }, items]),
  },
  lapse_pipeline_lag_seconds: {
    help: 'How long the oldest of what waits for a stage has been waiting; 0 when nothing waits.',
    of: ({ lag }) => Object.entries(lag).map(([stage, { oldest_s }]) => [{ stage }, oldest_s]),
  },
  lapse_audit_unsigned_seconds: {
    help: 'For how long the audit log has not been signed, for want of a signer or because it is not what was signed last; 0 when it is.',
    of: ({ audit_unsigned_s }) => [[{}, audit_unsigned_s]],
  },
  lapse_connector_events_total: {
    help: 'Events accepted from a connector; the connector api is POST /v1/events.',
    of: ({ connectors }) => connectors.map(({ connector, events }) => [{ connector }, events]),
  },
  lapse_connector_steady: {
    help: 'Whether a source is missed when it brings nothing (1): a connector that is enabled, or the API once it was used in 4 quarter hours in a row.',
    of: ({ connectors }) => connectors.map(({ connector, is_steady }) => [{ connector }, is_steady ? 1 : 0]),
  },
  lapse_connector_healthy: {
    help: 'Whether the last sync of a connector was healthy (1), or it is degraded or failing (0).',
    of: ({ connectors }) =>
      connectors.flatMap(({ connector, is_healthy }) =>
        is_healthy === null ? [] : [[{ connector }, is_healthy ? 1 : 0] as [Labels, number]],
      ),
  },
  lapse_jobs: {
    help: 'Jobs that are not completed, by status (at most 10001).',
    of: ({ jobs }) => by('status', jobs),
  },
  lapse_dead_letters: {
    help: 'Events that could not be applied and were set aside (at most 10001).',
    of: ({ dead_letters }) => [[{}, dead_letters]],
  },
  lapse_work_failed_attempts: {
    help: 'How often in a row a kind of background work has failed; absent where it gets done.',
    of: ({ work_failures }) => work_failures.map(({ work, attempts }) => [{ work }, attempts]),
  },
  lapse_webhook_deliveries: {
    help: 'Deliveries that are due or abandoned, by status (at most 10001 per endpoint).',
    of: ({ webhook_deliveries }) => by('status', webhook_deliveries),
  },
  lapse_webhook_endpoints_disabled: {
    help: 'Endpoints that get no more deliveries.',
    of: ({ webhook_endpoints_disabled }) => [[{}, webhook_endpoints_disabled]],
  },
};

const by = (label: string, amounts: Record<string, number>): [Labels, number][] =>
  Object.entries(amounts).map(([name, amount]) => [{ [label]: name.toLowerCase() }, amount]);

export function serviceMetrics(tenants: readonly TenantFigures[]): Family[] {
  const families = Object.entries(PER_TENANT).map(([name, { help, of }]): Family => {
    const samples = tenants.flatMap(({ tid, figures }) =>
      of(figures).map(([labels, value]) => ({ labels: { tenant: tid, ...labels }, value })),
    );
    return { name, type: name.endsWith('_total') ? 'counter' : 'gauge', help, samples };
  });
  return [...families, computationTimes(tenants), stageTimes(tenants)];
}

function computationTimes(tenants: readonly TenantFigures[]): Family {
  return {
    name: 'lapse_score_computation_seconds',
    type: 'histogram',
    help: 'Time to compute and store the scores of a batch, all stages together.',
    samples: tenants.flatMap(({ tid, figures }) =>
      histogram(
        { tenant: tid },
        figures.stage_times.find(({ stage }) => stage === SCORE_COMPUTATION) ?? noTimes(),
      ),
    ),
  };
}

/** Of all tenants together: by tenant as well, this alone would be more series than everything else. */
function stageTimes(tenants: readonly TenantFigures[]): Family {
  const sums = new Map<string, TimeSums>();
  for (const { stage, ...times } of tenants.flatMap(({ figures }) => figures.stage_times)) {
    if (stage !== SCORE_COMPUTATION) sums.set(stage, addTimes([sums.get(stage) ?? noTimes(), times]));
  }
  return {
    name: 'lapse_pipeline_stage_seconds',
    type: 'histogram',
    help: 'Time that a stage of the pipeline took for a batch.',
    samples: [...sums].flatMap(([stage, times]) => histogram({ stage }, times)),
  };
}

function histogram(labels: Labels, { buckets, seconds }: TimeSums): Sample[] {
  let count = 0;
  const samples = [...TIME_BOUNDS_S, Number.POSITIVE_INFINITY].map((bound, place): Sample => {
    count += buckets[place] ?? 0;
    const le = bound === Number.POSITIVE_INFINITY ? '+Inf' : String(bound);
    return { suffix: '_bucket', labels: { ...labels, le }, value: count };
  });
  return [...samples, { suffix: '_sum', labels, value: seconds }, { suffix: '_count', labels, value: count }];
}
