import { textArray } from '../../../platform/database/array-literal.ts';
import type { Querier } from '../../../platform/database/database.ts';
import type { LinkDecision } from './elsewhere.rules.ts';

export interface NewDecisionLink {
  token_hash: Buffer;
  review_id: string;
  reviewer_id: string;
  mailed_to: string;
  expires_at: string;
}

export async function addDecisionLinks(q: Querier, links: readonly NewDecisionLink[]): Promise<void> {
  await q.query(
    `INSERT INTO decision_links (tenant_id, token_hash, review_id, reviewer_id, mailed_to, expires_at)
     SELECT $1, decode(token_hash, 'hex'), review_id, reviewer_id, mailed_to, expires_at::timestamptz
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
       AS l (token_hash, review_id, reviewer_id, mailed_to, expires_at)`,
    [
      q.tenant_id,
      textArray(links.map(({ token_hash }) => token_hash.toString('hex'))),
      textArray(links.map(({ review_id }) => review_id)),
      textArray(links.map(({ reviewer_id }) => reviewer_id)),
      textArray(links.map(({ mailed_to }) => mailed_to)),
      textArray(links.map(({ expires_at }) => expires_at)),
    ],
  );
}

export type DecisionLink = {
  review_id: string;
  reviewer_id: string;
  mailed_to: string;
  expires_at: string;
  decision: LinkDecision | null;
  decided_at: string | null;
};

export async function findDecisionLink(q: Querier, tokenHash: Uint8Array): Promise<DecisionLink | null> {
  const rows = await q.query<DecisionLink>(
    `SELECT review_id, reviewer_id, mailed_to, expires_at, decision, decided_at FROM decision_links
     WHERE tenant_id = $1 AND token_hash = $2`,
    [q.tenant_id, tokenHash],
  );
  return rows[0] ?? null;
}

/** Once: the review is locked by whoever decides. */
export async function noteLinkDecision(
  tx: Querier,
  tokenHash: Uint8Array,
  { decision, decided_at }: { decision: LinkDecision; decided_at: string },
): Promise<void> {
  await tx.query(
    `UPDATE decision_links SET decision = $3, decided_at = $4
     WHERE tenant_id = $1 AND token_hash = $2 AND decision IS NULL`,
    [tx.tenant_id, tokenHash, decision, decided_at],
  );
}

/** Links that are good for nothing any more. */
export async function forgetDecisionLinks(tx: Querier): Promise<void> {
  await tx.query('DELETE FROM decision_links WHERE tenant_id = $1 AND expires_at <= now()', [tx.tenant_id]);
}
