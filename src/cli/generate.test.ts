import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { Command, CommanderError } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StartupError } from '../platform/errors.ts';
import { registerOn } from './generate.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'lapse-generate-'));
});
afterAll(() => rm(directory, { recursive: true }));

class Sink extends Writable {
  text = '';
  isTTY = false;

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    this.text += chunk.toString();
    done();
  }
}

const SMALL = [
  '--principals',
  '50',
  '--assets',
  '10',
  '--grants',
  '200',
  '--days',
  '30',
  '--now',
  '2026-03-01',
];

async function run(args: string[], { stdout = new Sink(), stderr = new Sink() } = {}) {
  const program = new Command('lapse')
    .exitOverride()
    .configureOutput({ writeErr: (text) => stderr.write(text) });
  registerOn(program.command('generate'), { stdout, stderr });
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program);
  let exitCode = 0;
  try {
    await program.parseAsync(['generate', ...args], { from: 'user' });
  } catch (error) {
    if (error instanceof StartupError) stderr.write(`error: ${error.message}\n`);
    else if (!(error instanceof CommanderError)) throw error;
    exitCode = 1;
  }
  return { exitCode, stdout: stdout.text, stderr: stderr.text };
}

describe('lapse generate', () => {
  it('writes the directory to standard output and one line about it to standard error', async () => {
    const { exitCode, stdout, stderr } = await run(SMALL);
    expect(exitCode).toBe(0);
    const kinds = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).kind);
    expect(kinds.filter((kind) => kind === 'grant')).toHaveLength(200);
    expect(stderr).toMatch(/^Wrote \d+ lines to standard output in [\d.]+ s \(seed 1\)\.\n$/);
  });

  it('writes files, the same ones for the same seed', async () => {
    const texts = await Promise.all(
      ['a', 'b'].map(async (name) => {
        const [out, events] = [
          path.join(directory, `${name}.ndjson`),
          path.join(directory, `${name}.events`),
        ];
        const { stdout, stderr } = await run([...SMALL, '--seed', '9', '--out', out, '--events', events]);
        expect(stdout).toBe('');
        expect(stderr).toMatch(/lines to .*\.ndjson and [\d,]+ events to .*\.events in /);
        return [await readFile(out, 'utf8'), await readFile(events, 'utf8')];
      }),
    );
    expect(texts[0]).toEqual(texts[1]);
    expect(texts[0]?.[1]?.split('\n').length).toBeGreaterThan(200);
  });

  it.each([
    ['--seed', '-1'],
    ['--seed', '4294967296'],
    ['--principals', '0'],
    ['--assets', 'many'],
    ['--grants', '1e3'],
    ['--grants', '501'],
    ['--days', '1.5'],
    ['--days', ''],
    ['--now', 'yesterday'],
    ['--now', '2026-13-01'],
    ['--now', '2026-03-01T10:00:00+02:00'],
    ['--out', '/nowhere/at/all'],
    ['--events', '/nowhere/at/all'],
  ])('refuses %s %s, naming the option', async (option, value) => {
    const { exitCode, stderr } = await run([...SMALL, option, value]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(option);
    expect(stderr).toMatch(/^error: .*\n$/);
  });

  it('refuses to write both to one file', async () => {
    const file = path.join(directory, 'one');
    const { exitCode, stderr } = await run([...SMALL, '--out', file, '--events', `${directory}/./one`]);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('--events');
  });

  it('ends quietly when the reader goes away', async () => {
    const closed = new Sink();
    closed._write = (_chunk, _encoding, done) => done(Object.assign(new Error('EPIPE'), { code: 'EPIPE' }));
    expect(await run(SMALL, { stdout: closed })).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });

  it('shows progress on a terminal only', async () => {
    const terminal = Object.assign(new Sink(), { isTTY: true });
    const { stderr } = await run([...SMALL, '--out', path.join(directory, 'c')], { stderr: terminal });
    expect(stderr).toContain('\r\x1b[K');
    const both = Object.assign(new Sink(), { isTTY: true });
    const onTerminal = Object.assign(new Sink(), { isTTY: true });
    expect((await run(SMALL, { stdout: both, stderr: onTerminal })).stderr).not.toContain('\x1b');
  });
});
