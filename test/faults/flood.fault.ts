import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { until } from './disturb.ts';
import { recordControl, recordFinding } from './results.ts';
import { makeUses, type Tenant, type Use } from './uses.ts';
import { createWorld, type World } from './world.ts';

/** A tenant that floods, and what another notices of it. */
const PART = 'a tenant that floods';
/** So many that the p99 of the writes is not their slowest. */
const WINDOWS = 10;
const CONTROL_WINDOWS = 2;
/** Within the limits of the contract, which are on: 300 reads and 100 writes a minute. */
const READS = 80;
const WRITES = 20;
const READ_EVERY_MS = 250;
const FLOODER = fileURLToPath(new URL('flooder.mjs', import.meta.url));
const ALLOWED = 0.2;
/** Ten windows with and ten without a flood, twice, and what was let in is applied in between. */
const MEASURED_MS_MAX = 30 * 60_000;
const KINDS = ['reads', 'writes'] as const;
type Kind = (typeof KINDS)[number];

const quantile = (values: number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1] as number;

interface Flood {
  requests: number;
  streams: number;
}

interface Sender {
  world: World;
  address: string;
  agent: http.Agent;
}

function ask(
  { world, address, agent }: Sender,
  tenant: Tenant,
  path: string,
  body?: string,
): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request(`${address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      agent,
      headers: {
        authorization: `Bearer ${world.tokens[tenant]}`,
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

/** What tenant b sees: reads and single events at an even pace, as people and programs send them. */
async function observe(sender: Sender): Promise<{ reads: number[]; writes: number[] }> {
  const [reads, writes]: [number[], number[]] = [[], []];
  const began = performance.now();
  for (let turn = 0; turn < READS; turn += 1) {
    await sleep(Math.max(0, began + turn * READ_EVERY_MS - performance.now()));
    const read = await ask(sender, 'b', '/v1/grants?limit=50');
    expect(read.status).toBe(200);
    reads.push(read.ms);
    if (turn % (READS / WRITES) === 0) {
      const write = await ask(sender, 'b', '/v1/events', JSON.stringify(makeUses('b', 1)[0]?.event));
      expect(write.status).toBe(201);
      writes.push(write.ms);
    }
  }
  return { reads, writes };
}

/** Tenant a asks and writes as fast as it is answered, whatever its limits say, and streams. */
async function flood(
  { world, address }: Sender,
  { requests, streams }: Flood,
): Promise<() => Promise<{ answered: number; refused: number; streamed: number }>> {
  const [{ event }] = makeUses('a', 1, { with_id: false }) as [Use];
  const args = [address, world.tokens.a, JSON.stringify(event), String(requests), String(streams)];
  // It stands for a client on another machine, so it gets of this one's processors what nobody else wants.
  const child = spawn('chrt', ['--idle', '0', process.execPath, FLOODER, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  await until(() => said.includes('begun'));
  return async () => {
    child.stdin.end();
    await ended;
    return JSON.parse(said.replace('begun', ''));
  };
}

async function measure(env: Record<string, string>, given: Flood, windows = WINDOWS) {
  const world = await createWorld({ env });
  const { address } = await world.start();
  await world.fill(address);
  await world.checker.drained();
  const sender = { world, address, agent: new http.Agent({ keepAlive: true, maxSockets: 64 }) };
  await observe(sender);
  const quiet: { reads: number[]; writes: number[] }[] = [];
  const loud: typeof quiet = [];
  const total = { answered: 0, refused: 0, streamed: 0 };
  for (let window = 0; window < windows; window += 1) {
    quiet.push(await observe(sender));
    const stop = await flood(sender, given);
    loud.push(await observe(sender));
    const counts = await stop();
    for (const key of ['answered', 'refused', 'streamed'] as const) total[key] += counts[key];
    // What was let in is applied before the next quiet window.
    await world.checker.drained();
  }
  sender.agent.destroy();
  const of = (seen: typeof quiet, kind: Kind, part: number) =>
    quantile(
      seen.flatMap((one) => one[kind]),
      part,
    );
  const change = (kind: Kind) => of(loud, kind, 0.99) / of(quiet, kind, 0.99) - 1;
  const ms = (seen: typeof quiet, kind: Kind, part: number) => of(seen, kind, part).toFixed(1);
  const text = KINDS.map(
    (kind) =>
      `${kind} ${ms(quiet, kind, 0.99)} ms alone, ${ms(loud, kind, 0.99)} ms beside it (${(100 * change(kind)).toFixed(0)} %; median ${ms(quiet, kind, 0.5)} and ${ms(loud, kind, 0.5)} ms)`,
  ).join('; ');
  return { change: Math.max(change('reads'), change('writes')), text, total };
}

const LIMITS = { RATE_LIMIT_READS: '300/50', RATE_LIMIT_WRITES: '100/20' };

// Milliseconds differ from run to run, so the report says whether they are within what is allowed. That the limits spare
// others nearly all of what a flood does to them does not depend on the day.
test(
  'another tenant notices next to nothing, and much without limits',
  async () => {
    const requests = await measure(LIMITS, { requests: 8, streams: 0 });
    recordFinding(PART, `requests beyond its limits: ${told(requests)}`);
    const stream = await measure(LIMITS, { requests: 8, streams: 1 });
    recordFinding(PART, `requests beyond its limits, and a stream: ${told(stream)}`);
    const off = { RATE_LIMIT_READS: 'off', RATE_LIMIT_WRITES: 'off' };
    const control = await measure(off, { requests: 8, streams: 1 }, CONTROL_WINDOWS);
    recordControl(
      { part: PART, protection: 'limits of a tenant', outcome: control.text },
      control.change > ALLOWED,
    );
    expect(Math.max(requests.change, stream.change)).toBeLessThan(control.change / 10);
  },
  MEASURED_MS_MAX,
);

function told({ change, text, total }: Awaited<ReturnType<typeof measure>>): string {
  const done = `${total.answered} requests answered, ${total.refused} refused, ${total.streamed} events streamed`;
  return `p99 of the other tenant (${WINDOWS * READS} reads and ${WINDOWS * WRITES} writes in turns) ${text}; ${done}; ${change <= ALLOWED ? 'within' : 'NOT within'} 20 %`;
}
