import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { MAIL_USER } from '../../test/support/mail-server.ts';
import {
  createNotificationWorld,
  mailChannel,
  NASTY,
  type NotificationWorld,
} from '../../test/support/notification-world.ts';
import { createReviewWorld, type ReviewWorld } from '../../test/support/review-world.ts';
import { answerWith } from '../../test/support/webhook-receiver.ts';

let world: ReviewWorld;
let people: NotificationWorld;

beforeAll(async () => {
  world = await createReviewWorld();
  people = createNotificationWorld(world);
});
afterAll(async () => {
  await people.close();
  await world.close();
});
afterEach(() => people.reset());

describe('the mail server', () => {
  test.each(['starttls', 'tls'] as const)('is spoken to by %s, with user and password', async (security) => {
    const server = await people.mailServer({ security, auth: true });
    const { user: username, password } = MAIL_USER;
    await people.channel(mailChannel(server, { security, username, password }));
    await people.ask();
    await people.send();
    expect(server.mails).toMatchObject([{ secure: true, user: 'lapse', to: ['olaf@x.example'] }]);
  });

  test('without STARTTLS gets nothing when it is required', async () => {
    const server = await people.mailServer({ security: 'none', auth: true });
    const { user: username, password } = MAIL_USER;
    const channel = await people.channel(mailChannel(server, { security: 'starttls', username, password }));
    await people.ask();
    await people.send();
    expect(server.mails).toEqual([]);
    const [delivery] = await people.deliveries(channel);
    expect(delivery).toMatchObject({ status: 'pending' });
    expect(delivery?.attempts[0]?.error).toMatch(/STARTTLS|encrypted/i);
  });

  test('that is not who its certificate says gets nothing', async () => {
    const server = await people.mailServer({ security: 'starttls' });
    const channel = await people.channel(
      mailChannel(server, { host: 'other.localhost', security: 'starttls' }),
    );
    await people.ask();
    await people.send();
    expect(server.mails).toEqual([]);
    expect((await people.deliveries(channel))[0]).toMatchObject({ status: 'pending' });
  });

  test('that refuses the password is told of, and tried again', async () => {
    const server = await people.mailServer({ auth: true });
    const wrong = { username: 'lapse', password: 'wrong-secret-42' };
    const channel = await people.channel(mailChannel(server, wrong));
    await people.ask();
    await people.send();
    const [refused] = await people.deliveries(channel);
    expect(refused).toMatchObject({
      status: 'pending',
      attempts: [{ status_code: 535, error: 'The mail server refused the user name or the password.' }],
    });
    expect(JSON.stringify(refused)).not.toContain('wrong-secret-42');
    await world.call({
      method: 'PATCH',
      url: `/v1/notifications/channels/${channel}`,
      payload: { settings: { password: MAIL_USER.password } },
    });
    people.ahead = 6_000;
    await people.send();
    expect(server.mails).toHaveLength(1);
  });

  test('that says later is asked later, with the same message', async () => {
    const server = await people.mailServer();
    server.refusals.set('olaf@x.example', { code: 450, message: 'greylisted', times: 1 });
    const channel = await people.channel(mailChannel(server));
    await people.ask();
    await people.send();
    expect(await people.deliveries(channel)).toMatchObject([
      { status: 'pending', attempts: [{ status_code: 450 }] },
    ]);
    people.ahead = 6_000;
    await people.send();
    const [delivery] = await people.deliveries(channel);
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempts: [{ status_code: 450 }, { status_code: 250 }],
    });
    expect(server.mails[0]?.headers.get('message-id')).toContain(delivery?.id);
  });

  test('that says never is not asked again, and is not blamed', async () => {
    const server = await people.mailServer();
    server.refusals.set('olaf@x.example', { code: 550, message: 'no such user', times: 9 });
    const channel = await people.channel(mailChannel(server));
    await people.ask();
    await people.send();
    const [delivery] = await people.deliveries(channel);
    expect(delivery).toMatchObject({
      status: 'dead',
      attempts: [{ status_code: 550 }],
      next_attempt_at: null,
    });
    expect(
      (await world.call({ method: 'GET', url: `/v1/notifications/channels/${channel}` })).json(),
    ).toMatchObject({
      failing_since: null,
      enabled: true,
    });
    server.refusals.clear();
    const again = await world.call({
      method: 'POST',
      url: `/v1/notifications/channels/${channel}/deliveries/${delivery?.id}/redeliver`,
    });
    expect(again.statusCode).toBe(200);
    await people.send();
    expect(server.mails).toHaveLength(1);
  });
});

describe('chat', () => {
  test('Slack gets mrkdwn in which names are only names', async () => {
    const slack = await people.receiver(answerWith(200, {}, 'ok'));
    await people.channel({ kind: 'slack', settings: { url: `${slack.url}/T0/B0/token`, gather_seconds: 0 } });
    await world.import([
      { kind: 'asset', id: 'trap', name: NASTY, type: 'table', platform: 'fabric', owner_id: 'olaf' },
      {
        kind: 'grant',
        id: 'g-trap',
        principal_id: 'ann',
        asset_id: 'trap',
        permission: 'read',
        granted_at: '2020-01-01T00:00:00Z',
      },
    ]);
    const review = await people.ask('ann', 'trap');
    await people.send();
    const [arrival] = slack.arrivals;
    expect(arrival?.path).toBe('/hook/T0/B0/token');
    const sent = JSON.parse(arrival?.body as string);
    const text = sent.blocks.map((block: { text: { text: string } }) => block.text.text).join('\n');
    expect(text).toContain('Olaf is asked to decide.');
    expect(text).toContain(`<https://lapse.example/reviews/${review}|Open the review>`);
    expect(text).toContain('&lt;!channel&gt;');
    // The only angle brackets are those of our own link.
    expect(text.match(/<[^>]*>/g)).toEqual([`<https://lapse.example/reviews/${review}|Open the review>`]);
    expect(sent.text).not.toMatch(/[<>]/);
  });

  test('Teams gets an adaptive card', async () => {
    const teams = await people.receiver(answerWith(202));
    await people.channel({ kind: 'teams', settings: { url: teams.url, gather_seconds: 0 } });
    const review = await people.ask();
    await people.send();
    const sent = JSON.parse(teams.arrivals[0]?.body as string);
    expect(sent.type).toBe('message');
    const [{ contentType, content }] = sent.attachments;
    expect(contentType).toBe('application/vnd.microsoft.card.adaptive');
    expect(content).toMatchObject({ type: 'AdaptiveCard', version: '1.4' });
    const all = JSON.stringify(content);
    expect(all).toContain('Does Ann still need read access to wiki?');
    expect(all).toContain(`"url":"https://lapse.example/reviews/${review}"`);
    // Text blocks would read Markdown in names.
    expect(all).not.toContain('"TextBlock"');
  });

  test('is told of reviews that nobody is asked about', async () => {
    const slack = await people.receiver(answerWith(200));
    await people.channel({ kind: 'slack', settings: { url: slack.url, gather_seconds: 0 } });
    await people.ask('cid', 'crm').catch(() => {});
    await world.import([
      {
        kind: 'grant',
        id: 'g-cid-crm',
        principal_id: 'cid',
        asset_id: 'crm',
        permission: 'read',
        granted_at: '2020-01-01T00:00:00Z',
      },
    ]);
    await people.ask('cid', 'crm');
    await people.send();
    expect(slack.arrivals[0]?.body).toContain('Nobody could be asked');
  });

  test('that fails is tried again, and one that is gone is disabled', async () => {
    const slack = await people.receiver(answerWith(500, {}, 'oops'));
    const channel = await people.channel({ kind: 'slack', settings: { url: slack.url, gather_seconds: 0 } });
    await people.ask();
    await people.send();
    expect(await people.deliveries(channel)).toMatchObject([
      { status: 'pending', attempts: [{ status_code: 500 }] },
    ]);
    slack.answer = answerWith(410, {}, 'channel_is_archived');
    people.ahead = 6_000;
    await people.send();
    expect(
      (await world.call({ method: 'GET', url: `/v1/notifications/channels/${channel}` })).json(),
    ).toMatchObject({
      enabled: false,
      disabled_reason: 'Slack answered 410 (gone).',
    });
  });
});
