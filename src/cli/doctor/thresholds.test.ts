import { describe, expect, test } from 'vitest';
import type { ServerFacts } from '../../platform/database/server-facts.ts';
import { clockFinding, connectionsFinding, settingsFindings } from './database.ts';
import type { Level } from './finding.ts';
import { diskFinding } from './machine.ts';

/** Both sides of every line that is drawn. */

const MIB = 1024 ** 2;

describe('room on the disk', () => {
  const room = (free: number, files: { files: number; ffree: number } = { files: 0, ffree: 0 }) =>
    diskFinding('/data', { bavail: free, bsize: 1, blocks: 100 * 1024 * MIB, ...files });

  test.each<[number, Level]>([
    [0, 'problem'],
    [256 * MIB - 1, 'problem'],
    [256 * MIB, 'warning'],
    [2_048 * MIB - 1, 'warning'],
    [2_048 * MIB, 'ok'],
  ])('%i bytes: %s', (free, level) => {
    const { level: found, message, fix } = room(free);
    expect([found, fix === null]).toEqual([level, level === 'ok']);
    expect(message).toMatch(/ of 100\.0 GiB are free where \/data is\.$/);
  });

  test.each<[number, number, Level]>([
    [1_000_000, 9_999, 'problem'],
    [1_000_000, 10_000, 'ok'],
    // Some file systems make room for files as they come and say nothing.
    [0, 0, 'ok'],
  ])('of %i files %i more: %s', (files, ffree, level) => {
    expect(room(10_000 * MIB, { files, ffree }).level).toBe(level);
  });

  test('blocks count by their size, and only those that are for everyone', () => {
    const found = { bavail: 2 * 256, bsize: MIB, blocks: 10_000, files: 0, ffree: 0 };
    expect(diskFinding('/data', found)).toMatchObject({
      level: 'warning',
      message: '512 MiB of 9.8 GiB are free where /data is.',
    });
  });

  test('that nobody knows is no fault', () => {
    expect(diskFinding('/data', null)).toMatchObject({ level: 'ok', fix: null });
  });
});

const GOOD: ServerFacts = {
  version: '18.0',
  is_replica: false,
  full_page_writes: 'on',
  isolation: 'read committed',
  read_only: 'off',
  statement_timeout: '0',
  max_connections: 100,
  reserved_connections: 3,
  used_connections: 5,
  role_connections: -1,
  database_connections: -1,
  is_encrypted: false,
  is_remote: false,
  database_bytes: 1,
  autovacuum: 'on',
};

describe('the connection to the database', () => {
  test.each<[boolean, boolean, Level]>([
    [false, false, 'ok'],
    [false, true, 'ok'],
    [true, true, 'ok'],
    [true, false, 'warning'],
  ])('leaves the machine: %s, is encrypted: %s; %s', (is_remote, is_encrypted, level) => {
    const found = settingsFindings({ ...GOOD, is_remote, is_encrypted });
    expect(found.map((finding) => finding.level)).toEqual([level]);
    if (level === 'warning') expect(found[0]?.fix).toContain('sslmode=verify-full');
  });

  test.each<[Partial<ServerFacts>, Level]>([
    [{ is_replica: true }, 'problem'],
    [{ read_only: 'on' }, 'problem'],
    [{ full_page_writes: 'off' }, 'problem'],
    [{ autovacuum: 'off' }, 'problem'],
    [{ isolation: 'repeatable read' }, 'warning'],
    [{ statement_timeout: '1ms' }, 'warning'],
    [{}, 'ok'],
  ])('with %j: %s', (facts, level) => {
    expect(settingsFindings({ ...GOOD, ...facts }).map((finding) => finding.level)).toEqual([level]);
  });

  test.each<[Partial<ServerFacts>, Level]>([
    [{ max_connections: 45 }, 'ok'],
    [{ max_connections: 44 }, 'warning'],
    [{ reserved_connections: 58 }, 'ok'],
    [{ reserved_connections: 59 }, 'warning'],
    [{ role_connections: 42 }, 'ok'],
    [{ role_connections: 41 }, 'warning'],
    [{ database_connections: 42 }, 'ok'],
    [{ database_connections: 41 }, 'warning'],
    [{ role_connections: 0 }, 'warning'],
  ])('of 42 that are needed, with %j: %s', (facts, level) => {
    expect(connectionsFinding({ ...GOOD, ...facts }, 42).level).toBe(level);
  });
});

test.each<[number, number, Level]>([
  [999, 0, 'ok'],
  [1_000, 0, 'warning'],
  [-1_000, 0, 'warning'],
  [-1_000, 1, 'ok'],
  [29_999, 0, 'warning'],
  [30_000, 0, 'problem'],
  [-30_000, 0, 'problem'],
  [-30_000, 1, 'warning'],
])('a clock that is off by %i ms, known within %i ms: %s', (ahead, within, level) => {
  expect(clockFinding('clock', 'x', ahead, within).level).toBe(level);
});
