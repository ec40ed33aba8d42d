import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clockIn, createDigestWorld, type DigestWorld, HOUR } from '../../../test/support/digest-world.ts';
import {
  createNotificationWorld,
  mailChannel,
  type NotificationWorld,
} from '../../../test/support/notification-world.ts';
import { createReviewWorld, daysAgo, type ReviewWorld } from '../../../test/support/review-world.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import { claimDeliveries } from '../../webhooks/work.sql.ts';
import { loadDigest } from './digest.sql.ts';
import { startDigests } from './start-digests.ts';

let world: ReviewWorld;
let people: NotificationWorld;
let own: DigestWorld;

beforeAll(async () => {
  world = await createReviewWorld();
  people = createNotificationWorld(world);
  own = createDigestWorld(world, people);
  // Nothing of critical risk: that is told at once.
  await world.import([
    { kind: 'principal', id: 'eve', display_name: 'Eve', type: 'user', email: 'eve@x.example' },
    grant('g-eve-wiki', 'eve', 'wiki'),
  ]);
  await world.drain();
});
afterAll(async () => {
  await people.close();
  await world.close();
});
afterEach(async () => {
  await people.reset();
  await world.test.admin('TRUNCATE notification_settings, notification_digests');
});

const grant = (id: string, principal_id: string, asset_id: string) => {
  const granted_at = daysAgo(60);
  return { kind: 'grant', id, principal_id, asset_id, permission: 'read', granted_at };
};
const daily = (id = 'olaf') => own.set(id, { delivery: 'daily', digest_at: clockIn(1) });
const afterwards = () => {
  people.ahead = 1.05 * HOUR;
};
const digestsOf = () =>
  world.test.admin('SELECT principal_id, day::text FROM notification_digests ORDER BY 2');

describe('a daily digest', () => {
  test('says what is new, due soon and overdue, the most important first, and how many wait', async () => {
    const server = await people.mailServer();
    const channel = await people.channel(mailChannel(server));
    await daily();
    const eve = await people.ask('eve', 'wiki');
    const bob = await people.ask('bob', 'wiki');
    const cid = await people.ask('cid', 'wiki');
    await people.send();
    expect(server.mails).toEqual([]);
    expect((await people.deliveries(channel))[0]).toMatchObject({ status: 'pending', waits_for: 'digest' });
    await world.test.admin(
      "UPDATE reviews SET priority = 10, due_at = now() + interval '90 days' WHERE id = $1",
      [eve],
    );
    await world.test.admin(
      "UPDATE reviews SET priority = 50, due_at = now() + interval '2 days' WHERE id = $1",
      [bob],
    );
    await world.test.admin(
      "UPDATE reviews SET priority = 90, due_at = now() - interval '1 hour' WHERE id = $1",
      [cid],
    );
    afterwards();
    expect(await own.startDigests()).toBe(1);
    await people.send();
    expect(server.mails).toHaveLength(1);
    const [mail] = server.mails;
    expect(mail?.headers.get('subject')).toBe(
      'Your access reviews today: 1 overdue, 1 due within 3 days, 3 new',
    );
    for (const body of [mail?.text ?? '', mail?.html ?? '']) {
      expect(body).toContain('3 reviews of access wait for you.');
      const places = [
        'Does Cid still need',
        'Overdue: it was not',
        'Does Bob still need',
        'Due within 3 days',
        'Does Eve still need',
        'New: you are asked',
      ];
      expect(places.map((words) => body.indexOf(words)).every((at, i, all) => at > (all[i - 1] ?? 0))).toBe(
        true,
      );
      expect(body).toContain(`https://lapse.example/reviews/${eve}`);
      expect(body).toContain('https://lapse.example/notifications');
    }
    const statuses = (await people.deliveries(channel)).map(({ status }) => status).sort();
    expect(statuses).toEqual(['delivered', 'skipped', 'skipped', 'skipped']);
  });

  test('shows ten and counts the rest', async () => {
    const server = await people.mailServer();
    await people.channel(mailChannel(server));
    await world.call({ method: 'PUT', url: '/v1/policy', payload: { review: { weekly_budget: null } } });
    await world.import(
      Array.from({ length: 12 }, (_, n) => [
        { kind: 'asset', id: `t-${n}`, name: `t ${n}`, type: 'table', platform: 'fabric', owner_id: 'mia' },
        grant(`g-t-${n}`, 'bob', `t-${n}`),
      ]).flat(),
    );
    await world.drain();
    await daily('mia');
    for (let n = 0; n < 12; n += 1) await people.ask('bob', `t-${n}`);
    afterwards();
    await own.startDigests();
    await people.send();
    const [mail] = server.mails.filter(({ to }) => to[0] === 'mia@x.example');
    expect(mail?.headers.get('subject')).toMatch(/12 new$/);
    expect(mail?.text.match(/Does Bob still need/g)).toHaveLength(10);
    expect(mail?.text).toContain('The 10 most important are below; 2 more are in the list.');
  });

  test('is of how things are when it is sent: what was decided is not in it, and of nothing there is no mail', async () => {
    const server = await people.mailServer();
    const channel = await people.channel(mailChannel(server));
    await daily();
    const review = await people.ask('bob');
    await world.decide(review, { decision: 'CONFIRM', justification: 'needed' });
    afterwards();
    await own.startDigests();
    await people.send();
    expect(server.mails).toEqual([]);
    const errors = (await people.deliveries(channel)).flatMap(({ attempts }) =>
      attempts.map(({ error }) => error),
    );
    expect(errors).toContain('Skipped: there is nothing to say on this day.');
  });

  test('is not sent to somebody without an address, visibly', async () => {
    const server = await people.mailServer();
    const channel = await people.channel(mailChannel(server));
    await daily('cid');
    const review = await people.ask('bob');
    await world.call({
      method: 'POST',
      url: `/v1/reviews/${review}/reassign`,
      payload: { assigned_to_id: 'cid' },
    });
    afterwards();
    await own.startDigests();
    await people.send();
    const mine = (await people.deliveries(channel)).filter(({ recipient }) => recipient === 'cid');
    expect(mine.flatMap(({ attempts }) => attempts.map(({ error }) => error))).toContain(
      'Skipped: Cid has no e-mail address.',
    );
    expect(server.mails.map(({ to }) => to[0])).not.toContain(undefined);
  });

  test('is not made where nothing sends to persons, and the next one is settled', async () => {
    await daily();
    afterwards();
    expect(await own.startDigests()).toBe(1);
    expect(await digestsOf()).toEqual([]);
    expect(await own.startDigests()).toBe(0);
  });
});

describe('what a digest goes by', () => {
  const SLACK = {
    kind: 'slack',
    settings: {
      bot_token: 'xoxb-1234567890-only-for-tests',
      signing_secret: 'a-signing-secret-of-32-characters',
      team_id: 'T0LAPSE',
    },
  };
  const channelsOf = () => world.test.admin('SELECT channel_id FROM notification_digests');

  test('is e-mail, also where an app of Slack was there before, and nothing that is disabled', async () => {
    const slack = await people.channel(SLACK);
    const email = await people.channel(mailChannel(await people.mailServer()));
    await daily();
    afterwards();
    await own.startDigests();
    expect(await channelsOf()).toEqual([{ channel_id: email }]);
    await world.test.admin('TRUNCATE notification_digests');
    await world.test.admin("UPDATE webhooks SET status = 'disabled' WHERE id = $1", [email]);
    await daily('mia');
    await own.startDigests();
    expect(await channelsOf()).toEqual([{ channel_id: slack }]);
  });

  test('is its instant: it is due then and not before, and is made up for until twelve hours later', async () => {
    await people.channel(mailChannel(await people.mailServer()));
    const due = Date.now() + HOUR;
    const made = async (who: string, late_ms: number): Promise<number> => {
      await world.test.admin('TRUNCATE notification_settings, notification_digests');
      await daily(who);
      await world.test.admin('UPDATE notification_settings SET next_digest_at = $1', [isoInstant(due)]);
      await world.test.db.transaction(world.tenant, (tx) => startDigests(tx, { now: due + late_ms }));
      return (await digestsOf()).length;
    };
    expect([await made('olaf', -1), await made('olaf', 0)]).toEqual([0, 1]);
    expect([await made('olaf', 12 * HOUR), await made('olaf', 12 * HOUR + 1)]).toEqual([1, 0]);
  });

  test('are deadlines: soon is before three days are over, overdue is after the one that was set first', async () => {
    const now = Date.now();
    const soon = now + 72 * HOUR;
    const deadlines: [string, number, number | null][] = [
      [await people.ask('eve', 'wiki'), soon, null],
      [await people.ask('bob', 'wiki'), soon - 1, null],
      [await people.ask('cid', 'wiki'), soon + HOUR, now - 1],
    ];
    for (const [id, due_at, first] of deadlines)
      await world.test.admin('UPDATE reviews SET due_at = $2, first_due_at = $3 WHERE id = $1', [
        id,
        isoInstant(due_at),
        first === null ? null : isoInstant(first),
      ]);
    const digest = { recipient: 'olaf', noted: [], now, soon, limit: 10 };
    const { counts, most_important } = await loadDigest(world.test.db.tenant(world.tenant), digest);
    expect(counts).toEqual({ waiting: 3, told: 2, new: 0, due_soon: 1, overdue: 1, other: 0 });
    const [, [bob], [cid]] = deadlines as [unknown, [string], [string]];
    expect(most_important).toEqual(
      expect.arrayContaining([
        { review_id: bob, occasion: null, is_overdue: false, is_due_soon: true },
        { review_id: cid, occasion: null, is_overdue: true, is_due_soon: false },
      ]),
    );
  });
});

describe('once for each person and day', () => {
  test('and one that is still on its way when the next is due gives way to it', async () => {
    const server = await people.mailServer();
    const channel = await people.channel(mailChannel(server));
    await daily();
    await people.ask('bob');
    afterwards();
    await own.startDigests();
    people.ahead += 24 * HOUR;
    await own.startDigests();
    await people.send();
    expect(server.mails).toHaveLength(1);
    const errors = (await people.deliveries(channel)).flatMap(({ attempts }) =>
      attempts.map(({ error }) => error),
    );
    expect(errors).toContain('Skipped: the digest of a later day has taken its place.');
  });

  test('however many workers there are', async () => {
    const server = await people.mailServer();
    await people.channel(mailChannel(server));
    await daily();
    await daily('mia');
    await people.ask('bob');
    afterwards();
    const turns = await Promise.all(Array.from({ length: 6 }, () => own.startDigests()));
    expect(turns.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(await digestsOf()).toHaveLength(2);
    await Promise.all([people.send(), people.send()]);
    await people.send();
    expect(server.mails.map(({ to }) => to[0])).toEqual(['olaf@x.example']);
  });

  test('also when a worker dies before its transaction ends, or between taking a message and sending it', async () => {
    const server = await people.mailServer();
    const channel = await people.channel(mailChannel(server));
    await daily();
    await people.ask('bob');
    afterwards();
    const died = world.test.db.transaction(world.tenant, async (tx) => {
      await startDigests(tx, { now: Date.now() + people.ahead });
      throw new Error('died');
    });
    await expect(died).rejects.toThrow('died');
    expect(await digestsOf()).toEqual([]);
    await own.startDigests();
    const now = Date.now() + people.ahead;
    const endpoints = [{ id: channel, limit: 10, is_probe: false }];
    await claimDeliveries(world.test.db.alone(world.tenant), {
      now,
      lease: 'dead',
      lease_ms: 10_000,
      endpoints,
    });
    await people.send();
    expect(server.mails).toEqual([]);
    people.ahead += 11_000;
    await people.send();
    await own.startDigests();
    await people.send();
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]?.headers.get('subject')).toBe('Your access reviews today: 1 new');
  });

  test('also when it is asked for at another time of the same day', async () => {
    const server = await people.mailServer();
    await people.channel(mailChannel(server));
    await daily();
    await people.ask('bob');
    afterwards();
    await own.startDigests();
    await people.send();
    expect(server.mails).toHaveLength(1);
    await own.set('olaf', { delivery: 'daily', digest_at: clockIn(1.5) });
    const [digest] = (await digestsOf()) as [{ day: string }];
    const [stored] = await world.test.admin(
      "SELECT next_digest_at FROM notification_settings WHERE principal_id = 'olaf'",
    );
    expect(
      new Date((stored as { next_digest_at: string }).next_digest_at).toISOString() > `${digest.day}T23:59`,
    ).toBe(true);
  });

  test('one that could not be sent is sent later, with what it was about; the next day has another', async () => {
    const server = await people.mailServer();
    await people.channel(mailChannel(server));
    server.refusals.set('olaf@x.example', { code: 451, message: 'later', times: 1 });
    await daily();
    await people.ask('bob');
    afterwards();
    await own.startDigests();
    await people.send();
    expect(server.mails).toEqual([]);
    people.ahead += 60_000;
    await people.send();
    expect(server.mails).toHaveLength(1);
    people.ahead += 24 * HOUR;
    await world.test.admin("UPDATE reviews SET due_at = now() + interval '3 days' WHERE status = 'PENDING'");
    expect(await own.startDigests()).toBe(1);
    await people.send();
    expect(server.mails.map(({ headers }) => headers.get('subject'))).toEqual([
      'Your access reviews today: 1 new',
      'Your access reviews today: 1 due within 3 days',
    ]);
    expect(await digestsOf()).toHaveLength(2);
  });

  test('a day that was missed by far is not made up for', async () => {
    const server = await people.mailServer();
    await people.channel(mailChannel(server));
    await daily();
    await people.ask('bob');
    people.ahead = 14 * HOUR;
    expect(await own.startDigests()).toBe(1);
    expect(await digestsOf()).toEqual([]);
    people.ahead = 25.1 * HOUR;
    await own.startDigests();
    await people.send();
    expect(server.mails).toHaveLength(1);
  });
});

test('an urgent message comes at once to whoever has a daily digest, and the rest is left to the digest', async () => {
  const server = await people.mailServer();
  await people.channel(mailChannel(server));
  await daily();
  const review = await people.ask('ann');
  await people.ask('bob', 'wiki');
  await people.send();
  server.mails.length = 0;
  await own.tell('review.escalated', review);
  await people.send();
  expect(server.mails.map(({ headers }) => headers.get('subject'))).toEqual([
    'Access review passed on: Ann and wiki',
  ]);
});

test('another tenant has digests of its own, and none of these', async () => {
  const server = await people.mailServer();
  await people.channel(mailChannel(server));
  await daily();
  await people.ask('bob');
  afterwards();
  const now = Date.now() + people.ahead;
  expect(await world.test.db.transaction(world.test.tenants.b, (tx) => startDigests(tx, { now }))).toBe(0);
  expect(await digestsOf()).toEqual([]);
});
