import { expect, test } from 'vitest';
import { attempt, Recorder } from './clients.ts';
import { disturbWith, runLoad, until } from './disturb.ts';
import { FAULT_MODES } from './fault-proxy.ts';
import { IS_FULL, record, recordControl, times } from './results.ts';
import { createWorld } from './world.ts';

/** Lapse and PostgreSQL, with a fault between them. */
const PART = 'Lapse and PostgreSQL';
const MODES = IS_FULL ? FAULT_MODES : (['half_open', 'cut'] as const);
/** The product waits a minute for an answer and ten seconds for a connection; less lets the test end sooner. */
const QUERY_MS_MAX = 3_000;
const ANSWER_MS_MAX = 40_000;

test('every request is answered, what was acknowledged is there once, and it goes on by itself', async () => {
  const world = await createWorld({ url_parameters: { query_timeout: String(QUERY_MS_MAX) } });
  // A worker that vanishes in the middle of a transaction keeps its locks for a minute; `npm test` does not wait for that.
  const { lapse, address } = await world.start({ role: IS_FULL ? 'all' : 'gateway' });
  await world.fill(address);
  const caller = (attempt_ms: number) => ({
    address: () => address,
    tokens: world.tokens,
    recorder: new Recorder(),
    attempt_ms,
  });
  for (const mode of MODES) {
    const one = caller(ANSWER_MS_MAX);
    const { recorder } = one;
    const load = (isEnough: () => boolean) =>
      runLoad(one, { singles: times(40, 8), batches: times(10, 3), streams: times(3, 1) }, isEnough);
    const { rounds, recovery_ms } = await disturbWith(
      world.database,
      mode,
      {
        rounds: mode === 'half_open' ? times(3, 1) : times(10, 2),
        felt: 6,
        acknowledged: () => recorder.acknowledged.size,
      },
      load,
    );
    if (!IS_FULL && mode === MODES[0]) await world.start({ role: 'worker' });
    const since = performance.now();
    await world.checker.drained();
    const drained_s = (performance.now() - since) / 1000;
    const findings = await world.checker.uses(recorder.acknowledged);
    expect(recorder.wrong).toEqual([]);
    expect(recorder.broken, 'requests without an answer').toBe(0);
    record({
      part: PART,
      fault: mode,
      done: `${rounds} times, felt ${world.database.counts[mode]} times, during ${recorder.attempts} requests`,
      acknowledged: recorder.acknowledged.size,
      ...findings,
      leaked: findings.leaked + recorder.leaked,
      recovery_ms,
      note: `${recorder.told()}; slowest answer ${(recorder.slowest_ms / 1000).toFixed(1)} s; all applied ${drained_s.toFixed(1)} s later`,
    });
  }
  expect(lapse.child.exitCode).toBeNull();

  const one = caller(ANSWER_MS_MAX);
  const load = (isEnough: () => boolean) =>
    runLoad(one, { singles: 30, batches: 10, streams: 2, with_id: false }, isEnough);
  await disturbWith(
    world.database,
    'cut_answers',
    { rounds: 5, felt: 6, acknowledged: () => one.recorder.acknowledged.size },
    load,
  );
  await world.checker.drained();
  const { doubled } = await world.checker.uses(one.recorder.acknowledged);
  recordControl(
    { part: PART, protection: 'no event_id on repeats (cut_answers)', outcome: `${doubled} events doubled` },
    doubled > 0,
  );
});

test.runIf(IS_FULL)(
  'without a limit on the wait for an answer a half-open connection keeps requests',
  async () => {
    const world = await createWorld({ url_parameters: { query_timeout: '3600000' } });
    const { address } = await world.start();
    await world.fill(address);
    const recorder = new Recorder();
    const caller = { address: () => address, tokens: world.tokens, recorder, attempt_ms: 4 * QUERY_MS_MAX };
    await attempt(caller, 'a', { method: 'GET', path: '/v1/grants' });
    world.database.set('half_open');
    await attempt(caller, 'a', { method: 'GET', path: '/v1/grants' });
    await until(() => world.database.felt > 0);
    recordControl(
      {
        part: PART,
        protection: 'no limit on the wait for an answer (half_open)',
        outcome: `${recorder.broken} of 1 requests without an answer after ${(4 * QUERY_MS_MAX) / 1000} s`,
      },
      recorder.broken === 1,
    );
  },
);
