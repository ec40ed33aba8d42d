import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';

/** One line of test/FAULTS.md. */
export interface FaultRow {
  part: string;
  fault: string;
  /** What was done, and how often. */
  done: string;
  acknowledged: number;
  lost: number;
  doubled: number;
  leaked: number;
  /** From the end of the fault until work is acknowledged again; the worst of all rounds. */
  recovery_ms: number | null;
  note?: string;
}

/** The same check with the protection taken away: it must fail, and did. */
export interface ControlRow {
  part: string;
  protection: string;
  outcome: string;
}

export interface SkipRow {
  part: string;
  reason: string;
}

/** `full` is `npm run test:faults`; otherwise a file runs as part of `npm test` and does less of everything. */
export const IS_FULL = process.env.FAULTS_RESULTS !== undefined;
export const times = (full: number, bounded: number): number => (IS_FULL ? full : bounded);

function append(kind: string, row: object): void {
  const directory = process.env.FAULTS_RESULTS;
  if (directory === undefined) return;
  appendFileSync(path.join(directory, 'rows.ndjson'), `${JSON.stringify({ kind, ...row })}\n`);
}

/** Also a row that is not clean is written down, before the test fails. */
export function record(row: FaultRow): void {
  append('fault', row);
  const { lost, doubled, leaked } = row;
  expect({ fault: row.fault, lost, doubled, leaked }).toEqual({
    fault: row.fault,
    lost: 0,
    doubled: 0,
    leaked: 0,
  });
  expect(row.acknowledged, `${row.fault}: acknowledged`).toBeGreaterThan(0);
}

/** `isNoticed` is what the check says about a run without the protection. */
export function recordControl(row: ControlRow, isNoticed: boolean): void {
  append('control', { ...row, noticed: isNoticed });
  expect(isNoticed, `control of ${row.protection}: ${row.outcome}`).toBe(true);
}

export function recordSkip(row: SkipRow): void {
  append('skip', row);
  console.warn(`SKIPPED ${row.part}: ${row.reason}`);
}
