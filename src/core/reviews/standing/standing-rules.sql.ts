import type { Querier } from '../../../platform/database/database.ts';
import { type PageOf, type PageRequest, Parameters, queryPage } from '../../../platform/database/page.ts';
import { isoInstant } from '../../../platform/iso-instant.ts';
import type { Permission } from '../../directory/permission.rules.ts';
import { dayStart, type OffReason, type RuleKind } from './standing-rule.rules.ts';

export type RuleRow = {
  id: string;
  name: string;
  kind: RuleKind;
  days: number;
  permissions: Permission[];
  cap_per_day: number;
  owner_id: string;
  /** By which decisions name the owner: the address, or the id. */
  owner: string;
  owner_name: string;
  owner_is_gone: boolean;
  expires_at: string;
  is_on: boolean;
  off_because: OffReason;
  paused_because: string | null;
  version: number;
  created_by: string;
  created_at: string;
  changed_by: string;
  changed_at: string;
  looked_to: string | null;
  looked_to_principal_id: string;
  looked_to_grant_id: string;
};

/** As entries and decisions record it: what it was when it decided. */
export type RuleTold = Pick<
  RuleRow,
  'id' | 'name' | 'version' | 'kind' | 'days' | 'permissions' | 'cap_per_day' | 'owner_id'
> & { owner: string; expires_at: string };

export const toldOf = (rule: RuleRow): RuleTold => {
  const { id, name, version, kind, days, permissions, cap_per_day, owner_id, owner, expires_at } = rule;
  return { id, name, version, kind, days, permissions, cap_per_day, owner_id, owner, expires_at };
};

export type ShownRule = RuleRow & { decided_today: number; decided: number; held: number };

/** SQL: an instant as text with all its digits: of many accounts that were imported together all have the same. */
export const exactly = (instant: string): string =>
  `to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const COLUMNS = `r.id, r.name, r.kind, r.days, r.permissions, r.cap_per_day, r.owner_id, coalesce(o.email, r.owner_id) AS owner,
  coalesce(o.display_name, r.owner_id) AS owner_name, coalesce(o.disabled OR o.removed_at IS NOT NULL, true) AS owner_is_gone,
  r.expires_at, r.is_on, r.off_because, r.paused_because, r.version, r.created_by, r.created_at, r.changed_by, r.changed_at,
  ${exactly('r.looked_to')} AS looked_to, r.looked_to_principal_id, r.looked_to_grant_id`;
const OWNER = 'LEFT JOIN principals o ON o.tenant_id = $1 AND o.id = r.owner_id';
const counted = (today: string): string => `
  (SELECT count(*) FROM review_decisions WHERE tenant_id = $1 AND rule_id = r.id AND decided_at >= ${today})::integer AS decided_today,
  (SELECT count(*) FROM review_decisions WHERE tenant_id = $1 AND rule_id = r.id)::integer AS decided,
  (SELECT count(*) FROM held_questions WHERE tenant_id = $1 AND rule_id = r.id)::integer AS held`;

export function listRules(q: Querier, page: PageRequest, now: number): Promise<PageOf<ShownRule>> {
  const parameters = new Parameters();
  parameters.add(q.tenant_id);
  const today = parameters.add(isoInstant(dayStart(now)));
  return queryPage<ShownRule>(q, page, {
    parameters,
    key: 'r.id',
    total: 'SELECT count(*) AS total FROM rules WHERE tenant_id = $1',
    page: (bounds) =>
      `SELECT ${COLUMNS}, ${counted(today)} FROM rules r ${OWNER} WHERE r.tenant_id = $1 ${bounds}`,
  });
}

export async function getRule(q: Querier, id: string, now: number): Promise<ShownRule | null> {
  const [found] = await q.query<ShownRule>(
    `SELECT ${COLUMNS}, ${counted('$3')} FROM rules r ${OWNER} WHERE r.tenant_id = $1 AND r.id = $2`,
    [q.tenant_id, id, isoInstant(dayStart(now))],
  );
  return found ?? null;
}

/** Waits for whoever has it: no rule changes while a batch of it is decided. */
export async function lockRule(tx: Querier, id: string): Promise<RuleRow | null> {
  const [found] = await tx.query<RuleRow>(
    `SELECT ${COLUMNS} FROM rules r ${OWNER} WHERE r.tenant_id = $1 AND r.id = $2 FOR UPDATE OF r`,
    [tx.tenant_id, id],
  );
  return found ?? null;
}

/** One that is on and due, in the hands of one worker: so what it has decided today is counted exactly. */
export async function claimRule(tx: Querier, before: number): Promise<RuleRow | null> {
  const [found] = await tx.query<RuleRow>(
    `SELECT ${COLUMNS} FROM rules r ${OWNER} WHERE r.tenant_id = $1 AND r.is_on AND r.look_at <= $2
     ORDER BY r.look_at, r.id LIMIT 1 FOR UPDATE OF r SKIP LOCKED`,
    [tx.tenant_id, isoInstant(before)],
  );
  return found ?? null;
}

/** Those that decide. */
export async function activeRules(q: Querier, now: number): Promise<RuleRow[]> {
  return q.query<RuleRow>(
    `SELECT ${COLUMNS} FROM rules r ${OWNER}
     WHERE r.tenant_id = $1 AND r.is_on AND r.paused_because IS NULL AND r.expires_at > $2 ORDER BY r.id`,
    [q.tenant_id, isoInstant(now)],
  );
}

export async function decidedSince(q: Querier, ruleId: string, since: number): Promise<number> {
  const [row] = await q.query<{ decided: number }>(
    'SELECT count(*)::integer AS decided FROM review_decisions WHERE tenant_id = $1 AND rule_id = $2 AND decided_at >= $3',
    [q.tenant_id, ruleId, isoInstant(since)],
  );
  return row?.decided ?? 0;
}

export interface StoredSettings {
  name: string;
  kind: RuleKind;
  days: number;
  permissions: readonly Permission[];
  cap_per_day: number;
  owner_id: string;
  expires_at: string;
}

export interface RuleChange extends StoredSettings {
  id: string;
  version: number;
  changed_by: string;
  changed_at: string;
}

export async function insertRule(tx: Querier, rule: RuleChange): Promise<void> {
  await tx.query(
    `INSERT INTO rules (tenant_id, id, name, kind, days, permissions, cap_per_day, owner_id, expires_at, version, created_by,
       created_at, changed_by, changed_at, look_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $11, $12, $12)`,
    changeValues(tx, rule),
  );
}

/** What runs was seen in a dry run, so what is changed is off. */
export async function updateRule(tx: Querier, rule: RuleChange): Promise<void> {
  await tx.query(
    `UPDATE rules SET name = $3, kind = $4, days = $5, permissions = $6, cap_per_day = $7, owner_id = $8, expires_at = $9,
       version = $10, changed_by = $11, changed_at = $12, look_at = $12, is_on = false, off_because = 'changed',
       paused_because = NULL
     WHERE tenant_id = $1 AND id = $2`,
    changeValues(tx, rule),
  );
}

const changeValues = (tx: Querier, rule: RuleChange): unknown[] => [
  ...[
    tx.tenant_id,
    rule.id,
    rule.name,
    rule.kind,
    rule.days,
    rule.permissions,
    rule.cap_per_day,
    rule.owner_id,
  ],
  ...[rule.expires_at, rule.version, rule.changed_by, rule.changed_at],
];

export async function deleteRule(tx: Querier, id: string): Promise<void> {
  await tx.query('DELETE FROM rules WHERE tenant_id = $1 AND id = $2', [tx.tenant_id, id]);
}

export async function setOn(tx: Querier, id: string, by: { actor: string; now: number }): Promise<void> {
  await tx.query(
    `UPDATE rules SET is_on = true, paused_because = NULL, changed_by = $3, changed_at = $4, look_at = 'epoch', looked_to = NULL,
       looked_to_principal_id = '', looked_to_grant_id = ''
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant_id, id, by.actor, isoInstant(by.now)],
  );
  tx.wakes?.('sweep');
}

export async function setOff(
  tx: Querier,
  id: string,
  { because, actor, now }: { because: OffReason; actor: string; now: number },
): Promise<void> {
  await tx.query(
    `UPDATE rules SET is_on = false, off_because = $3, paused_because = NULL, changed_by = $4, changed_at = $5
     WHERE tenant_id = $1 AND id = $2`,
    [tx.tenant_id, id, because, actor, isoInstant(now)],
  );
}

export async function setPaused(tx: Querier, id: string, because: string | null): Promise<void> {
  await tx.query('UPDATE rules SET paused_because = $3 WHERE tenant_id = $1 AND id = $2', [
    tx.tenant_id,
    id,
    because,
  ]);
}

/** How far a look has come. */
export interface Position {
  at: string;
  principal_id: string;
  grant_id: string;
}

/** `position` null: the next look begins at the beginning. */
export async function setLook(
  tx: Querier,
  id: string,
  { at, position }: { at: number; position: Position | null },
): Promise<void> {
  await tx.query(
    `UPDATE rules SET look_at = $3, looked_to = $4, looked_to_principal_id = $5, looked_to_grant_id = $6
     WHERE tenant_id = $1 AND id = $2`,
    [
      ...[tx.tenant_id, id, isoInstant(at), position?.at ?? null],
      ...[position?.principal_id ?? '', position?.grant_id ?? ''],
    ],
  );
  tx.wakes?.('sweep');
}
