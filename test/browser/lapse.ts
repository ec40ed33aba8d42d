import { spawn } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../bin/lapse.mjs', import.meta.url));

export interface RunningLapse {
  url: string;
  data_dir: string;
  /** What the API answers, as JSON; fails on anything but a success. */
  api<T = unknown>(
    path: string,
    options?: { method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<T>;
  stop(): Promise<void>;
}

const UNLIMITED = Object.fromEntries(
  ['READS', 'WRITES', 'REPORTS', 'BULK', 'SIGN_IN', 'HOLDER', 'SLACK'].map((category) => [
    `RATE_LIMIT_${category}`,
    'off',
  ]),
);

/** The built program with the demo organisation, as `npm start` runs it, on a port and a data directory of its own. */
export async function openLapse({
  env = {},
  data_dir,
  command = 'start',
}: {
  env?: Record<string, string>;
  data_dir?: string;
  command?: 'start' | 'serve';
} = {}): Promise<RunningLapse> {
  const directory = data_dir ?? (await mkdtemp(path.join(tmpdir(), 'lapse-browser-')));
  const child = spawn(process.execPath, [PROGRAM, command], {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: directory, ...UNLIMITED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  let isOver = false;
  const ended = new Promise<void>((resolve) =>
    child.on('close', () => {
      isOver = true;
      resolve();
    }),
  );
  let url: string | undefined;
  while (url === undefined) {
    if (isOver) throw new Error(`Lapse ended before it was ready:\n${said}`);
    const found = /https?:\/\/[^\s"]+:\d+/.exec(said)?.[0];
    const response = found && (await fetch(`${found}/readyz`).catch(() => null));
    if (response && response.status === 200) url = found;
    else await sleep(50);
  }
  const address = url;
  return {
    url: address,
    data_dir: directory,
    api: async (target, { method = 'GET', body, headers = {} } = {}) => {
      const response = await fetch(`${address}${target}`, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(`${method} ${target}: ${response.status} ${await response.text()}`);
      return (await response.json()) as never;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      if (data_dir === undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Also for the server of root, which is another user: what it cannot reach it keeps elsewhere, where no copy would find it. */
export async function reachableDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lapse-browser-'));
  await chmod(directory, 0o755);
  return directory;
}
