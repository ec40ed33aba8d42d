import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDeliveryWorld, type DeliveryWorld, until } from '../../../test/support/delivery-world.ts';
import { answerWith, type Receiver } from '../../../test/support/webhook-receiver.ts';
import {
  entry,
  happen,
  idsOf,
  LOOPBACK,
  register,
  SECRET,
  startWorker,
  WEBHOOK_KEY,
} from '../../../test/support/webhook-world.ts';
import { appendAuditEntries } from '../../audit/entries.sql.ts';
import { redeliver, redeliverFailed } from '../deliveries.sql.ts';
import { changeWebhook, removeWebhook, rotateWebhookSecret } from '../manage-webhook.ts';
import { formatSecret } from '../signature.rules.ts';
import { getWebhook } from '../webhooks.sql.ts';

let world: DeliveryWorld;
beforeAll(async () => {
  world = await createDeliveryWorld();
});
afterEach(() => world.reset());
afterAll(() => world.store.drop());

const by = () => ({ actor: 'admin', now: Date.now() });

describe('what is sent', () => {
  test('is the envelope, signed over its bytes in both ways', async () => {
    const receiver = await world.receive();
    await world.register(receiver.url);
    world.work();
    const data = { review_id: 'r-1', note: 'ünïcödé 😀 " \\ \u2028' };
    const happened = entry('review.decided', data);
    await world.store.db.transaction(world.a, (tx) => appendAuditEntries(tx, [happened]));
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
    const receiver = await world.receive((_, response) => {
      left -= 1;
      response.writeHead(left > 0 ? 500 : 200).end('x'.repeat(10_000));
    });
    const id = await world.register(receiver.url);
    world.work();
    await world.happen(1);
    await receiver.arrived(3);
    expect(new Set(receiver.arrivals.map(({ body }) => body)).size).toBe(1);
    expect(new Set(idsOf(receiver.arrivals)).size).toBe(1);
    const [delivery] = await until(
      () => world.deliveries(id),
      ([one]) => one?.status === 'delivered',
    );
    expect(delivery?.attempts.map(({ status_code }) => status_code)).toEqual([500, 500, 200]);
    expect(delivery?.attempts[0]?.response).toHaveLength(4_096);
    expect(delivery?.attempts[0]?.error).toBe('The receiver answered 500.');
  });

  test('is what an endpoint subscribes to, and nothing of another tenant', async () => {
    const [all, some, other] = [await world.receive(), await world.receive(), await world.receive()];
    await world.register(all.url);
    await world.register(some.url, ['review.created']);
    await register(world.store, world.store.tenants.b, other.url);
    world.work();
    const created = await world.happen(2);
    const decided = await world.happen(1, 'review.decided');
    await world.happen(1, 'review.reminded');
    await world.happen(1, 'grant.created');
    const others = await happen(world.store, world.store.tenants.b, 1);
    await all.arrived(3);
    await some.arrived(2);
    await other.arrived(1);
    await sleep(150);
    expect(idsOf(all.arrivals).sort()).toEqual([...created, ...decided].sort());
    expect(idsOf(some.arrivals).sort()).toEqual([...created].sort());
    expect(idsOf(other.arrivals)).toEqual(others);
  });

  test('goes nowhere when its transaction does not commit', async () => {
    const receiver = await world.receive();
    const id = await world.register(receiver.url);
    const failed = world.store.db.transaction(world.a, async (tx) => {
      await appendAuditEntries(tx, [entry('review.created')]);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await world.deliveries(id)).toEqual([]);
    expect(await world.store.admin('SELECT count(*)::int AS n FROM webhook_events')).toEqual([{ n: 0 }]);
  });
});

describe('signatures while a secret is replaced', () => {
  const NEW = formatSecret(Buffer.alloc(32, 2));
  const rotate = (id: string, secret: string, now = Date.now()) =>
    world.store.db.transaction(world.a, (tx) =>
      rotateWebhookSecret(tx, { secrets_key: WEBHOOK_KEY, reach: LOOPBACK }, id, { ...by(), now, secret }),
    );
  const sign = (secret: string, body: string): string =>
    `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

  test.each([
    ['the old', SECRET],
    ['the new', NEW],
  ])('a strict receiver with %s secret gets everything', async (_, known) => {
    const receiver = await world.receive(({ headers, body }, response) => {
      response.writeHead(headers['x-service-signature'] === sign(known, body) ? 200 : 401).end();
    });
    const id = await world.register(receiver.url);
    await rotate(id, NEW);
    world.work();
    await world.happen(3);
    await until(
      () => world.deliveries(id),
      (all) => all.every(({ status }) => status === 'delivered'),
    );
    await world.happen(3);
    const all = await until(
      () => world.deliveries(id),
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
    const receiver = await world.receive();
    const id = await world.register(receiver.url);
    await rotate(id, NEW, Date.now() - 86_400_001);
    world.work();
    await world.happen(1);
    await receiver.arrived(1);
    const latest = formatSecret(Buffer.alloc(32, 3));
    await rotate(id, latest);
    await world.happen(1);
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

describe('the queue', () => {
  test('stops at once when its endpoint is deleted or disabled, and goes on when it is enabled', async () => {
    const receivers = [await world.receive(() => {}), await world.receive(() => {})] as const;
    const ids = await Promise.all(receivers.map(({ url }) => world.register(url)));
    world.work({ timeout_ms: 300, schedule: [0.05, 0.05, 0.05, 0.05, 0.05, 0.05] });
    await world.happen(100);
    await Promise.all(receivers.map((receiver) => receiver.arrived(8)));
    await world.store.db.transaction(world.a, async (tx) => {
      await removeWebhook(tx, ids[0] as string, by());
      const setup = { secrets_key: WEBHOOK_KEY, reach: LOOPBACK };
      await changeWebhook(tx, setup, ids[1] as string, { enabled: false }, by());
    });
    // What was on its way already still arrives.
    await sleep(800);
    const counts = receivers.map(({ arrivals }) => arrivals.length);
    await sleep(800);
    expect(receivers.map(({ arrivals }) => arrivals.length)).toEqual(counts);
    receivers[1].answer = answerWith(200);
    await world.store.db.transaction(world.a, (tx) =>
      changeWebhook(
        tx,
        { secrets_key: WEBHOOK_KEY, reach: LOOPBACK },
        ids[1] as string,
        { enabled: true },
        by(),
      ),
    );
    await until(
      () => world.deliveries(ids[1] as string),
      (all) => all.every(({ status }) => status === 'delivered'),
    );
    expect(receivers[0].arrivals.length).toBe(counts[0]);
    // What is left of the deleted one goes with the next upkeep.
    world.work();
    await until(
      () =>
        world.store.admin(
          'SELECT (SELECT count(*) FROM webhooks)::int AS n, count(*)::int AS d FROM webhook_deliveries',
        ),
      ([row]) => row?.n === 1 && row?.d === 100,
    );
  });

  test('two workers share it, and send nothing twice', async () => {
    const receiver = await world.receive();
    const id = await world.register(receiver.url);
    const sent = await world.happen(1_000);
    world.work({ timeout_ms: 15_000 });
    world.work({ timeout_ms: 15_000 });
    await until(
      () => getWebhook(world.store.db.tenant(world.a), id),
      (found) => found?.health.pending === 0,
    );
    expect(idsOf(receiver.arrivals).sort()).toEqual([...sent].sort());
  });

  test('what a worker held when it died is due again when the lease ends', async () => {
    const receiver = await world.receive();
    const id = await world.register(receiver.url);
    await world.happen(1);
    await world.store.admin(
      "UPDATE webhook_deliveries SET lease = 'dead worker', due_at = now() + interval '300 ms'",
    );
    world.work();
    await receiver.arrived(1);
    await until(
      () => world.deliveries(id),
      ([one]) => one?.status === 'delivered',
    );
  });

  test('sends one again, or all that failed since a time', async () => {
    const receiver = await world.receive(answerWith(500));
    const id = await world.register(receiver.url);
    world.work({ schedule: [] });
    await world.happen(3);
    await until(
      () => world.deliveries(id),
      (all) => all.length === 3 && all.every(({ status }) => status === 'dead'),
    );
    receiver.answer = answerWith(200);
    const [newest] = await world.deliveries(id);
    const again = world.store.db.transaction(world.a, (tx) =>
      redeliver(tx, id, newest?.id as string, Date.now()),
    );
    expect(await again).toBe(true);
    await until(
      () => world.deliveries(id),
      (all) => all[0]?.status === 'delivered',
    );
    const since = (from: number) =>
      world.store.db.transaction(world.a, (tx) => redeliverFailed(tx, id, { since: from, now: Date.now() }));
    expect(await since(Date.now() + 1_000)).toBe(0);
    expect(await since(Date.now() - 60_000)).toBe(2);
    const all = await until(
      () => world.deliveries(id),
      (found) => found.every(({ status }) => status === 'delivered'),
    );
    expect(all.map(({ attempts }) => attempts.length)).toEqual([2, 2, 2]);
    const b = world.store.db.transaction(world.store.tenants.b, (tx) =>
      redeliver(tx, id, newest?.id as string, Date.now()),
    );
    expect(await b).toBe(false);
  });

  test('a worker that stops gives back what it has not finished', async () => {
    const receiver = await world.receive(() => {});
    const id = await world.register(receiver.url);
    const worker = startWorker(world.store, { timeout_ms: 60_000 });
    await world.happen(1);
    await receiver.arrived(1);
    await worker.stop();
    const [delivery] = await world.deliveries(id);
    expect(delivery).toMatchObject({ status: 'pending', attempts: [] });
    expect(Date.parse(delivery?.next_attempt_at as string)).toBeLessThanOrEqual(Date.now());
  });
});
