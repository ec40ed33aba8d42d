import { queryInstant, refuse } from '../../../gateway/lists/instants.ts';
import type { Fault } from '../../../platform/errors.ts';
import type { ScoreForm, ScoreQuery } from './score.schema.ts';

interface ScoreRequest {
  /** Null: nothing in the query says which; a cursor does, or else the default. */
  form: ScoreForm | null;
  ascending: boolean;
  /** Null: now, or when the cursor's first page was asked for. */
  as_of: number | null;
}

/** Filters that only one of the two published forms has. */
const PAIR_FILTERS = ['principal_id', 'asset_id', 'min_score'] as const;

/**
 * The contract has two forms of this list and tells them apart by their parameters. Filters decide before orders and
 * orders before paging, so that asking for the second page by offset does not change what the list is about.
 */
export function readScoreQuery(query: ScoreQuery): ScoreRequest {
  const faults: Fault[] = [];
  if (query.cursor !== undefined && query.offset !== undefined) {
    faults.push(notTogether('offset', 'cannot be combined with cursor'));
  }
  const as_of = query.as_of === undefined ? null : queryInstant('as_of', query.as_of, faults);
  const asked = { form: formOf(query, faults), ascending: isAscending(query, faults), as_of };
  refuse(faults);
  return asked;
}

function formOf(query: ScoreQuery, faults: Fault[]): ScoreForm | null {
  const { form, below, sort, order, offset } = query;
  if (form === 'pair' && below !== undefined) {
    faults.push(notTogether('below', 'selects principals and cannot be combined with form=pair'));
  }
  if (form === 'principal' && query.asset_id !== undefined) {
    faults.push(notTogether('asset_id', 'selects pairs and cannot be combined with form=principal'));
  }
  if (form !== undefined) return form;
  const pairFilter = PAIR_FILTERS.find((name) => query[name] !== undefined);
  if (below !== undefined && pairFilter !== undefined) {
    const msg = `selects principals and cannot be combined with ${pairFilter}, which selects pairs`;
    faults.push(notTogether('below', msg));
  }
  if (pairFilter !== undefined) return 'pair';
  if (below !== undefined || sort === 'score_asc' || sort === 'score_desc') return 'principal';
  return sort === 'score' || order !== undefined || offset !== undefined ? 'pair' : null;
}

function isAscending({ sort, order }: ScoreQuery, faults: Fault[]): boolean {
  if (sort === undefined || sort === 'score') return order === 'asc';
  const sorted = sort === 'score_asc' ? 'asc' : 'desc';
  if (order !== undefined && order !== sorted) {
    faults.push(notTogether('order', `contradicts sort=${sort}`));
  }
  return sorted === 'asc';
}

/** Parameters of a query that say different things. */
export function notTogether(name: string, msg: string): Fault {
  return { loc: ['query', name], msg, type: 'not_together' };
}
