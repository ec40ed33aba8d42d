import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { startTestTracing, type TestTracing } from '../../../test/support/test-tracing.ts';
import { answerWith, type Receiver, startReceiver } from '../../../test/support/webhook-receiver.ts';
import { deliveryContext, happen, register, SECRET } from '../../../test/support/webhook-world.ts';
import { Deliverer } from './deliver.ts';
import type { Send } from './sender.ts';
import { traceSenders } from './trace-senders.ts';

const CLIENT = 3;
let store: TestDatabase;
let traces: TestTracing;
let receiver: Receiver;

beforeAll(async () => {
  store = await createTestDatabase();
});
beforeEach(async () => {
  await store.admin('TRUNCATE webhooks, webhook_events, webhook_deliveries');
  traces = await startTestTracing();
  receiver = await startReceiver();
});
afterEach(async () => {
  await receiver.close();
  await traces.stop();
});
afterAll(() => store.drop());

/** One turn of the real deliveries, the senders traced as in the service. */
async function deliver(wrap: (senders: { webhook: Send }) => { webhook: Send }): Promise<void> {
  const context = deliveryContext(store, { schedule: [300] });
  const senders = wrap({ webhook: context.senders.webhook as Send });
  const deliverer = new Deliverer({ ...context, senders });
  const { signal } = new AbortController();
  for (const tenant of [store.tenants.a, store.tenants.b]) await deliverer.startDue(tenant, signal);
  await deliverer.drain(10_000);
  await context.close();
}
const traced = (senders: { webhook: Send }) => traceSenders(traces.tracing, senders);

test('every attempt is a span with its outcome, and never says where it went or what it held', async () => {
  const { a, b } = store.tenants;
  receiver.answer = ({ path }, response) =>
    answerWith(path.includes('good') ? 204 : 500, {}, 'a-body-of-a-receiver')({} as never, response);
  const good = await register(store, a, `${receiver.url}/good-path-with-a-token`);
  const bad = await register(store, b, `${receiver.url}/bad-path-with-a-token`);
  await happen(store, a, 1);
  await happen(store, b, 1);
  await deliver(traced);
  expect(receiver.arrivals).toHaveLength(2);

  const { spans, text } = await traces.received();
  expect(spans).toHaveLength(2);
  for (const span of spans)
    expect(span).toMatchObject({
      name: 'deliver webhook',
      kind: CLIENT,
      parent_span_id: '',
      is_error: false,
    });
  const of = (id: string) =>
    spans.find(({ attributes }) => attributes['lapse.endpoint_id'] === id)?.attributes;
  expect(of(good)).toEqual({
    'lapse.tenant_id': a,
    'lapse.endpoint_id': good,
    'lapse.outcome': 'success',
    'http.response.status_code': 204,
  });
  expect(of(bad)).toEqual({
    'lapse.tenant_id': b,
    'lapse.endpoint_id': bad,
    'lapse.outcome': 'failure',
    'http.response.status_code': 500,
  });
  for (const word of ['-path-with-a-token', receiver.url, 'a-body-of-a-receiver', SECRET, 'whsec_'])
    expect(text).not.toContain(word);
});

test('an attempt that nobody answered has an outcome and no status', async () => {
  const id = await register(store, store.tenants.a, receiver.url);
  receiver.answer = (_, response) => response.destroy();
  await happen(store, store.tenants.a, 1);
  await deliver(traced);
  expect((await traces.received()).spans.map(({ attributes }) => attributes)).toEqual([
    { 'lapse.tenant_id': store.tenants.a, 'lapse.endpoint_id': id, 'lapse.outcome': 'failure' },
  ]);
});

test('a sender that breaks is an error of its kind', async () => {
  const breaking = async (): Promise<never> => {
    throw new TypeError('about somebody');
  };
  const senders = traceSenders(traces.tracing, { webhook: breaking });
  await expect(
    senders.webhook({ tenant_id: 1, id: 'x' } as never, {} as never, new AbortController().signal),
  ).rejects.toThrow();
  const { spans, text } = await traces.received();
  expect(spans).toMatchObject([{ is_error: true, attributes: { 'error.type': 'TypeError' } }]);
  expect(text).not.toContain('about somebody');
});

test('without tracing senders stay as they are', async () => {
  const senders = { webhook: (async () => null) as unknown as Send };
  expect(traceSenders(null, senders)).toBe(senders);
});
