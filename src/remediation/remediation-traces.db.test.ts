import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  createRemediationWorld,
  grant,
  type RemediationWorld,
  table,
  user,
} from '../../test/support/remediation-world.ts';
import { startTestTracing, type TestTracing } from '../../test/support/test-tracing.ts';
import { ConnectorError } from '../connectors/connector.ts';
import { remediateTenant } from './engine/run-remediations.ts';

const CONSUMER = 5;
let world: RemediationWorld;
let traces: TestTracing;

beforeAll(async () => {
  world = await createRemediationWorld();
});
beforeEach(async () => {
  await world.reset();
  traces = await startTestTracing();
});
afterEach(() => traces.stop());
afterAll(() => world.close());

const tracedTenant: typeof remediateTenant = (context, tenantId) =>
  remediateTenant({ ...context, tracing: traces.tracing }, tenantId);
const about = (id: string, attempt: number) => ({
  'lapse.tenant_id': world.tenant,
  'lapse.remediation_id': id,
  'lapse.attempt': attempt,
});

test('every attempt of a remediation and of its revert is a span, and says nothing about people', async () => {
  await world.importLines([
    user('eva-the-secret', { display_name: 'Eva Confidential' }),
    table('vault-of-secrets'),
    grant('g-eva', 'eva-the-secret', 'vault-of-secrets'),
  ]);
  let calls = 0;
  world.wrap = (connector) => ({
    ...connector,
    paths: async (...args) => {
      calls += 1;
      if (calls === 1) throw new ConnectorError('throttled', 'Eva asks too often', { retry_after: 30 });
      return connector.paths(...args);
    },
  });
  const [id] = (await world.start('g-eva')) as [string];
  await world.work(tracedTenant);
  world.now += 30_000;
  await world.work(tracedTenant);
  expect(await world.found(id)).toMatchObject({ status: 'completed', attempts: 2 });
  await world.askToRevert(id);
  await world.work(tracedTenant);
  expect(await world.found(id)).toMatchObject({ status: 'reverted' });

  const { spans, text } = await traces.received();
  expect(spans).toMatchObject([
    { name: 'remediation revoke', kind: CONSUMER, is_error: false },
    { name: 'remediation revoke', kind: CONSUMER, is_error: false },
    { name: 'remediation restore', kind: CONSUMER, is_error: false },
  ]);
  // Exactly these: an attribute more is a name that may leave the house.
  expect(spans.map(({ attributes }) => attributes)).toEqual([about(id, 1), about(id, 2), about(id, 1)]);
  for (const { start_ns, end_ns } of spans) expect(end_ns).toBeGreaterThanOrEqual(start_ns);
  for (const word of ['Eva', 'eva-the-secret', 'vault-of-secrets', 'g-eva']) expect(text).not.toContain(word);
});

test('an attempt that breaks is an error of its kind, without its message', async () => {
  const [id] = (await world.start('g-ann')) as [string];
  let transactions = 0;
  const broken = {
    ...world.context(),
    tracing: traces.tracing,
    db: {
      ...world.store.db,
      transaction: ((tenantId, work) => {
        transactions += 1;
        if (transactions > 1) throw new RangeError('ann lost her read on wiki');
        return world.store.db.transaction(tenantId, work);
      }) as typeof world.store.db.transaction,
    },
  };
  await expect(remediateTenant({ ...broken, onError: () => {} }, world.tenant)).rejects.toThrow('ann lost');
  const { spans, text } = await traces.received();
  expect(spans).toMatchObject([{ name: 'remediation revoke', is_error: true }]);
  expect(spans[0]?.attributes).toEqual({ ...about(id, 1), 'error.type': 'RangeError' });
  expect(text).not.toContain('ann lost');
});

test('without tracing the same work is done and nothing is sent', async () => {
  const [id] = (await world.start('g-ann')) as [string];
  await world.work();
  expect(await world.found(id)).toMatchObject({ status: 'completed' });
  expect((await traces.received()).spans).toEqual([]);
});
