import type { Querier } from '../../../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../../../platform/database/page.ts';
import { deciderNamed } from '../decisions/decider-name.sql.ts';

export type Comment = {
  id: string;
  review_id: string;
  author: string;
  author_name: string;
  text: string;
  mentions: { principal_id: string; principal_name: string }[];
  created_at: string;
  nonce: string;
};

const COLUMNS = `c.id, c.review_id, c.author, coalesce(w.display_name, c.author) AS author_name, c.text,
  (SELECT coalesce(json_agg(json_build_object('principal_id', m.id, 'principal_name', coalesce(p.display_name, m.id))
     ORDER BY m.place), '[]')
   FROM unnest(c.mentions) WITH ORDINALITY AS m (id, place)
   LEFT JOIN principals p ON p.tenant_id = $1 AND p.id = m.id) AS mentions,
  c.created_at, c.nonce`;
const NAMED = deciderNamed('c.author', 'w');

export function listComments(q: Querier, reviewId: string, page: PageRequest): Promise<PageOf<Comment>> {
  const parameters = new Parameters();
  const where = `c.tenant_id = ${parameters.add(q.tenant_id)} AND c.review_id = ${parameters.add(reviewId)}`;
  return queryPage<Comment>(q, page, {
    parameters,
    key: 'c.id',
    total: `SELECT count(*) AS total FROM review_comments c WHERE ${where}`,
    page: (bounds) => `SELECT ${COLUMNS} FROM review_comments c ${NAMED} WHERE ${where} ${bounds}`,
  });
}

/** Those of these ids that there are, in the order in which they were written. */
export async function getComments(q: Querier, ids: readonly string[]): Promise<Comment[]> {
  if (ids.length === 0) return [];
  return q.query<Comment>(
    `SELECT ${COLUMNS} FROM unnest($2::text[]) AS n (id)
     JOIN review_comments c ON c.tenant_id = $1 AND c.id = n.id ${NAMED} ORDER BY c.id`,
    [q.tenant_id, [...new Set(ids)]],
  );
}

export async function countComments(q: Querier, reviewId: string): Promise<number> {
  const [row] = await q.query<{ comments: number }>(
    'SELECT count(*) AS comments FROM review_comments WHERE tenant_id = $1 AND review_id = $2',
    [q.tenant_id, reviewId],
  );
  return row?.comments ?? 0;
}

export interface NewComment {
  id: string;
  review_id: string;
  author: string;
  text: string;
  nonce: string;
  mentions: readonly string[];
  created_at: string;
}

export async function insertComment(tx: Querier, comment: NewComment): Promise<void> {
  await tx.query(
    `INSERT INTO review_comments (tenant_id, id, review_id, author, text, nonce, mentions, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tx.tenant_id,
      comment.id,
      comment.review_id,
      comment.author,
      comment.text,
      comment.nonce,
      comment.mentions,
      comment.created_at,
    ],
  );
}

/** Which of these may be mentioned: people who are enabled, and not accounts that belong to somebody. */
export async function mentionable(q: Querier, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await q.query<{ id: string }>(
    `SELECT id FROM principals
     WHERE tenant_id = $1 AND id = ANY ($2::text[]) AND type = 'user' AND NOT disabled AND linked_to IS NULL`,
    [q.tenant_id, ids],
  );
  return new Set(rows.map(({ id }) => id));
}
