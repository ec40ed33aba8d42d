import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const RULES = path.resolve(import.meta.dirname, '../deploy/prometheus');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** Brought by scripts/with-debian-tools.sh. */
describe.skipIf(!hasPromtool)('promtool, when it is installed,', () => {
  const run = (...given: string[]) => spawnSync('promtool', given, { encoding: 'utf8' });

  test('accepts the rules, and each alert fires and does not fire as it should', () => {
    expect(run('check', 'rules', path.join(RULES, 'lapse.rules.yml')).status).toBe(0);
    const tested = run('test', 'rules', path.join(RULES, 'lapse.rules.test.yml'));
    expect([tested.status, tested.stderr]).toEqual([0, '']);
  });

  test('notices of each alert that its threshold, or its time, is a little more or less', () => {
    const text = readFileSync(path.join(RULES, 'lapse.rules.yml'), 'utf8');
    const alerts = [...text.matchAll(/alert: (\w+)/g)].map(([, name]) => name as string);
    const changed = (pattern: RegExp, by: number) =>
      text.replace(pattern, (_, before, number, after) => `${before}${Number(number) + by}${after}`);
    const THRESHOLD = /(> )(\d+)(\n| and)/g;
    const TIME = /( for: | offset |\[)(\d+)(m)/g;
    const withThreshold = alerts.filter((name) => !/IngestionStopped|Unobserved/.test(name));
    const withTime = alerts.filter((name) => !/PastSla|NotProcessed|NotSigned|Removal/.test(name));
    for (const [pattern, by, wanted] of [
      [THRESHOLD, 1, withThreshold],
      [THRESHOLD, -1, withThreshold],
      [TIME, 3, withTime],
      [TIME, -3, withTime],
    ] as const) {
      const dir = mkdtempSync(path.join(tmpdir(), 'lapse-rules-'));
      cpSync(path.join(RULES, 'lapse.rules.test.yml'), path.join(dir, 'lapse.rules.test.yml'));
      writeFileSync(path.join(dir, 'lapse.rules.yml'), changed(pattern, by));
      const { status, stderr } = run('test', 'rules', path.join(dir, 'lapse.rules.test.yml'));
      rmSync(dir, { recursive: true });
      const noticed = wanted.filter((name) => stderr.includes(`expr: "ALERTS{alertname=\\"${name}\\"`));
      expect([by, status, noticed]).toEqual([by, 1, wanted]);
    }
  });
});

test('promtool is there where it has to be', () => {
  if (process.env.PROMTOOL_REQUIRED)
    expect(execFileSync('promtool', ['--version']).length).toBeGreaterThan(0);
});
