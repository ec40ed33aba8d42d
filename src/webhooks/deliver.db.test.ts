import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { answerWith, type Receiver, startReceiver } from '../../test/support/webhook-receiver.ts';
import {
  entry,
  happen,
  idsOf,
  LOOPBACK,
  register,
  SECRET,
  startWorker,
  WEBHOOK_KEY,
} from '../../test/support/webhook-world.ts';
import { changeWebhook } from '../commands/change-webhook.ts';
import { removeWebhook } from '../commands/remove-webhook.ts';
import { rotateWebhookSecret } from '../commands/rotate-webhook-secret.ts';
import { formatSecret } from '../domain/webhook-signature.ts';
import { appendAuditEntries } from '../store/audit-entries.ts';
import { listDeliveries, redeliver, redeliverFailed } from '../store/webhook-deliveries.ts';
import { getWebhook } from '../store/webhooks.ts';

let store: TestDatabase;
beforeAll(async () => {
  store = await createTestDatabase(12);
});
afterAll(() => store.drop());

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await store.admin('TRUNCATE webhooks, webhook_events, webhook_deliveries');
});

async function receive(...given: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...given);
  closing.push(receiver.close);
  return receiver;
}

function work(given: Parameters<typeof startWorker>[1] = {}) {
  const worker = startWorker(store, given);
  closing.push(worker.stop);
  return worker;
}

const a = () => store.tenants.a;
const deliveries = async (id: string) =>
  (await listDeliveries(store.db.tenant(a()), id, {}, { limit: 1_000, after: null, offset: 0 })).items;

async function until<T>(look: () => Promise<T>, isIt: (found: T) => boolean): Promise<T> {
  for (let left = 1_000; ; left -= 1) {
    const found = await look();
    if (isIt(found)) return found;
    if (left === 0) throw new Error(`what was waited for did not happen; last: ${JSON.stringify(found)}`);
    await sleep(10);
  }
}

const by = () => ({ actor: 'admin', now: Date.now(), newId: uuidv7 });

describe('what is sent', () => {
  test('is the envelope, signed over its bytes in both ways', async () => {
    const receiver = await receive();
    await register(store, a(), receiver.url);
    work();
    const data = { review_id: 'r-1', note: 'ünïcödé 😀 " \\ \u2028' };
    const happened = entry('review.decided', data);
    await store.db.transaction(a(), (tx) => appendAuditEntries(tx, [happened]));
    await receiver.arrived(1);
    const [{ headers, body }] = receiver.arrivals as [Receiver['arrivals'][0]];
    expect(JSON.parse(body)).toEqual({
      id: `evt_${happened.id}`,
      type: 'review.decided',
      created_at: happened.at,
      data,
    });
    const digest = createHmac('sha256', SECRET).update(Buffer.from(body)).digest('hex');
    expect(headers['x-service-signature']).toBe(`sha256=${digest}`);
    expect(headers['x-service-signature-alternate']).toBeUndefined();
    expect(headers['content-type']).toBe('application/json');
    expect(headers['user-agent']).toBe('Lapse/test');
    expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toEqual(JSON.parse(body));
  });

  test('is the same at every attempt, byte by byte', async () => {
    let left = 3;
    const receiver = await receive((_, response) => {
      left -= 1;
      response.writeHead(left > 0 ? 500 : 200).end('x'.repeat(10_000));
    });
    const id = await register(store, a(), receiver.url);
    work();
    await happen(store, a(), 1);
    await receiver.arrived(3);
    expect(new Set(receiver.arrivals.map(({ body }) => body)).size).toBe(1);
    expect(new Set(idsOf(receiver.arrivals)).size).toBe(1);
    const [delivery] = await until(
      () => deliveries(id),
      ([one]) => one?.status === 'delivered',
    );
    expect(delivery?.attempts.map(({ status_code }) => status_code)).toEqual([500, 500, 200]);
    expect(delivery?.attempts[0]?.response).toHaveLength(4_096);
    expect(delivery?.attempts[0]?.error).toBe('The receiver answered 500.');
  });

  test('is what an endpoint subscribes to, and nothing of another tenant', async () => {
    const [all, some, other] = [await receive(), await receive(), await receive()];
    await register(store, a(), all.url);
    await register(store, a(), some.url, ['review.created']);
    await register(store, store.tenants.b, other.url);
    work();
    const created = await happen(store, a(), 2);
    const decided = await happen(store, a(), 1, 'review.decided');
    await happen(store, a(), 1, 'review.reminded');
    await happen(store, a(), 1, 'grant.created');
    const others = await happen(store, store.tenants.b, 1);
    await all.arrived(3);
    await some.arrived(2);
    await other.arrived(1);
    await sleep(150);
    expect(idsOf(all.arrivals).sort()).toEqual([...created, ...decided].sort());
    expect(idsOf(some.arrivals).sort()).toEqual([...created].sort());
    expect(idsOf(other.arrivals)).toEqual(others);
  });

  test('goes nowhere when its transaction does not commit', async () => {
    const receiver = await receive();
    const id = await register(store, a(), receiver.url);
    const failed = store.db.transaction(a(), async (tx) => {
      await appendAuditEntries(tx, [entry('review.created')]);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await deliveries(id)).toEqual([]);
    expect(await store.admin('SELECT count(*)::int AS n FROM webhook_events')).toEqual([{ n: 0 }]);
  });
});

describe('signatures while a secret is replaced', () => {
  const NEW = formatSecret(Buffer.alloc(32, 2));
  const rotate = (id: string, secret: string, now = Date.now()) =>
    store.db.transaction(a(), (tx) =>
      rotateWebhookSecret(tx, { secrets_key: WEBHOOK_KEY, reach: LOOPBACK }, id, { ...by(), now, secret }),
    );
  const sign = (secret: string, body: string): string =>
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

  test.each([
    ['the old', SECRET],
    ['the new', NEW],
  ])('a strict receiver with %s secret gets everything', async (_, known) => {
    const receiver = await receive(({ headers, body }, response) => {
      response.writeHead(headers['x-service-signature'] === sign(known, body) ? 200 : 401).end();
    });
    const id = await register(store, a(), receiver.url);
    await rotate(id, NEW);
    work();
    await happen(store, a(), 3);
    await until(
      () => deliveries(id),
      (all) => all.every(({ status }) => status === 'delivered'),
    );
    await happen(store, a(), 3);
    const all = await until(
      () => deliveries(id),
      (found) => found.every(({ status }) => status === 'delivered'),
    );
    // Once the receiver has shown which one it has, nothing is refused any more.
    expect(all.slice(0, 3).map(({ attempts }) => attempts.length)).toEqual([1, 1, 1]);
    const [{ headers, body }] = receiver.arrivals as [Receiver['arrivals'][0]];
    for (const secret of [SECRET, NEW]) {
      expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
    }
    expect([headers['x-service-signature'], headers['x-service-signature-alternate']].sort()).toEqual(
      [sign(SECRET, body), sign(NEW, body)].sort(),
    );
  });

  test('after a day, and after another rotation, the older secret signs nothing', async () => {
    const receiver = await receive();
    const id = await register(store, a(), receiver.url);
    await rotate(id, NEW, Date.now() - 86_400_001);
    work();
    await happen(store, a(), 1);
    await receiver.arrived(1);
    const latest = formatSecret(Buffer.alloc(32, 3));
    await rotate(id, latest);
    await happen(store, a(), 1);
    await receiver.arrived(2);
    const [first, second] = receiver.arrivals as [Receiver['arrivals'][0], Receiver['arrivals'][0]];
    expect(first.headers['x-service-signature']).toBe(sign(NEW, first.body));
    expect(first.headers['webhook-signature']).not.toContain(' ');
    expect(() => new Webhook(SECRET).verify(second.body, second.headers as Record<string, string>)).toThrow();
    for (const secret of [NEW, latest]) {
      new Webhook(secret).verify(second.body, second.headers as Record<string, string>);
    }
  });
});

describe('failures', () => {
  test('a redirect is not followed, and a delivery that never succeeds is dead', async () => {
    const elsewhere = await receive();
    const receiver = await receive(answerWith(302, { location: elsewhere.url }));
    const id = await register(store, a(), receiver.url);
    work();
    await happen(store, a(), 1);
    const [delivery] = await until(
      () => deliveries(id),
      ([one]) => one?.status === 'dead',
    );
    expect(delivery?.attempts).toHaveLength(4);
    expect(delivery?.attempts[0]?.error).toContain('redirects are not followed');
    expect(elsewhere.arrivals).toEqual([]);
    expect((await getWebhook(store.db.tenant(a()), id))?.health).toMatchObject({ dead: 1, pending: 0 });
  });

  test('an answer that does not come ends at the time limit, one that cannot come at once', async () => {
    const silent = await receive(() => {});
    const id = await register(store, a(), silent.url);
    const gone = await startReceiver();
    await gone.close();
    const refused = await register(store, a(), gone.url);
    work({ timeout_ms: 200, schedule: [600] });
    await happen(store, a(), 1);
    const [late] = await until(
      () => deliveries(id),
      ([one]) => one?.attempts.length === 1,
    );
    expect(late?.attempts[0]).toMatchObject({ status_code: null, error: 'No answer within 0.2 s.' });
    const [lost] = await until(
      () => deliveries(refused),
      ([one]) => one?.attempts.length === 1,
    );
    expect(lost?.attempts[0]?.error).toBe('Nothing listens there (connection refused).');
  });

  test('410 disables the endpoint at once, and says so in the audit trail', async () => {
    const receiver = await receive(answerWith(410));
    const id = await register(store, a(), receiver.url);
    work();
    await happen(store, a(), 1);
    const webhook = await until(
      () => getWebhook(store.db.tenant(a()), id),
      (found) => found?.enabled === false,
    );
    expect(webhook?.disabled_reason).toBe('The receiver answered 410 (gone).');
    const entries = await store.admin(
      "SELECT data FROM audit_entries WHERE event_type = 'webhook.disabled' AND data->>'webhook_id' = $1",
      [id],
    );
    expect(entries).toHaveLength(1);
    await happen(store, a(), 1);
    expect(await deliveries(id)).toHaveLength(1);
  });

  test('429 with Retry-After is tried again no sooner', async () => {
    const receiver = await receive(answerWith(429, { 'retry-after': '120' }));
    const id = await register(store, a(), receiver.url);
    work();
    await happen(store, a(), 1);
    const [delivery] = await until(
      () => deliveries(id),
      ([one]) => one?.attempts.length === 1,
    );
    expect(Date.parse(delivery?.next_attempt_at as string)).toBeGreaterThan(Date.now() + 115_000);
  });

  test('an open breaker sends one probe, charges nobody else, and closes with the first success', async () => {
    let isDown = true;
    const receiver = await receive((_, response) => void response.writeHead(isDown ? 503 : 200).end());
    const id = await register(store, a(), receiver.url);
    work({ schedule: [0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3] });
    await happen(store, a(), 300);
    await until(
      () => getWebhook(store.db.tenant(a()), id),
      (found) => found?.health.breaker === 'open',
    );
    await sleep(700);
    const before = receiver.arrivals.length;
    // Windows of 8 and a few probes, of 300 that wait.
    expect(before).toBeLessThan(60);
    const all = await deliveries(id);
    const charged = all.reduce((sum, { attempts }) => sum + attempts.length, 0);
    expect(charged).toBeLessThanOrEqual(receiver.arrivals.length);
    isDown = false;
    await until(
      () => deliveries(id),
      (found) => found.every(({ status }) => status === 'delivered'),
    );
    expect((await getWebhook(store.db.tenant(a()), id))?.health).toMatchObject({
      breaker: 'closed',
      consecutive_failures: 0,
      failing_since: null,
      pending: 0,
    });
  });

  test('an endpoint that hangs delays no other', async () => {
    const hanging = await receive(() => {});
    const quick = await receive();
    await register(store, a(), hanging.url);
    await register(store, a(), quick.url);
    work({ timeout_ms: 60_000 });
    await happen(store, a(), 500);
    await quick.arrived(500);
    expect(hanging.at_once_max).toBe(8);
  });
});

describe('the queue', () => {
  test('stops at once when its endpoint is deleted or disabled, and goes on when it is enabled', async () => {
    const receivers = [await receive(() => {}), await receive(() => {})] as const;
    const ids = await Promise.all(receivers.map(({ url }) => register(store, a(), url)));
    work({ timeout_ms: 300, schedule: [0.05, 0.05, 0.05, 0.05, 0.05, 0.05] });
    await happen(store, a(), 100);
    await Promise.all(receivers.map((receiver) => receiver.arrived(8)));
    await store.db.transaction(a(), async (tx) => {
      await removeWebhook(tx, ids[0] as string, by());
      const setup = { secrets_key: WEBHOOK_KEY, reach: LOOPBACK };
      await changeWebhook(tx, setup, ids[1] as string, { enabled: false }, by());
    });
    const counts = receivers.map(({ arrivals }) => arrivals.length);
    await sleep(800);
    expect(receivers.map(({ arrivals }) => arrivals.length)).toEqual(counts);
    receivers[1].answer = answerWith(200);
    await store.db.transaction(a(), (tx) =>
      changeWebhook(
        tx,
        { secrets_key: WEBHOOK_KEY, reach: LOOPBACK },
        ids[1] as string,
        { enabled: true },
        by(),
      ),
    );
    await until(
      () => deliveries(ids[1] as string),
      (all) => all.every(({ status }) => status === 'delivered'),
    );
    expect(receivers[0].arrivals.length).toBe(counts[0]);
    // What is left of the deleted one goes with the next upkeep.
    work();
    await until(
      () =>
        store.admin(
          'SELECT (SELECT count(*) FROM webhooks)::int AS n, count(*)::int AS d FROM webhook_deliveries',
        ),
      ([row]) => row?.n === 1 && row?.d === 100,
    );
  });

  test('two workers share it, and send nothing twice', async () => {
    const receiver = await receive();
    const id = await register(store, a(), receiver.url);
    const sent = await happen(store, a(), 1_000);
    work({ timeout_ms: 15_000 });
    work({ timeout_ms: 15_000 });
    await until(
      () => getWebhook(store.db.tenant(a()), id),
      (found) => found?.health.pending === 0,
    );
    expect(idsOf(receiver.arrivals).sort()).toEqual([...sent].sort());
  });

  test('what a worker held when it died is due again when the lease ends', async () => {
    const receiver = await receive();
    const id = await register(store, a(), receiver.url);
    await happen(store, a(), 1);
    await store.admin(
      "UPDATE webhook_deliveries SET lease = 'dead worker', due_at = now() + interval '300 ms'",
    );
    work();
    await receiver.arrived(1);
    await until(
      () => deliveries(id),
      ([one]) => one?.status === 'delivered',
    );
  });

  test('sends one again, or all that failed since a time', async () => {
    const receiver = await receive(answerWith(500));
    const id = await register(store, a(), receiver.url);
    work({ schedule: [] });
    await happen(store, a(), 3);
    await until(
      () => deliveries(id),
      (all) => all.length === 3 && all.every(({ status }) => status === 'dead'),
    );
    receiver.answer = answerWith(200);
    const [newest] = await deliveries(id);
    const again = store.db.transaction(a(), (tx) => redeliver(tx, id, newest?.id as string, Date.now()));
    expect(await again).toBe(true);
    await until(
      () => deliveries(id),
      (all) => all[0]?.status === 'delivered',
    );
    const since = (from: number) =>
      store.db.transaction(a(), (tx) => redeliverFailed(tx, id, { since: from, now: Date.now() }));
    expect(await since(Date.now() + 1_000)).toBe(0);
    expect(await since(Date.now() - 60_000)).toBe(2);
    const all = await until(
      () => deliveries(id),
      (found) => found.every(({ status }) => status === 'delivered'),
    );
    expect(all.map(({ attempts }) => attempts.length)).toEqual([2, 2, 2]);
    const b = store.db.transaction(store.tenants.b, (tx) =>
      redeliver(tx, id, newest?.id as string, Date.now()),
    );
    expect(await b).toBe(false);
  });

  test('a worker that stops gives back what it has not finished', async () => {
    const receiver = await receive(() => {});
    const id = await register(store, a(), receiver.url);
    const worker = startWorker(store, { timeout_ms: 60_000 });
    await happen(store, a(), 1);
    await receiver.arrived(1);
    await worker.stop();
    const [delivery] = await deliveries(id);
    expect(delivery).toMatchObject({ status: 'pending', attempts: [] });
    expect(Date.parse(delivery?.next_attempt_at as string)).toBeLessThanOrEqual(Date.now());
  }, 15_000);
});
