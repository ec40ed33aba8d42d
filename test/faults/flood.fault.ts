import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { until } from './disturb.ts';
import { ALLOWED, add, type Counts, type Flood, Outcome, type Seen } from './flood-outcome.ts';
import { recordControl, recordFinding } from './results.ts';
import { type SingleProgram, startSingleProgram } from './single-program.ts';
import { makeUses, type Use } from './uses.ts';

/** A tenant that floods, and what another notices of it. */
const PART = 'a tenant that floods';
const WINDOWS = 5;
const CONTROL_WINDOWS = 1;
/**
 * Tenants that do not flood. The slowest hundredth of a few hundred writes are two or three, and how slow those are is chance: it
 * differs twofold between two runs without any flood. So several are asked.
 */
const OTHERS = 8;
/** Not measured: for minutes after its start a program is still being compiled, under a flood as well as without one. */
const WARM_UP_WINDOWS = 2;
/** Within the limits of the contract, which are on: 300 reads and 100 writes a minute. */
const READS = 90;
const WRITES = 30;
const READ_EVERY_MS = 222;
const MINUTE_MS = 61_000;
const FLOODER = fileURLToPath(new URL('flooder.mjs', import.meta.url));
/** A window takes 20 seconds, and what was let in is applied in between. */
const MEASURED_MS_MAX = 40 * 60_000;

interface Sender extends SingleProgram {
  agent: http.Agent;
}

function ask(
  { address, agent }: Sender,
  token: string,
  path: string,
  body?: string,
): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request(`${address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      agent,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      response.resume();
      response.on('end', () =>
        resolve({ status: response.statusCode as number, ms: performance.now() - began }),
      );
    });
    request.end(body);
  });
}

/** What the others see: each reads and sends single events at an even pace, as people and programs do. */
async function observe(sender: Sender): Promise<Seen> {
  const tokens = [sender.tokens.b, ...sender.others];
  const seen: Seen = { reads: [], writes: [] };
  await Promise.all(
    tokens.map(async (token, index) => {
      await sleep((index * READ_EVERY_MS) / tokens.length);
      add(seen, await observeAs(sender, token));
    }),
  );
  return seen;
}

async function observeAs(sender: Sender, token: string): Promise<Seen> {
  const seen: Seen = { reads: [], writes: [] };
  const began = performance.now();
  for (let turn = 0; turn < READS; turn += 1) {
    await sleep(Math.max(0, began + turn * READ_EVERY_MS - performance.now()));
    const read = await ask(sender, token, '/v1/grants?limit=50');
    expect(read.status).toBe(200);
    seen.reads.push(read.ms);
    if (turn % (READS / WRITES) === 0) {
      const write = await ask(sender, token, '/v1/events', JSON.stringify(makeUses('b', 1)[0]?.event));
      expect(write.status).toBe(201);
      seen.writes.push(write.ms);
    }
  }
  return seen;
}

/** Tenant a asks and writes as fast as it is answered, whatever its limits say, streams and imports. */
async function flood(
  { tokens, address }: Sender,
  { requests, streams, imports, minute }: Flood,
): Promise<() => Promise<Counts>> {
  const [{ event }] = makeUses('a', 1, { with_id: false }) as [Use];
  const counts = [requests, streams, imports].map(String);
  const args = [address, tokens.a, JSON.stringify(event), ...counts, minute];
  // It stands for a client on another machine, so it gets of this one's processors what nobody else wants.
  const child = spawn('chrt', ['--idle', '0', process.execPath, FLOODER, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  await until(() => said.includes(minute === 'new' ? 'begun' : 'used up'));
  return async () => {
    child.stdin.end();
    await ended;
    return JSON.parse(said.slice(said.indexOf('{')));
  };
}

/** All take turns in one program: without a flood, then with each of them. */
async function measure(
  env: Record<string, string>,
  floods: Flood[],
  windows: { warm_up: number; measured: number },
): Promise<Outcome[]> {
  const program = await startSingleProgram(env, OTHERS - 1);
  const sender = { ...program, agent: new http.Agent({ keepAlive: true, maxSockets: 64 }) };
  const quiet: Seen = { reads: [], writes: [] };
  const outcomes = floods.map((given) => new Outcome(given, quiet));
  let minuteBegan = 0;
  for (let window = -windows.warm_up; window < windows.measured; window += 1) {
    for (const outcome of outcomes) {
      if (outcome.flood.minute === 'new') {
        const alone = await observe(sender);
        if (window >= 0) add(quiet, alone);
        await sleep(Math.max(0, minuteBegan + MINUTE_MS - performance.now()));
        minuteBegan = performance.now();
      }
      const stop = await flood(sender, outcome.flood);
      const beside = await observe(sender);
      const counts = await stop();
      if (window >= 0) outcome.add(beside, counts);
      // What was let in is applied before the next window.
      await program.checker.drained();
    }
  }
  sender.agent.destroy();
  await program.stop();
  return outcomes;
}

const FLOODS: Flood[] = [
  { name: 'requests beyond its limits', requests: 8, streams: 0, imports: 0, minute: 'new' },
  {
    name: 'requests, and streams that go on after they were refused',
    requests: 8,
    streams: 1,
    imports: 0,
    minute: 'used up',
  },
  { name: 'requests beyond its limits, and an import', requests: 8, streams: 0, imports: 1, minute: 'new' },
  { name: 'requests beyond its limits, and a stream', requests: 8, streams: 1, imports: 0, minute: 'new' },
];
const LIMITS = { RATE_LIMIT_READS: '300/50', RATE_LIMIT_WRITES: '100/20' };

// Milliseconds differ from run to run, so the report says whether they are within what is allowed. That the limits spare
// others nearly all of what a flood does to them does not depend on the day.
test(
  'another tenant notices next to nothing, and much without limits',
  async () => {
    const outcomes = await measure(LIMITS, FLOODS, { warm_up: WARM_UP_WINDOWS, measured: WINDOWS });
    for (const outcome of outcomes) recordFinding(PART, outcome.told());
    const off = { RATE_LIMIT_READS: 'off', RATE_LIMIT_WRITES: 'off' };
    const [control] = (await measure(off, FLOODS.slice(-1), {
      warm_up: WARM_UP_WINDOWS,
      measured: CONTROL_WINDOWS,
    })) as [Outcome];
    recordControl(
      { part: PART, protection: 'limits of a tenant', outcome: control.text },
      control.change > ALLOWED,
    );
    expect(Math.max(...outcomes.map(({ change }) => change))).toBeLessThan(control.change / 10);
  },
  MEASURED_MS_MAX,
);
