import { timeQuantile, timesOf } from '../core/pipeline/stage-times.rules.ts';
import {
  findingSentence,
  moreFindings,
  type RemediationFinding,
} from '../remediation/observations/finding.rules.ts';
import { ALERT_RULES, type AlertName, BATCHES_MIN } from './alert.rules.ts';
import type { OperationalFigures } from './operational-figures.rules.ts';
import { type AlertState, observe, vanish } from './state.rules.ts';

export interface Alert extends AlertState {
  id: string;
  alert: AlertName;
  /** The connector, stage, work or remediation it is about; empty: the tenant. */
  key: string;
  /** Who and what it is about, with names; null: the summary says it all. */
  subject: string | null;
  /** Whether webhooks and channels were told that it fires. */
  is_told: boolean;
}

type Figures = Pick<
  OperationalFigures,
  | 'stalest_score'
  | 'audit_unsigned_s'
  | 'reviews'
  | 'reviews_past_sla'
  | 'lag'
  | 'connectors'
  | 'recent_computations'
  | 'work_failures'
  | 'removal_findings'
> & {
  /** The first of the open findings. */
  findings: readonly RemediationFinding[];
};

type Value = [key: string, value: number | null, subject?: string];

/** What each alert looks at: by key, where there is one for each. */
const VALUES: Record<AlertName, (figures: Figures) => Value[]> = {
  decay_score_high: (figures) => [['', figures.stalest_score]],
  decay_score_critical: (figures) => [['', figures.stalest_score]],
  pending_reviews_high: (figures) => [['', figures.reviews.PENDING]],
  ingestion_stopped: (figures) =>
    figures.connectors.map(({ connector, events, is_steady }) => [connector, is_steady ? events : null]),
  consumer_lag_high: (figures) => Object.entries(figures.lag).map(([stage, lag]) => [stage, lag.items]),
  score_computation_slow: ({ recent_computations }) => [
    ['', timesOf(recent_computations) < BATCHES_MIN ? null : timeQuantile(0.99, recent_computations)],
  ],
  tenant_not_processed: (figures) => figures.work_failures.map(({ work, attempts }) => [work, attempts]),
  review_past_sla: (figures) => [['', figures.reviews_past_sla]],
  audit_log_not_signed: (figures) => [['', figures.audit_unsigned_s]],
  removal_contradicted: (figures) => findingValues(figures, 'claimed'),
  removal_not_done: (figures) => findingValues(figures, 'requested'),
};

/** One for each finding that is listed, and one for all the others. */
function findingValues({ findings, removal_findings }: Figures, kind: 'claimed' | 'requested'): Value[] {
  const listed = findings.filter(({ is_claimed }) => is_claimed === (kind === 'claimed'));
  const more = removal_findings[kind] - listed.length;
  return [
    ...listed.map((finding): Value => [finding.remediation_id, 1, findingSentence(finding)]),
    ...(more > 0 ? [['', more, moreFindings(more)] satisfies Value] : []),
  ];
}

const idOf = (alert: AlertName, key: string): string => (key === '' ? alert : `${alert}:${key}`);

export interface Evaluation {
  /** Everything that is to be remembered; what is not in it may be forgotten. */
  alerts: Alert[];
  /** To be recorded, and told where `tell` says so. */
  changes: Change[];
}

export interface Change {
  alert: Alert;
  /** `unsilenced`: it fires as before, and nobody has been told yet. */
  change: 'fired' | 'unsilenced' | 'resolved';
  tell: boolean;
}

/**
 * Looks at everything once. An alert that fires while it is silenced is not told; if it still fires when the silence is
 * over, it is told then. Whoever was told that it fires is told that it is resolved, silenced or not.
 */
export function evaluateAlerts(
  known: readonly Alert[],
  figures: Figures,
  { now, silenced }: { now: number; silenced: ReadonlySet<string> },
): Evaluation {
  const before = new Map(known.map((alert) => [alert.id, alert]));
  const seen = ALERT_RULES.flatMap((rule) =>
    VALUES[rule.alert](figures).map(([key, value, subject = null]) => {
      const id = idOf(rule.alert, key);
      return { id, alert: rule.alert, key, subject, ...observe(rule, before.get(id) ?? null, value, now) };
    }),
  );
  const ids = new Set(seen.map((alert) => alert.id));
  const gone = known.flatMap((alert) => {
    const left = ids.has(alert.id) ? null : vanish(alert, now);
    return left === null ? [] : [{ ...alert, ...left }];
  });
  const alerts = [...seen, ...gone].map((alert) => {
    const is_told = alert.state === 'firing' && (wasTold(before.get(alert.id)) || !silenced.has(alert.id));
    return { ...alert, is_told };
  });
  return { alerts, changes: alerts.flatMap((alert) => changeOf(before.get(alert.id), alert)) };
}

const wasTold = (before: Alert | undefined): boolean => before?.state === 'firing' && before.is_told;

function changeOf(before: Alert | undefined, alert: Alert): Change[] {
  if (alert.state === 'firing') {
    if (before?.state !== 'firing') return [{ alert, change: 'fired', tell: alert.is_told }];
    return alert.is_told && !before.is_told ? [{ alert, change: 'unsilenced', tell: true }] : [];
  }
  if (alert.state !== 'resolved' || before?.state === 'resolved') return [];
  return [{ alert, change: 'resolved', tell: wasTold(before) }];
}
