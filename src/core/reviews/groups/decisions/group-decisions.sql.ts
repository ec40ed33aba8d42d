import type { Querier } from '../../../../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../../../../platform/database/page.ts';
import type { Grouping, GroupReason } from '../review-group.rules.ts';
import type { Decider, GroupCourse, MemberState } from './group-decision.rules.ts';

export type GroupDecisionRow = GroupCourse & {
  id: string;
  sentence: string;
  grouping: Grouping;
  group_reason: GroupReason | null;
  decision: 'CONFIRM' | 'REVOKE';
  reason: string;
  next_review_at: string | null;
  decided_by: string;
  decider: Decider;
  members: number;
  created_at: string;
  undone_by: string | null;
  undo_note: string | null;
  undo_reverts: boolean;
};

const COLUMNS = `g.id, g.sentence, g.grouping, g.group_reason, g.decision, g.reason, g.next_review_at, g.decided_by, g.decider,
  g.members, g.created_at, g.starts_at, g.due_at, g.undone_by, g.undo_asked_at, g.undo_note, g.undo_reverts`;

/** What has become of a member that is worth a word. */
export type ToldMember = {
  review_id: string;
  principal_id: string;
  principal_name: string;
  asset_id: string;
  asset_name: string;
  state: MemberState;
  why: string;
};

export type ShownGroupDecision = GroupDecisionRow &
  Record<MemberState, number> & {
    told: ToldMember[];
  };

const TOLD_MEMBERS = 20;

/** Of the few decisions of a page. */
const SHOWN = `${COLUMNS}, c.*,
  (SELECT coalesce(json_agg(t ORDER BY t.review_id), '[]') FROM (
     SELECT m.review_id, r.principal_id, p.display_name AS principal_name, r.asset_id, a.name AS asset_name, m.state, m.why
     FROM (SELECT * FROM group_decision_reviews WHERE tenant_id = $1 AND group_decision_id = g.id AND why IS NOT NULL
           ORDER BY review_id LIMIT ${TOLD_MEMBERS}) m
     JOIN LATERAL (SELECT * FROM reviews WHERE tenant_id = $1 AND id = m.review_id LIMIT 1) r ON true
     JOIN LATERAL (SELECT * FROM principals WHERE tenant_id = $1 AND id = r.principal_id LIMIT 1) p ON true
     JOIN LATERAL (SELECT * FROM assets WHERE tenant_id = $1 AND id = r.asset_id LIMIT 1) a ON true) t) AS told`;
const COUNTED = `CROSS JOIN LATERAL (
  SELECT count(*) FILTER (WHERE state = 'waiting')::integer AS waiting,
         count(*) FILTER (WHERE state = 'decided')::integer AS decided,
         count(*) FILTER (WHERE state = 'left_out')::integer AS left_out,
         count(*) FILTER (WHERE state = 'called_off')::integer AS called_off,
         count(*) FILTER (WHERE state = 'undone')::integer AS undone,
         count(*) FILTER (WHERE state = 'stands')::integer AS stands
  FROM group_decision_reviews WHERE tenant_id = $1 AND group_decision_id = g.id) c`;

export async function getGroupDecision(q: Querier, id: string): Promise<ShownGroupDecision | null> {
  const rows = await q.query<ShownGroupDecision>(
    `SELECT ${SHOWN} FROM group_decisions g ${COUNTED} WHERE g.tenant_id = $1 AND g.id = $2`,
    [q.tenant_id, id],
  );
  return rows[0] ?? null;
}

/** The latest first. */
export function listGroupDecisions(q: Querier, page: PageRequest): Promise<PageOf<ShownGroupDecision>> {
  const parameters = new Parameters();
  parameters.add(q.tenant_id);
  return queryPage(q, page, {
    parameters,
    key: 'id',
    descending: true,
    total: 'SELECT count(*) AS total FROM group_decisions WHERE tenant_id = $1',
    page: (bounds) =>
      `SELECT ${SHOWN} FROM (SELECT * FROM group_decisions WHERE tenant_id = $1 ${bounds}) g ${COUNTED} ORDER BY g.id DESC`,
  });
}

export interface NewGroupDecision
  extends Omit<
    GroupDecisionRow,
    'members' | 'due_at' | 'undo_asked_at' | 'undone_by' | 'undo_note' | 'undo_reverts'
  > {
  reviews: readonly { review_id: string; mark: string }[];
}

/** With its job. Answers how many of the reviews are another decision's already: then nothing of it may stay. */
export async function insertGroupDecision(
  tx: Querier,
  { reviews, ...decision }: NewGroupDecision,
): Promise<number> {
  const { id, sentence, grouping, group_reason, reason, next_review_at, decided_by, decider } = decision;
  const { created_at, starts_at } = decision;
  await tx.query(
    `WITH job AS (
       INSERT INTO jobs (tenant_id, id, kind, status, total_items, created_at)
       VALUES ($1, $2, 'group_decision', 'accepted', $11, $12)
     )
     INSERT INTO group_decisions (tenant_id, id, sentence, grouping, group_reason, decision, reason, next_review_at, decided_by,
       decider, members, created_at, starts_at, due_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)`,
    [
      ...[tx.tenant_id, id, sentence, grouping, group_reason, decision.decision, reason, next_review_at],
      ...[decided_by, JSON.stringify(decider), reviews.length, created_at, starts_at],
    ],
  );
  const rows = await tx.query(
    `INSERT INTO group_decision_reviews (tenant_id, group_decision_id, review_id, mark)
     SELECT $1, $2, review_id, mark FROM unnest($3::text[], $4::text[]) AS w (review_id, mark) ORDER BY review_id COLLATE "C"
     ON CONFLICT (tenant_id, review_id) WHERE state = 'waiting' DO NOTHING RETURNING 1`,
    [tx.tenant_id, id, reviews.map((each) => each.review_id), reviews.map((each) => each.mark)],
  );
  tx.wakes?.('sweep');
  return reviews.length - rows.length;
}

/** One that has something to do, in the hands of one worker. */
export async function claimGroupDecision(tx: Querier, before: string): Promise<GroupDecisionRow | null> {
  const rows = await tx.query<GroupDecisionRow>(
    `SELECT ${COLUMNS} FROM group_decisions g WHERE g.tenant_id = $1 AND g.due_at <= $2
     ORDER BY g.due_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [tx.tenant_id, before],
  );
  return rows[0] ?? null;
}

/** Waits for the worker that has it. */
export async function lockGroupDecision(tx: Querier, id: string): Promise<GroupDecisionRow | null> {
  const rows = await tx.query<GroupDecisionRow>(
    `SELECT ${COLUMNS} FROM group_decisions g WHERE g.tenant_id = $1 AND g.id = $2 FOR UPDATE`,
    [tx.tenant_id, id],
  );
  return rows[0] ?? null;
}

/** The next members to decide. */
export async function waitingMembers(
  tx: Querier,
  id: string,
  limit: number,
): Promise<{ review_id: string; mark: string }[]> {
  return tx.query(
    `SELECT review_id, mark FROM group_decision_reviews
     WHERE tenant_id = $1 AND group_decision_id = $2 AND state = 'waiting' ORDER BY review_id LIMIT $3`,
    [tx.tenant_id, id, limit],
  );
}

export interface MemberOutcome {
  review_id: string;
  state: MemberState;
  why: string | null;
}

export async function setMembers(tx: Querier, id: string, outcomes: readonly MemberOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await tx.query(
    `UPDATE group_decision_reviews m SET state = o.state, why = o.why
     FROM json_to_recordset($3) AS o (review_id text, state text, why text)
     WHERE m.tenant_id = $1 AND m.group_decision_id = $2 AND m.review_id = o.review_id`,
    [tx.tenant_id, id, JSON.stringify(outcomes)],
  );
}

/** When it goes on; null: it is over. */
export async function setDue(tx: Querier, id: string, due_at: string | null): Promise<void> {
  await tx.query('UPDATE group_decisions SET due_at = $3 WHERE tenant_id = $1 AND id = $2', [
    tx.tenant_id,
    id,
    due_at,
  ]);
  if (due_at !== null) tx.wakes?.('sweep');
  // Who watches it looks again.
  tx.changed?.('reviews');
}

/** Nothing more of it is decided. Answers how many were not. */
export async function callOff(
  tx: Querier,
  id: string,
  undo: { undone_by: string; undo_asked_at: string; undo_note: string | null; undo_reverts: boolean },
): Promise<number> {
  await tx.query(
    `UPDATE group_decisions SET undone_by = $3, undo_asked_at = $4, undo_note = $5, undo_reverts = $6 WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant_id, id, undo.undone_by, undo.undo_asked_at, undo.undo_note, undo.undo_reverts],
  );
  const rows = await tx.query(
    `UPDATE group_decision_reviews SET state = 'called_off'
     WHERE tenant_id = $1 AND group_decision_id = $2 AND state = 'waiting' RETURNING 1`,
    [tx.tenant_id, id],
  );
  return rows.length;
}

/** What was decided and is not undone stays as it is. */
export async function letStand(tx: Querier, id: string, why: string): Promise<void> {
  await tx.query(
    `UPDATE group_decision_reviews SET state = 'stands', why = $3
     WHERE tenant_id = $1 AND group_decision_id = $2 AND state = 'decided'`,
    [tx.tenant_id, id, why],
  );
}

export type MemberRemoval = {
  review_id: string;
  remediation_id: string | null;
  status: string;
  operation: string;
  dry_run: boolean;
};

const DECIDED = "m.tenant_id = $1 AND m.group_decision_id = $2 AND m.state = 'decided'";
/** It was begun, and whether it had an effect is not known before it ends. */
const IS_UNDER_WAY = `EXISTS (SELECT FROM remediations b
         WHERE b.tenant_id = $1 AND b.review_id = m.review_id AND b.operation = 'revoke'
           AND (b.status = 'running' OR b.status = 'pending' AND (b.attempts > 0 OR b.lease IS NOT NULL)))`;

/**
 * The next members to undo with their removals, which nobody begins before the end of the transaction; those whose removal is
 * under way are left for later.
 */
export async function removalsToUndo(tx: Querier, id: string, limit: number): Promise<MemberRemoval[]> {
  const next = await tx.query<{ review_id: string }>(
    `SELECT m.review_id FROM group_decision_reviews m
     WHERE ${DECIDED} AND NOT ${IS_UNDER_WAY} ORDER BY m.review_id LIMIT $3`,
    [tx.tenant_id, id, limit],
  );
  const reviews = next.map(({ review_id }) => review_id);
  await tx.query(
    `SELECT FROM remediations WHERE tenant_id = $1 AND review_id = ANY ($2) ORDER BY review_id, id FOR UPDATE`,
    [tx.tenant_id, reviews],
  );
  // Looked at again, because a worker may have begun one before it was locked.
  return tx.query<MemberRemoval>(
    `SELECT m.review_id, r.id AS remediation_id, r.status, r.operation, r.dry_run
     FROM group_decision_reviews m
     LEFT JOIN remediations r ON r.tenant_id = $1 AND r.review_id = m.review_id
     WHERE ${DECIDED} AND m.review_id = ANY ($3) AND NOT ${IS_UNDER_WAY}
     ORDER BY m.review_id, r.id`,
    [tx.tenant_id, id, reviews],
  );
}

export async function isAnyDecided(tx: Querier, id: string): Promise<boolean> {
  const rows = await tx.query(`SELECT FROM group_decision_reviews m WHERE ${DECIDED} LIMIT 1`, [
    tx.tenant_id,
    id,
  ]);
  return rows.length > 0;
}
