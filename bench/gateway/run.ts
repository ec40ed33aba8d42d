/**
 * Requests per second of GET /v1/grants?principal_id= on the built gateway, divided by those of a bare Fastify route
 * that returns the same bytes; rounds alternate in one run. Also the time to the first healthy answer and the
 * resident memory. Needs wrk (Debian's package of that name).
 *
 *   npm run bench:gateway [-- --rounds 5 --seconds 4]
 */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { median, record } from '../result.ts';

const option = (name: string, fallback: number): number => {
  const index = process.argv.indexOf(`--${name}`);
  return index === -1 ? fallback : Number(process.argv[index + 1]);
};
const ROUNDS = option('rounds', 5);
const SECONDS = option('seconds', 4);
const CONNECTIONS = option('connections', 16);
const GATEWAY_PORT = 18_100;
const BARE_PORT = 18_101;
const PATH = '/v1/grants?principal_id=prin-002';

const directory = mkdtempSync(path.join(tmpdir(), 'lapse-bench-'));
const env = {
  ...process.env,
  DATA_DIR: directory,
  PORT: String(GATEWAY_PORT),
  RATE_LIMIT_READS: 'off',
  LOG_LEVEL: 'warn',
};

async function start(): Promise<{ child: ReturnType<typeof spawn>; ms: number }> {
  const started = performance.now();
  const child = spawn(process.execPath, ['bin/lapse.mjs', 'start'], { env, stdio: 'ignore' });
  while (!(await isHealthy(GATEWAY_PORT))) await sleep(20);
  return { child, ms: Math.round(performance.now() - started) };
}

async function stop(child: ReturnType<typeof spawn>): Promise<void> {
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
}

async function isHealthy(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/v1/health`).then(
    (response) => response.status < 500,
    () => false,
  );
}

function requestsPerSecond(port: number): number {
  const address = `http://127.0.0.1:${port}${PATH}`;
  const output = execFileSync('wrk', ['-t1', `-c${CONNECTIONS}`, `-d${SECONDS}`, address], {
    encoding: 'utf8',
  });
  if (/Non-2xx/.test(output)) throw new Error(output);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
}

const residentMb = (pid: number): number =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000);

try {
  const cold = await start();
  await stop(cold.child);
  const warm = await start();
  record({ line: 'first start to healthy', unit: 'ms', values: [cold.ms], at_most: 10_000 });
  record({ line: 'later start to healthy', unit: 'ms', values: [warm.ms], at_most: 3_000 });
  console.log(`first start to healthy ${cold.ms} ms, later start ${warm.ms} ms`);
  await sleep(1_000);
  console.log(`resident memory of the gateway when idle: ${residentMb(warm.child.pid as number)} MB`);

  const response = await fetch(`http://127.0.0.1:${GATEWAY_PORT}${PATH}`);
  const answer = { body: await response.text(), content_type: response.headers.get('content-type') };
  const bare = spawn(process.execPath, ['bench/gateway/bare-server.mjs', String(BARE_PORT)], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  bare.stdin.end(JSON.stringify(answer));
  while (!(await isHealthy(BARE_PORT))) await sleep(20);

  const ratios: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const gateway = requestsPerSecond(GATEWAY_PORT);
    const least = requestsPerSecond(BARE_PORT);
    if (round === 0) continue; // warms both up
    ratios.push(gateway / least);
    console.log(
      `round ${round}: gateway ${Math.round(gateway)}/s, bare ${Math.round(least)}/s, ratio ${(gateway / least).toFixed(2)}`,
    );
  }
  record({
    line: 'GET /v1/grants?principal_id= against a bare Fastify route',
    unit: 'ratio',
    values: ratios,
    at_least: 0.5,
  });
  console.log(
    `ratio: median ${median(ratios).toFixed(2)}, from ${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} (${answer.body.length} bytes)`,
  );
  console.log(`resident memory of the gateway after that: ${residentMb(warm.child.pid as number)} MB`);
  bare.kill();
  await stop(warm.child);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
