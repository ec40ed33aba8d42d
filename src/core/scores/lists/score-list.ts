import { refuse } from '../../../gateway/lists/instants.ts';
import type { Querier } from '../../../platform/database/database.ts';
import type { CoreContext } from '../../core-context.ts';
import { lapseDateOf } from '../decay.rules.ts';
import { byClass } from '../half-life.rules.ts';
import type { LapsePosition, LapseRange } from './lapse-page.sql.ts';
import { listPairScores } from './pair-scores.sql.ts';
import { listPrincipalScores } from './principal-scores.sql.ts';
import type { ScoreForm, ScoreQuery } from './score.schema.ts';
import { readScoreQuery } from './score-form.ts';
import { pairItem, principalItem, type ScoreView } from './score-items.ts';

/** A cursor keeps the instant its first page was evaluated at: later pages continue that list and not today's. */
interface ScorePosition extends LapsePosition {
  form: ScoreForm;
  as_of: number;
}

export async function listScores(
  context: Pick<CoreContext, 'cursors' | 'policies' | 'likelihoods' | 'default_score_form'>,
  { q, now }: { q: Querier; now: number },
  query: ScoreQuery,
) {
  const { cursors, policies, likelihoods, default_score_form } = context;
  const { principal_id, asset_id, min_score, below, limit, offset = 0 } = query;
  const asked = readScoreQuery(query);
  const { ascending } = asked;
  const filters = {
    principal_id,
    asset_id,
    min_score,
    below,
    ascending,
    as_of: query.as_of,
    by: 'staleness',
  };
  const scope = { tenant_id: q.tenant_id, list: 'scores', filters };
  const after = query.cursor === undefined ? null : cursors.decode<ScorePosition>(scope, query.cursor);
  if (after && asked.form !== null && asked.form !== after.form) {
    const msg = `is a cursor of a list of ${after.form}s; the other parameters ask for ${asked.form}s`;
    refuse([{ loc: ['query', 'cursor'], msg, type: 'bad_cursor' }]);
  }
  const form = asked.form ?? after?.form ?? default_score_form;
  const { policy } = await policies.get(q);
  const view: ScoreView = { as_of: after?.as_of ?? asked.as_of ?? now, policy };
  const range = rangeOf(query, view);
  const request = { limit, offset, after, ascending, as_of: view.as_of };
  const listPairs = async () => {
    const grants = { ...view, likelihoods: await likelihoods.get(q) };
    return viewed(listPairScores(q, { principal_id, asset_id, range }, request), (row) =>
      pairItem(row, grants),
    );
  };
  const page =
    form === 'pair'
      ? await listPairs()
      : await viewed(listPrincipalScores(q, { principal_id, range }, request), (row) =>
          principalItem(row, view),
        );
  const { last } = page;
  const position = last && { form, as_of: view.as_of, staleness: last.position, id: last.id };
  return {
    items: page.items,
    next_cursor: page.has_more && position ? cursors.encode(scope, position satisfies ScorePosition) : null,
    total: page.total,
    limit,
    offset,
  };
}

function rangeOf({ min_score, below }: ScoreQuery, { as_of, policy }: ScoreView): LapseRange {
  const dateOf = (score: number): number[] =>
    byClass(policy, (halfLife) => lapseDateOf(score, as_of, halfLife));
  return {
    until: min_score === undefined ? undefined : dateOf(min_score),
    after: below === undefined ? undefined : dateOf(below),
  };
}

async function viewed<Row extends { position: string; id: string }, Item>(
  loading: Promise<{ items: Row[]; total: number; has_more: boolean }>,
  view: (row: Row) => Item,
): Promise<{ items: Item[]; total: number; has_more: boolean; last: Row | undefined }> {
  const page = await loading;
  return { ...page, items: page.items.map(view), last: page.items.at(-1) };
}
