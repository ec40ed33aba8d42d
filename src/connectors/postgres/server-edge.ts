import type { Session } from './sessions.ts';

export interface EdgeReading<Row> {
  rows: Row[];
  /** Everything beside the edge that a change of it could touch, as comparable text. */
  others: string[];
}

/** What grants and memberships have in common: rows that are read, removed and put back. */
export interface ServerEdge<Row> {
  /** Where it is read and changed. */
  database: string;
  lock_key: string;
  /** In words. */
  target: string;
  /** Throws a Refusal for what must not or cannot be removed. */
  refuse(session: Session): Promise<void>;
  read(session: Session): Promise<EdgeReading<Row>>;
  revokeStatements(session: Session, rows: Row[]): Promise<string[]>;
  restoreStatements(session: Session, rows: Row[]): Promise<string[]>;
  warnings(session: Session): Promise<string[]>;
  same(some: Row[], others: Row[]): boolean;
  /** All recorded rows are there exactly; more may be. */
  contains(now: Row[], recorded: Row[]): boolean;
  describe(rows: Row[]): string;
}
