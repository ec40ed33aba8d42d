import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createDeliveryWorld, type DeliveryWorld, until } from '../../../test/support/delivery-world.ts';
import { answerWith, startReceiver } from '../../../test/support/webhook-receiver.ts';
import { getWebhook } from '../webhooks.sql.ts';

let world: DeliveryWorld;
beforeAll(async () => {
  world = await createDeliveryWorld();
});
afterEach(() => world.reset());
afterAll(() => world.store.drop());

describe('a receiver that fails', () => {
  test('a redirect is not followed, and a delivery that never succeeds is dead', async () => {
    const elsewhere = await world.receive();
    const receiver = await world.receive(answerWith(302, { location: elsewhere.url }));
    const id = await world.register(receiver.url);
    world.work();
    await world.happen(1);
    const [delivery] = await until(
      () => world.deliveries(id),
      ([one]) => one?.status === 'dead',
    );
    expect(delivery?.attempts).toHaveLength(4);
    expect(delivery?.attempts[0]?.error).toContain('redirects are not followed');
    expect(elsewhere.arrivals).toEqual([]);
    expect((await getWebhook(world.store.db.tenant(world.a), id))?.health).toMatchObject({
      dead: 1,
      pending: 0,
    });
  });

  test('an answer that does not come ends at the time limit, one that cannot come at once', async () => {
    const silent = await world.receive(() => {});
    const id = await world.register(silent.url);
    const gone = await startReceiver();
    await gone.close();
    const refused = await world.register(gone.url);
    world.work({ timeout_ms: 200, schedule: [600] });
    await world.happen(1);
    const [late] = await until(
      () => world.deliveries(id),
      ([one]) => one?.attempts.length === 1,
    );
    expect(late?.attempts[0]).toMatchObject({ status_code: null, error: 'No answer within 0.2 s.' });
    const [lost] = await until(
      () => world.deliveries(refused),
      ([one]) => one?.attempts.length === 1,
    );
    expect(lost?.attempts[0]?.error).toBe('Nothing listens there (connection refused).');
  });

  test('410 disables the endpoint at once, and says so in the audit trail', async () => {
    const receiver = await world.receive(answerWith(410));
    const id = await world.register(receiver.url);
    world.work();
    await world.happen(1);
    const webhook = await until(
      () => getWebhook(world.store.db.tenant(world.a), id),
      (found) => found?.enabled === false,
    );
    expect(webhook?.disabled_reason).toBe('The receiver answered 410 (gone).');
    const entries = await world.store.admin(
      "SELECT data FROM audit_entries WHERE event_type = 'webhook.disabled' AND data->>'webhook_id' = $1",
      [id],
    );
    expect(entries).toHaveLength(1);
    await world.happen(1);
    expect(await world.deliveries(id)).toHaveLength(1);
  });

  test('429 with Retry-After is tried again no sooner', async () => {
    const receiver = await world.receive(answerWith(429, { 'retry-after': '120' }));
    const id = await world.register(receiver.url);
    world.work();
    await world.happen(1);
    const [delivery] = await until(
      () => world.deliveries(id),
      ([one]) => one?.attempts.length === 1,
    );
    expect(Date.parse(delivery?.next_attempt_at as string)).toBeGreaterThan(Date.now() + 115_000);
  });

  test('an open breaker sends one probe, charges nobody else, and closes with the first success', async () => {
    let isDown = true;
    const receiver = await world.receive((_, response) => void response.writeHead(isDown ? 503 : 200).end());
    const id = await world.register(receiver.url);
    world.work({ schedule: [0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3] });
    await world.happen(300);
    await until(
      () => getWebhook(world.store.db.tenant(world.a), id),
      (found) => found?.health.breaker === 'open',
    );
    await sleep(700);
    const before = receiver.arrivals.length;
    // Windows of 8 and a few probes, of 300 that wait.
    expect(before).toBeLessThan(60);
    const all = await world.deliveries(id);
    const charged = all.reduce((sum, { attempts }) => sum + attempts.length, 0);
    expect(charged).toBeLessThanOrEqual(receiver.arrivals.length);
    isDown = false;
    await until(
      () => world.deliveries(id),
      (found) => found.every(({ status }) => status === 'delivered'),
    );
    expect((await getWebhook(world.store.db.tenant(world.a), id))?.health).toMatchObject({
      breaker: 'closed',
      consecutive_failures: 0,
      failing_since: null,
      pending: 0,
    });
  });

  test('an endpoint that hangs delays no other', async () => {
    const hanging = await world.receive(() => {});
    const quick = await world.receive();
    await world.register(hanging.url);
    await world.register(quick.url);
    world.work({ timeout_ms: 60_000 });
    await world.happen(500);
    await quick.arrived(500);
    expect(hanging.at_once_max).toBe(8);
  });
});
