import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clockIn, createDigestWorld, type DigestWorld, HOUR } from '../../../test/support/digest-world.ts';
import {
  createNotificationWorld,
  mailChannel,
  type NotificationWorld,
} from '../../../test/support/notification-world.ts';
import { createReviewWorld, type ReviewWorld } from '../../../test/support/review-world.ts';
import { answerWith } from '../../../test/support/webhook-receiver.ts';

let world: ReviewWorld;
let people: NotificationWorld;
let own: DigestWorld;

beforeAll(async () => {
  world = await createReviewWorld();
  people = createNotificationWorld(world);
  own = createDigestWorld(world, people);
});
afterAll(async () => {
  await people.close();
  await world.close();
});
afterEach(async () => {
  await people.reset();
  await world.test.admin('TRUNCATE notification_settings, notification_digests');
});

const quietNow = () => ({ from: clockIn(-1), to: clockIn(2) });

describe('in quiet hours', () => {
  test('a message waits until they end, and the list says so', async () => {
    const server = await people.mailServer();
    const channel = await people.channel(mailChannel(server));
    const quiet_hours = quietNow();
    await own.set('olaf', { quiet_hours });
    await people.ask('bob');
    await people.send();
    expect(server.mails).toEqual([]);
    const [waits] = await people.deliveries(channel);
    expect(waits).toMatchObject({ status: 'pending', waits_for: 'quiet_hours', attempts: [] });
    const waits_until = waits?.waits_until as string;
    expect(waits_until.slice(11, 16)).toBe(quiet_hours.to);
    people.ahead = Date.parse(waits_until) - Date.now() + 1_000;
    await people.send();
    expect(server.mails).toHaveLength(1);
    expect((await people.deliveries(channel))[0]).toMatchObject({
      status: 'delivered',
      waits_for: null,
      waits_until: null,
    });
  });

  test('what must not be missed is sent at once, and nothing else with it', async () => {
    const server = await people.mailServer();
    await people.channel(mailChannel(server));
    const [anns, bobs] = [await people.ask('ann', 'wiki'), await people.ask('bob', 'wiki')];
    await people.send();
    server.mails.length = 0;
    await own.set('olaf', { quiet_hours: quietNow(), delivery: 'at_once' });
    await own.tell('review.reminded', bobs);
    await own.tell('review.escalated', anns);
    await people.send();
    expect(server.mails).toHaveLength(1);
    expect(server.mails[0]?.text).toContain('It was passed on to you.');
    expect(server.mails[0]?.text).not.toContain('Bob');
    await world.test.admin("UPDATE reviews SET risk_level = 'CRITICAL' WHERE id = $1", [bobs]);
    await own.tell('review.reminded', bobs);
    await people.send();
    expect(server.mails.map(({ headers }) => headers.get('subject'))).toEqual([
      'Access review passed on: Ann and wiki',
      'Reminder of an access review: Bob and wiki',
    ]);
  });

  test('a message that is late, or was refused before, waits too', async () => {
    const server = await people.mailServer();
    const channel = await people.channel(mailChannel(server));
    server.refusals.set('olaf@x.example', { code: 451, message: 'later', times: 1 });
    await people.ask('bob');
    await people.send();
    await own.set('olaf', { quiet_hours: { from: clockIn(1), to: clockIn(3) } });
    people.ahead = 1.5 * HOUR;
    await people.send();
    expect(server.mails).toEqual([]);
    expect((await people.deliveries(channel))[0]).toMatchObject({
      status: 'pending',
      waits_for: 'quiet_hours',
      attempts: [{ status_code: 451 }],
    });
    people.ahead = 3.1 * HOUR;
    await people.send();
    expect(server.mails).toHaveLength(1);
  });

  test('a channel of Slack is told as ever', async () => {
    const chat = await people.receiver(answerWith(200, {}, 'ok'));
    await people.channel({ kind: 'slack', settings: { url: chat.url, gather_seconds: 0 } });
    await own.set('olaf', { quiet_hours: quietNow(), delivery: 'off' });
    await people.ask('bob');
    await people.send();
    expect(chat.arrivals).toHaveLength(1);
  });
});

describe('when settings change', () => {
  test('what waits for the end of quiet hours is sent when there are none any more', async () => {
    const server = await people.mailServer();
    await people.channel(mailChannel(server));
    await own.set('olaf', { quiet_hours: quietNow() });
    await people.ask('bob');
    await people.send();
    expect(server.mails).toEqual([]);
    await own.set('olaf', {});
    await people.send();
    expect(server.mails).toHaveLength(1);
  });

  test('what was left to the digest is sent at once, also when its own time to be sent is over', async () => {
    const server = await people.mailServer();
    const channel = await people.channel(mailChannel(server));
    await own.set('olaf', { delivery: 'daily', digest_at: clockIn(1) });
    await people.ask('bob');
    people.ahead = 1.1 * HOUR;
    await people.send();
    expect((await people.deliveries(channel)).map(({ status }) => status)).toEqual(['skipped']);
    await own.set('olaf', {});
    await people.send();
    expect(server.mails.map(({ headers }) => headers.get('subject'))).toEqual([
      'Access review: Bob and wiki',
    ]);
  });

  test('what waits and is not wanted any more is never sent, but what must not be missed is', async () => {
    const server = await people.mailServer();
    const channel = await people.channel(mailChannel(server));
    await own.set('olaf', { delivery: 'daily', digest_at: clockIn(1) });
    const review = await people.ask('bob');
    await own.set('olaf', { delivery: 'off' });
    await people.send();
    expect((await people.deliveries(channel))[0]).toMatchObject({ status: 'skipped' });
    await own.set('olaf', {});
    await people.send();
    expect(server.mails).toEqual([]);
    await own.set('olaf', { delivery: 'off' });
    await own.tell('review.reminded', review);
    await people.send();
    expect(server.mails).toEqual([]);
    await own.tell('review.escalated', review);
    await people.send();
    expect(server.mails).toHaveLength(1);
  });

  test('between putting a message on its way and sending it, the new settings count', async () => {
    const server = await people.mailServer();
    const channel = await people.channel(mailChannel(server, { gather_seconds: 60 }));
    await people.ask('bob');
    expect((await people.deliveries(channel))[0]).toMatchObject({ waits_for: 'gathering' });
    await own.set('olaf', { delivery: 'daily', digest_at: clockIn(5) });
    people.ahead = 61_000;
    await people.send();
    expect(server.mails).toEqual([]);
    expect((await people.deliveries(channel))[0]?.attempts[0]?.error).toContain('left to the daily digest');
  });
});

test('an occasion that a person does without is not told to them, and to others it is', async () => {
  const server = await people.mailServer();
  await people.channel(mailChannel(server));
  await own.set('olaf', { occasions: ['reminder'] });
  const review = await people.ask('bob');
  await people.send();
  expect(server.mails).toEqual([]);
  await own.tell('review.reminded', review);
  await people.send();
  expect(server.mails.map(({ to }) => to[0])).toEqual(['olaf@x.example']);
  await world.call({
    method: 'POST',
    url: `/v1/reviews/${review}/reassign`,
    payload: { assigned_to_id: 'mia' },
  });
  await people.send();
  expect(server.mails.map(({ to }) => to[0])).toEqual(['olaf@x.example', 'mia@x.example']);
});
