import type { Parameters } from '../../platform/database/page.ts';

export const REVIEW_SORTS = ['due_at', 'score', 'priority'] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];

export const SORTED: Readonly<Record<ReviewSort, { column: string; type: string }>> = {
  due_at: { column: 'due_at', type: 'timestamptz' },
  score: { column: 'decay_score', type: 'float8' },
  priority: { column: 'priority', type: 'smallint' },
};

/** The last row of a page: its due date (ISO), score or priority, and its id. */
export interface ReviewPosition {
  value: string | number;
  id: string;
}

export interface ReviewPageRequest {
  sort: ReviewSort;
  descending: boolean;
  limit: number;
  offset: number;
  after: ReviewPosition | null;
}

export function orderSql({ sort, descending }: ReviewPageRequest): string {
  const direction = descending ? 'DESC' : 'ASC';
  return `ORDER BY r.${SORTED[sort].column} ${direction}, r.id ${direction}`;
}

export function keysetSql({ after, descending, sort }: ReviewPageRequest, parameters: Parameters): string {
  if (after === null) return '';
  const { column, type } = SORTED[sort];
  return `AND (r.${column}, r.id) ${descending ? '<' : '>'} (${parameters.add(after.value)}::${type}, ${parameters.add(after.id)})`;
}
