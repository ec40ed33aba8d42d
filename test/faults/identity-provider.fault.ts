import { expect, test } from 'vitest';
import { eventually } from '../process/lapse-process.ts';
import { FAULT_MODES } from './fault-proxy.ts';
import { record, recordControl } from './results.ts';
import { createWorld } from './world.ts';

/** Lapse and the identity provider whose keys it fetches. */
const PART = 'Lapse and the identity provider';

test('known keys serve on while the provider is away, and what cannot be judged is not refused', async () => {
  for (const mode of FAULT_MODES) {
    const world = await createWorld();
    const proxy = await world.before({
      host: '127.0.0.1',
      port: Number(new URL(world.provider.issuer).port),
    });
    const { address } = await world.start({
      role: 'gateway',
      env: { OIDC_JWKS_URI: `http://127.0.0.1:${proxy.port}/jwks` },
    });
    const answers = new Map<number, number>();
    const ask = async (token: string): Promise<number> => {
      const response = await fetch(`${address}/v1/grants`, {
        headers: { authorization: `Bearer ${token}` },
        signal: AbortSignal.timeout(60_000),
      });
      await response.text();
      answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
      return response.status;
    };
    const roles = ['service.auditor'];
    const token = (sub: string) => world.provider.sign({ tid: 'tenant-a', sub, roles });
    const isSlow = mode === 'delay' || mode === 'drip';

    // From the first request on: there are no keys yet.
    proxy.set(mode);
    const early = await ask(token('early'));
    expect(early).toBe(isSlow ? 200 : 503);
    proxy.set('pass');
    const since = performance.now();
    await eventually(async () => (await ask(token('early'))) === 200);
    const recovery_ms = performance.now() - since;

    // Keys are known: other callers with them are let in, and a key that nobody has seen cannot be judged.
    proxy.set(mode);
    let refused = 0;
    for (let turn = 0; turn < 20; turn += 1) if ((await ask(token(`caller-${turn}`))) !== 200) refused += 1;
    expect(refused).toBe(0);
    await world.provider.rotateKeys();
    // Within half a minute of the last fetch nobody asks again, because anyone can invent a key.
    let unseen = 401;
    await eventually(async () => {
      unseen = await ask(token('unseen'));
      return unseen !== 401;
    });
    expect(unseen).toBe(isSlow ? 200 : 503);
    proxy.set('pass');
    await eventually(async () => (await ask(token('unseen'))) === 200);
    expect(answers.has(500)).toBe(false);
    record({
      part: PART,
      fault: mode,
      done: `before the first keys and again with keys; felt ${proxy.counts[mode]} times`,
      acknowledged: answers.get(200) ?? 0,
      lost: refused,
      doubled: 0,
      leaked: 0,
      recovery_ms,
      note: `${[...answers].map(([status, n]) => `${n} × ${status}`).join(', ')}; a key that nobody has seen: ${unseen}; acknowledged and lost count requests with known keys`,
    });
  }
});

test('a gateway without keys refuses everybody, and the check says so', async () => {
  const world = await createWorld();
  const proxy = await world.before({ host: '127.0.0.1', port: Number(new URL(world.provider.issuer).port) });
  const { address } = await world.start({
    role: 'gateway',
    env: { OIDC_JWKS_URI: `http://127.0.0.1:${proxy.port}/jwks` },
  });
  proxy.set('cut');
  let refused = 0;
  for (let turn = 0; turn < 10; turn += 1) {
    const response = await fetch(`${address}/v1/grants`, {
      headers: { authorization: `Bearer ${world.tokens.a}` },
    });
    if (response.status !== 200) refused += 1;
  }
  recordControl(
    { part: PART, protection: 'no keys kept from before', outcome: `${refused} of 10 callers refused` },
    refused > 0,
  );
});
