import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Service {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/** The built program with its own PostgreSQL and nothing in it. */
export async function startService(
  dataDir: string,
  port: number,
  settings: NodeJS.ProcessEnv = {},
): Promise<Service> {
  const child = spawn(process.execPath, ['bin/lapse.mjs', 'start'], {
    env: { ...environment(dataDir), PORT: String(port), ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isHealthy(url))) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    await sleep(50);
  }
  return {
    url,
    pid: child.pid as number,
    stop: async () => {
      child.kill('SIGTERM');
      await ended(child);
    },
  };
}

/** `lapse import` beside the running service, from standard input. */
export async function importInto(dataDir: string, lines: Iterable<string>): Promise<void> {
  const child = spawn(process.execPath, ['bin/lapse.mjs', 'import', '-'], {
    env: environment(dataDir),
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  await pipeline(Readable.from(inBlocks(lines)), child.stdin);
  await ended(child);
  if (child.exitCode !== 0) throw new Error(`the import ended with ${child.exitCode}`);
}

function environment(dataDir: string): NodeJS.ProcessEnv {
  const limits = ['READS', 'WRITES', 'REPORTS', 'BULK'].map((category) => [`RATE_LIMIT_${category}`, 'off']);
  return {
    ...process.env,
    ...Object.fromEntries(limits),
    DATA_DIR: dataDir,
    DEMO_DATA: 'false',
    // Benchmarks look into the database as nobody else can.
    EMBEDDED_SUPERUSER: 'true',
    LOG_LEVEL: 'warn',
    INGEST_BACKLOG_MAX: '1000000000',
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

async function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/v1/health`).then(
    (response) => response.status < 500,
    () => false,
  );
}

const BLOCK_LINES = 1_000;

/** Sending line by line would measure the sender. */
export function* inBlocks(lines: Iterable<string>): Generator<Buffer> {
  let block: string[] = [];
  for (const line of lines) {
    block.push(line);
    if (block.length === BLOCK_LINES) {
      yield Buffer.from(`${block.join('\n')}\n`);
      block = [];
    }
  }
  if (block.length > 0) yield Buffer.from(`${block.join('\n')}\n`);
}

const residentMb = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000);

/** The most that a process keeps in memory while the work goes on. */
export async function residentDuring(
  pid: number,
  work: () => Promise<unknown>,
): Promise<{ before: number; most: number }> {
  const before = residentMb(pid);
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, residentMb(pid));
  }, 50);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return { before, most };
}
