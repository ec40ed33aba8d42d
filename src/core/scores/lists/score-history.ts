import type { CursorCodec } from '../../../gateway/lists/cursor.ts';
import { queryInstant, refuse } from '../../../gateway/lists/instants.ts';
import type { Querier } from '../../../platform/database/database.ts';
import type { Fault } from '../../../platform/errors.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import { loadModelChanges } from '../../policy/policies.sql.ts';
import { type ModelChange, modelAt, type Policy } from '../../policy/policy.rules.ts';
import { riskLevel, shownScore } from '../decay.rules.ts';
import { byModel, type Lapse, scoreOfLapse } from '../half-life.rules.ts';
import { notTogether } from './score-form.ts';
import type { HistoryQuery } from './score-history.schema.ts';
import { type GrantHistory, loadGrantHistories } from './score-history.sql.ts';
import { Timeline } from './timeline.rules.ts';

/** More than this in one answer would keep others waiting. */
const GRANTS_MAX = 200;
const CURVE_DAYS = 90;

interface Change {
  grant: GrantHistory;
  timeline: Timeline;
  index: number;
  at: number;
}
/** Instant, grant and place in its timeline: what the order of the list is made of. */
type Position = [number, string, number];

export async function listScoreHistory(
  { q, cursors, policy, now }: { q: Querier; cursors: CursorCodec; policy: Policy; now: number },
  query: HistoryQuery,
) {
  const { principal_id, asset_id, points, limit, offset = 0 } = query;
  const { from, to } = readRange(query);
  // What was before is not known any more: the changes of that time are removed.
  const earliest = now - policy.retention.history_days * DAY_MS;
  const filters = { principal_id, asset_id, from: query.from, to: query.to, points };
  const scope = { tenant_id: q.tenant_id, list: 'score history', filters };
  const after = query.cursor === undefined ? null : cursors.decode<Position>(scope, query.cursor);
  const grants = await loadGrantHistories(q, { principal_id, asset_id }, GRANTS_MAX + 1);
  if (grants.length > GRANTS_MAX) refuse([tooMany(query)]);
  const models = await loadModelChanges(q);
  const timelines = grants.map((grant) => ({ grant, timeline: new Timeline(grant, policy) }));
  const changes = timelines
    .flatMap(({ grant, timeline }) =>
      timeline.points.map(({ at }, index): Change => ({ grant, timeline, index, at })),
    )
    .filter(({ timeline, index }) => !timeline.isContinued(index))
    .filter(({ at }) => at >= Math.max(from ?? earliest, earliest) && (to === null || at <= to))
    .sort((a, b) => comparePositions(positionOf(a), positionOf(b)));
  const rest =
    after === null
      ? changes.slice(offset)
      : changes.filter((change) => comparePositions(positionOf(change), after) > 0);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const curveTo = to ?? Math.max(now, from ?? now);
  const curveFrom = Math.min(curveTo, Math.max(earliest, from ?? curveTo - CURVE_DAYS * DAY_MS));
  return {
    items: page.map((change) => historyItem(change, policy, models)),
    next_cursor: last && rest.length > limit ? cursors.encode(scope, positionOf(last)) : null,
    total: changes.length,
    limit,
    offset,
    ...(points === undefined
      ? {}
      : { curve: curveOf(timelines, { from: curveFrom, to: curveTo, points }, policy) }),
  };
}

function readRange(query: HistoryQuery): { from: number | null; to: number | null } {
  const faults: Fault[] = [];
  if (query.cursor !== undefined && query.offset !== undefined) {
    faults.push(notTogether('offset', 'cannot be combined with cursor'));
  }
  if (query.principal_id === undefined && query.asset_id === undefined) {
    const msg = 'is required unless asset_id is given';
    faults.push({ loc: ['query', 'principal_id'], msg, type: 'missing' });
  }
  const from = query.from === undefined ? null : queryInstant('from', query.from, faults);
  const to = query.to === undefined ? null : queryInstant('to', query.to, faults);
  if (from !== null && to !== null && from > to) {
    faults.push({ loc: ['query', 'from'], msg: 'expected an instant before to', type: 'out_of_range' });
  }
  refuse(faults);
  return { from, to };
}

function tooMany({ principal_id }: HistoryQuery): Fault {
  const missing = principal_id === undefined ? 'principal_id' : 'asset_id';
  const msg = `is needed as well: there are more than ${GRANTS_MAX} grants`;
  return { loc: ['query', missing], msg, type: 'missing' };
}

const positionOf = ({ at, grant, index }: Change): Position => [at, grant.grant_id, index];

/** Newest first. */
function comparePositions([atA, idA, indexA]: Position, [atB, idB, indexB]: Position): number {
  if (atA !== atB) return atB - atA;
  if (idA !== idB) return idA < idB ? -1 : 1;
  return indexB - indexA;
}

function historyItem({ grant, timeline, index, at }: Change, policy: Policy, models: readonly ModelChange[]) {
  const { before, after } = timeline.changeAt(index);
  const model_version = modelAt(models, at);
  const scoreThen = (lapse: Lapse): number =>
    shownScore(scoreOfLapse(byModel(lapse, model_version), at, policy));
  const score = scoreThen(after);
  return {
    grant_id: grant.grant_id,
    principal_id: grant.principal_id,
    asset_id: grant.asset_id,
    score,
    previous_score: before === null ? null : scoreThen(before),
    risk_level: riskLevel(score),
    cause: timeline.points[index]?.cause ?? 'use',
    calculated_at: isoInstant(at),
    lapses_at: isoInstant(after.lapses_at),
    model_version,
  };
}

/** The score of the stalest of the grants, evenly spaced in time; null where none of them was granted yet. */
function curveOf(
  timelines: readonly { timeline: Timeline }[],
  { from, to, points }: { from: number; to: number; points: number },
  policy: Policy,
): { at: string; score: number | null }[] {
  return Array.from({ length: points }, (_, i) => {
    const at = Math.round(from + ((to - from) * i) / (points - 1));
    const scores = timelines.flatMap(({ timeline }) => {
      const lapse = timeline.lapseAt(at);
      return lapse === null ? [] : [shownScore(scoreOfLapse(lapse, at, policy))];
    });
    return { at: isoInstant(at), score: scores.length === 0 ? null : Math.max(...scores) };
  });
}
