import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { BenchReceiver } from './receiver.ts';

async function call(url: string, method: string, body: object, headers = {}): Promise<{ id: string }> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as { id: string };
}

const lines = (count: number): string =>
  [
    {
      kind: 'principal',
      id: 'boss',
      display_name: 'Boss',
      type: 'user',
      source: 'bench',
      platform: 'fabric',
    },
    ...Array.from({ length: count }, (_, n) => [
      {
        kind: 'principal',
        id: `p-${n}`,
        display_name: `P ${n}`,
        type: 'user',
        source: 'bench',
        platform: 'fabric',
        manager_id: 'boss',
      },
      { kind: 'asset', id: `a-${n}`, name: `A ${n}`, type: 'table', platform: 'fabric', owner_id: 'boss' },
      {
        kind: 'grant',
        id: `g-${n}`,
        principal_id: `p-${n}`,
        asset_id: `a-${n}`,
        permission: 'read',
        granted_at: new Date().toISOString(),
      },
    ]).flat(),
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');

/** Milliseconds from sending a decision to the arrival of review.decided, one after the other on an idle service. */
export async function idleLatency(base: string, receiver: BenchReceiver, count: number): Promise<number[]> {
  const imported = await fetch(`${base}/v1/directory/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines(count),
  });
  if (!imported.ok) throw new Error(await imported.text());
  await call(`${base}/v1/webhooks`, 'POST', { url: receiver.url, event_types: ['review.decided'] });
  receiver.child.send('watch');
  const taken: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const { id } = await call(`${base}/v1/reviews`, 'POST', { principal_id: `p-${n}`, asset_id: `a-${n}` });
    // Not in step with anything that happens at intervals.
    await sleep(150 + ((n * 37) % 110));
    const arrived = new Promise((resolve) => receiver.child.once('message', resolve));
    const began = performance.now();
    await call(
      `${base}/v1/reviews/${id}/decide`,
      'POST',
      { decision: 'CONFIRM', justification: 'needed' },
      { 'idempotency-key': uuidv7() },
    );
    await arrived;
    taken.push(performance.now() - began);
  }
  return taken;
}
