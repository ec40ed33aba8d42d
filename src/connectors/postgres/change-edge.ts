import {
  ConnectorError,
  type Edge,
  REMEDIATION_ACTIONS,
  type RestoreOutcome,
  type RevokeOutcome,
  type RevokePlan,
  type UndoRecord,
} from '../connector.ts';
import { Refusal } from '../refusal.ts';
import { execute, lockEdge } from './execute.ts';
import { roleKey } from './keys.ts';
import { connectorError } from './postgres-errors.ts';
import type { EdgeReading, ServerEdge } from './server-edge.ts';
import type { Session } from './sessions.ts';

type Change<T> = Promise<{ commit: boolean; value: T }>;

export async function planRevoke<Row>(
  session: Session,
  edge: Edge,
  on: ServerEdge<Row>,
  { now, platform }: { now: Date; platform: string },
): Promise<RevokePlan> {
  await on.refuse(session);
  const { rows } = await on.read(session);
  if (rows.length === 0) return { outcome: 'already_absent' };
  const statements = await on.revokeStatements(session, rows);
  return {
    outcome: 'planned',
    action: REMEDIATION_ACTIONS[edge.kind],
    target: on.target,
    statements,
    undo: {
      version: 1,
      platform,
      edge,
      made_at: now.toISOString(),
      statements: await on.restoreStatements(session, rows),
      state: { database: on.database, rows },
    },
    warnings: await on.warnings(session),
  };
}

/**
 * Reads before and after in the transaction of the change, and puts everything back once on trial: what cannot be
 * restored exactly is not removed.
 */
export async function revokeEdge<Row>(
  session: Session,
  on: ServerEdge<Row>,
  recorded: Row[],
): Change<RevokeOutcome> {
  await lockEdge(session, on.lock_key);
  await on.refuse(session);
  const { rows: before, others } = await on.read(session);
  if (before.length === 0) return { commit: false, value: { outcome: 'already_absent' } };
  if (!on.same(before, recorded)) {
    const message = `It is ${on.describe(before)} now and was ${on.describe(recorded)} when the remediation was planned.`;
    return { commit: false, value: { outcome: 'changed', message } };
  }
  await execute(session, await on.revokeStatements(session, before));
  const { rows: left, others: untouched } = await on.read(session);
  if (left.length > 0) {
    throw new Refusal(
      'not_supported',
      `The server keeps it in spite of the revocation: ${on.describe(left)}.`,
    );
  }
  expectSame(others, untouched);
  await tryRestore(session, on, { rows: before, others });
  await session.rows('ROLLBACK TO SAVEPOINT trial');
  return { commit: true, value: { outcome: 'revoked' } };
}

async function tryRestore<Row>(session: Session, on: ServerEdge<Row>, was: EdgeReading<Row>): Promise<void> {
  await session.rows('SAVEPOINT trial');
  try {
    await execute(session, await on.restoreStatements(session, was.rows));
  } catch (error) {
    if (error instanceof Refusal || connectorError(error, { secrets: [] }).retryable) throw error;
    throw new Refusal(
      'not_permitted',
      `It could not be put back, so it was left alone: ${(error as Error).message}.`,
    );
  }
  const now = await on.read(session);
  if (!on.same(now.rows, was.rows)) {
    throw new Refusal('not_permitted', 'It could not be put back exactly as it is, so it was left alone.');
  }
  expectSame(was.others, now.others);
}

export async function restoreEdge<Row>(
  session: Session,
  on: ServerEdge<Row>,
  recorded: Row[],
): Change<RestoreOutcome> {
  await lockEdge(session, on.lock_key);
  const statements = await on.restoreStatements(session, recorded);
  const before = await on.read(session);
  if (on.contains(before.rows, recorded)) {
    return { commit: false, value: { outcome: 'already_present' } };
  }
  await execute(session, statements);
  const now = await on.read(session);
  if (!on.contains(now.rows, recorded)) {
    throw new Refusal(
      'not_permitted',
      `The server did not take it back as it was (${on.describe(recorded)}); nothing was changed.`,
    );
  }
  expectSame(before.others, now.others);
  return { commit: true, value: { outcome: 'restored' } };
}

function expectSame(before: string[], after: string[]): void {
  const [was, now] = [before.toSorted(), after.toSorted()];
  if (now.length !== was.length || now.some((text, i) => text !== was[i])) {
    throw new ConnectorError('conflict', 'rights of others changed at the same time; nothing was done');
  }
}

/** The rows of a record, checked as far as the statements made from them need it. */
export function recordedRows<Row>(undo: UndoRecord, platform: string): Row[] {
  const { rows } = undo.state as { rows?: unknown };
  const isWhole =
    undo.version === 1 &&
    undo.platform === platform &&
    Array.isArray(rows) &&
    rows.length > 0 &&
    rows.every((row) => row !== null && typeof row === 'object' && belongs(row, undo.edge));
  if (!isWhole) throw new ConnectorError('invalid_undo', 'this is not an undo record of this platform');
  return rows as Row[];
}

function belongs(row: Record<string, unknown>, edge: Edge): boolean {
  const isFlag = (value: unknown) => typeof value === 'boolean';
  const isMaybe = (value: unknown) => value === null || typeof value === 'string';
  switch (edge.kind) {
    case 'membership':
      return (
        isRole(row.role, edge.group_key) &&
        isRole(row.member, edge.member_key) &&
        isMaybe(row.grantor) &&
        [row.admin_option, row.inherit_option, row.set_option].every(isFlag)
      );
    case 'grant':
      return (
        isRole(row.grantee, edge.principal_key) &&
        isMaybe(row.grantor) &&
        typeof row.privilege === 'string' &&
        isFlag(row.grantable) &&
        isMaybe(row.column)
      );
    case 'role_assignment':
      return false;
  }
}

const isRole = (name: unknown, key: string): boolean => typeof name === 'string' && roleKey(name) === key;
