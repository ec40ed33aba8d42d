import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { DemoPlatform } from '../../test/support/demo/demo-platform.ts';
import { DEMO_PLATFORMS } from '../../test/support/demo/demo-platforms.ts';
import { runScan } from '../../test/support/run-scan.ts';
import { scanTargets } from '../connectors/scan/scan-target.ts';
import type { ScannedAccess } from '../connectors/scan/score-access.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lapse-scan-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('every platform that can be connected can be scanned, by its own name', async () => {
  const { out } = await runScan(['--help']);
  for (const { type } of scanTargets()) {
    expect(out).toContain(type.platform);
    const { out: help } = await runScan([type.platform, '--help']);
    for (const { name, secret } of type.settings) {
      const option = `--${name.replaceAll('_', '-')}`;
      if (name.includes('remediation')) expect(help).not.toContain(option);
      else if (secret) expect(help.replaceAll(`${option}-file`, '')).not.toMatch(new RegExp(`${option}\\b`));
    }
  }
});

describe.each(Object.entries(DEMO_PLATFORMS))('%s', (platform, start) => {
  let demo: DemoPlatform;
  beforeAll(async () => {
    demo = await start();
  });
  afterAll(() => demo.close());

  const variables = (settings = demo.settings): Record<string, string> =>
    Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [
        `LAPSE_${platform}_${name}`.toUpperCase(),
        Array.isArray(value) ? value.join(',') : String(value),
      ]),
    );
  const run = (args: string[] = [], env = variables()) =>
    runScan([platform, ...args], { env, secrets: demo.secrets });

  test('the stalest access first, and nothing there is changed', async () => {
    const before = demo.dump();
    const { out, error } = await run(['--json']);
    expect(error).toBe(null);
    expect(demo.changes()).toEqual([]);
    expect(demo.dump()).toEqual(before);
    const found = JSON.parse(out) as { coverage: { observes_use: boolean }; access: ScannedAccess[] };
    expect(found.coverage.observes_use).toBe(true);
    const rows = found.access.filter(({ asset }) => asset === demo.asset);
    const [dana, sam] = [demo.dana, demo.sam].map((who) => rows.find(({ principal }) => principal === who));
    expect(sam).toMatchObject({ use: 'seen', revocable: true });
    expect(dana).toMatchObject({ use: 'seen', revocable: true });
    expect(dana?.score).toBeGreaterThan(sam?.score as number);
    expect(rows.indexOf(dana as ScannedAccess)).toBeLessThan(rows.indexOf(sam as ScannedAccess));
  });

  test('the table fits and says as whom, and progress is beside it', async () => {
    const { out, err } = await run();
    expect(out).toContain(demo.title);
    expect(out).toContain('What is known about use');
    expect(out).toContain(demo.dana);
    expect(err).toMatch(/^1\/5 Reading principals: \d/);
    expect(err).toMatch(/5\/5 Reading use: \d+\n$/);
    if (process.env.SCAN_SHOW) process.stderr.write(out);
  });

  test('settings may stand in a file, where options win; what only removes is not read from it', async () => {
    const file = path.join(folder, `${platform}.json`);
    const settings = {
      ...demo.settings,
      remediation_client_id: 'never-asked',
      remediation_client_secret: 'x',
    };
    await writeFile(file, JSON.stringify(settings), { mode: 0o600 });
    const { error, err } = await run(['--settings', file, '--csv'], {});
    expect(error).toBe(null);
    expect(err).not.toContain('chmod');
    const wrong = await run(['--settings', file, '--client-id', 'somebody-else'], {});
    expect(wrong.error).toMatch(/does not accept somebody-else: .*Is the secret the right one/);
    await writeFile(file, JSON.stringify({ ...demo.settings, colour: 'red' }), { mode: 0o600 });
    expect((await run(['--settings', file], {})).error).toMatch(/^colour: expected one of /);
  });

  test('a secret is never an argument, and one that others can read is said', async () => {
    const [secret] = demo.secrets as [string];
    const { client_secret, ...rest } = demo.settings;
    const given = await run(['--client-secret', secret], variables(rest));
    expect(given.error).toContain("unknown option '--client-secret'");
    const file = path.join(folder, `${platform}.secret`);
    await writeFile(file, `${client_secret}\n`);
    expect((await run(['--client-secret-file', file], variables(rest))).error).toBe(null);
    const shared = path.join(folder, `${platform}-shared.json`);
    await writeFile(shared, JSON.stringify(demo.settings), { mode: 0o644 });
    expect((await run(['--settings', shared], {})).err).toContain(`chmod 600 ${shared}`);
  });

  test('what is missing is named, with how to give it', async () => {
    const { error } = await run([], {});
    expect(error).toMatch(/^The settings of .* are not complete\.\n/);
    const needed = scanTargets().find(({ type }) => type.platform === platform)?.type.settings ?? [];
    for (const { name } of needed.filter((field) => field.required)) {
      expect(error).toContain(
        `  ${name}: expected text; it is required (--${name.replaceAll('_', '-')}, or LAPSE_`,
      );
    }
    const { client_secret, ...rest } = demo.settings;
    expect(client_secret).toBeDefined();
    expect((await run([], variables(rest))).error).toMatch(
      new RegExp(
        `^client_secret: expected .*--client-secret-file FILE, or LAPSE_${platform}_CLIENT_SECRET`,
        'i',
      ),
    );
  });

  test('Ctrl-C ends it at once, and says that nothing was changed', async () => {
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
      throw new Error('exit');
    });
    const before = process.listenerCount('SIGINT');
    const running = run();
    await vi.waitFor(() => expect(process.listenerCount('SIGINT')).toBe(before + 1));
    expect(() => process.emit('SIGINT')).toThrow('exit');
    expect(exit).toHaveBeenCalledExactlyOnceWith(130);
    const { err } = await running;
    expect(err).toContain('lapse: Stopped; nothing was changed.\n');
    expect(process.listenerCount('SIGINT')).toBe(before);
    expect(demo.changes()).toEqual([]);
  });

  // The last: the platform is not the same afterwards.
  test('a right that is missing is named, with how to give it, and nothing is shown of what is left', async () => {
    const named = demo.withholdRight();
    const { error, out } = await run();
    expect(out).toBe('');
    expect(error).toMatch(/^.* cannot be scanned as .* yet\. What is missing there:\n {2}- /);
    expect(error).toMatch(named);
  });
});
