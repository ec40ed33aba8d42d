import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { until } from './disturb.ts';
import { recordControl, recordFinding, times } from './results.ts';
import { startSingleProgram } from './single-program.ts';
import { makeUses, type Use } from './uses.ts';

/**
 * One tenant asks, writes, streams and imports as fast as it is answered. What is checked: another tenant, within its limits, gets an
 * answer to everything. How long it waits is told and not judged: that is the machine's as much as the gateway's.
 */
const PART = 'a tenant that floods';
const FLOODER = fileURLToPath(new URL('flooder.mjs', import.meta.url));
const REQUESTS_AT_ONCE = 100;
/** Of the other tenant, one after the other, reads and writes by turns; within 100 writes a minute. */
const ASKED = times(180, 40);

interface Seen {
  statuses: number[];
  ms: number[];
}

async function askAs(address: string, token: string): Promise<Seen> {
  const seen: Seen = { statuses: [], ms: [] };
  for (const { event } of makeUses('b', ASKED / 2, { with_id: false })) {
    for (const body of [null, JSON.stringify(event)]) {
      const began = performance.now();
      const answer = await fetch(`${address}${body ? '/v1/events' : '/v1/grants?limit=50'}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body ? { body } : {}),
      });
      await answer.arrayBuffer();
      seen.statuses.push(answer.status);
      seen.ms.push(performance.now() - began);
    }
  }
  return seen;
}

async function flood(address: string, token: string): Promise<() => Promise<Record<string, number>>> {
  const [{ event }] = makeUses('a', 1, { with_id: false }) as [Use];
  const args = [FLOODER, address, token, JSON.stringify(event), String(REQUESTS_AT_ONCE)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  let said = '';
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  await until(() => said.includes('begun'));
  return async () => {
    child.stdin.end();
    await ended;
    return JSON.parse(said.slice(said.indexOf('{')));
  };
}

const told = ({ ms }: Seen): string => {
  const sorted = [...ms].sort((a, b) => a - b);
  const at = (part: number): string => (sorted[Math.ceil(sorted.length * part) - 1] as number).toFixed(1);
  return `median ${at(0.5)}, p95 ${at(0.95)}, slowest ${at(1)} ms`;
};

async function besideFlood(env: Record<string, string>) {
  const { address, tokens, stop } = await startSingleProgram(env, 0);
  const alone = await askAs(address, tokens.b);
  // Its next minute: what was asked alone has used some of this one.
  await new Promise((resolve) => setTimeout(resolve, times(60_000, 0)));
  const end = await flood(address, tokens.a);
  const beside = await askAs(address, tokens.b);
  const counts = await end();
  await stop();
  return { alone, beside, counts };
}

test(
  'another tenant is answered, and the flood is refused',
  async () => {
    const limited = await besideFlood({ RATE_LIMIT_READS: '300/50', RATE_LIMIT_WRITES: '100/20' });
    const answers = new Set(limited.beside.statuses);
    expect(answers).toEqual(new Set([200, 201]));
    expect(limited.counts.refused).toBeGreaterThan(0);
    recordFinding(
      PART,
      `${ASKED} answers of another tenant alone: ${told(limited.alone)}; beside it: ${told(limited.beside)}; ${limited.counts.answered} of its requests answered, ${limited.counts.refused} refused`,
    );
    const unlimited = await besideFlood({ RATE_LIMIT_READS: 'off', RATE_LIMIT_WRITES: 'off' });
    const outcome = `${unlimited.counts.answered} requests answered instead of ${limited.counts.answered}, another tenant's ${told(unlimited.beside)}`;
    const isNoticed = (unlimited.counts.answered as number) > 2 * (limited.counts.answered as number);
    recordControl({ part: PART, protection: 'limits of a tenant', outcome }, isNoticed);
  },
  times(900_000, 300_000),
);
