import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAIL_USER, type MailServer, startMailServer } from '../../test/support/mail-server.ts';
import { createNotificationWorld, type NotificationWorld } from '../../test/support/notification-world.ts';
import { createReviewWorld, type ReviewWorld } from '../../test/support/review-world.ts';
import { answerWith, type Receiver, startReceiver } from '../../test/support/webhook-receiver.ts';
import { appendAuditEntries } from '../store/audit-entries.ts';
import { enqueueEmails } from '../store/notification-emails.ts';

const DAY = 86_400_000;
const NASTY = '<!channel> <script>alert(1)</script>\r\nBcc: evil@x.example & "Co"';

let world: ReviewWorld;
let people: NotificationWorld;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  world = await createReviewWorld();
  people = createNotificationWorld(world);
});
afterAll(async () => {
  await people.close();
  await world.close();
});
beforeEach(() => {
  people.ahead = 0;
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  await world.test.admin('TRUNCATE webhooks, webhook_events, webhook_deliveries, notifications');
  await world.test.admin(
    "UPDATE reviews SET status = 'DECIDED', closed_at = now() WHERE status <> 'DECIDED'",
  );
  await world.test.admin('UPDATE workflows SET timer = NULL, timer_at = NULL');
});

async function mailServer(options?: Parameters<typeof startMailServer>[0]): Promise<MailServer> {
  const server = await startMailServer(options);
  closing.push(server.close);
  return server;
}

async function receiver(...given: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...given);
  closing.push(started.close);
  return started;
}

const mailChannel = ({ port }: MailServer, more: object = {}) => ({
  kind: 'email',
  settings: {
    host: '127.0.0.1',
    port,
    security: 'none',
    from: 'lapse@x.example',
    gather_seconds: 0,
    ...more,
  },
});

async function ask(principal_id = 'ann', asset_id = 'wiki'): Promise<string> {
  const payload = { principal_id, asset_id, reason: 'manual_trigger' };
  const answer = await world.call({ method: 'POST', url: '/v1/reviews', payload });
  expect(answer.statusCode).toBe(201);
  return answer.json().review_id as string;
}

const assign = (id: string, assigned_to_id: string) =>
  world.call({ method: 'POST', url: `/v1/reviews/${id}/reassign`, payload: { assigned_to_id } });

describe('a mail', () => {
  test('asks the assigned reviewer one plain question, with evidence, deadline and link', async () => {
    const server = await mailServer();
    const channel = await people.channel(mailChannel(server));
    const review = await ask();
    await people.send();
    expect(server.mails).toHaveLength(1);
    const [mail] = server.mails as [MailServer['mails'][number]];
    expect(mail.to).toEqual(['olaf@x.example']);
    expect(mail.from).toBe('lapse@x.example');
    expect(mail.headers.get('to')).toBe('Olaf <olaf@x.example>');
    expect(mail.headers.get('subject')).toBe('Access review: Ann and wiki');
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    const [delivery] = await people.deliveries(channel);
    expect(mail.headers.get('message-id')).toBe(`<${delivery?.id}.${channel}@x.example>`);
    expect(delivery).toMatchObject({ status: 'delivered', recipient: 'olaf' });
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('Does Ann still need read access to wiki?');
      expect(body).toMatch(/(Never used in the|Unused for) \d+ days/);
      expect(body).toContain('holds PII');
      expect(body).toMatch(/Risk: \w+\. Recommendation: \w+\. Due: \d\d \w{3} \d{4} \d\d:\d\d UTC\./);
      expect(body).toContain(`https://lapse.example/reviews/${review}`);
    }
    expect(mail.html).toContain('<html lang="en">');
  });

  test('is sent for reassignment, reminder, escalation and the end', async () => {
    const server = await mailServer();
    await people.channel(mailChannel(server));
    const review = await ask();
    await people.send();
    expect((await assign(review, 'mia')).statusCode).toBe(200);
    await people.send();
    await assign(review, 'olaf');
    await people.send();
    const start = world.now;
    for (let day = 1; day <= 60; day += 1) {
      world.now = start + day * DAY;
      await world.sweep();
      await people.send();
    }
    world.now = start;
    const subjects = server.mails.map(({ to, headers }) => `${to[0]}: ${headers.get('subject')}`);
    expect(subjects.slice(0, 3)).toEqual([
      'olaf@x.example: Access review: Ann and wiki',
      'mia@x.example: Access review: Ann and wiki',
      'olaf@x.example: Access review: Ann and wiki',
    ]);
    // Other packets become due on the same days, and are told in the same mails.
    const about = (line: string) =>
      server.mails
        .filter(({ text }) => text.includes(`Does Ann still need read access to wiki?\n${line}`))
        .map(({ to }) => to[0]);
    expect(about('It still waits for your answer.')).toContain('olaf@x.example');
    expect(about('It was passed on to you.')).toEqual(['mia@x.example']);
    expect(about('It was not answered in time; the question has ended.')).toEqual(['mia@x.example']);
  });

  test('is skipped, visibly, when the reviewer has no address', async () => {
    const server = await mailServer();
    const channel = await people.channel(mailChannel(server));
    const review = await ask();
    await people.send();
    await assign(review, 'cid');
    await people.send();
    const [skipped] = await people.deliveries(channel);
    expect(skipped).toMatchObject({
      status: 'skipped',
      recipient: 'cid',
      attempts: [{ error: 'Skipped: Cid has no e-mail address.' }],
    });
    expect(server.mails).toHaveLength(1);
    const channelNow = await world.call({ method: 'GET', url: `/v1/notifications/channels/${channel}` });
    expect(channelNow.json()).toMatchObject({ enabled: true, last_failure_at: null });
  });

  test('is not sent about what was answered meanwhile', async () => {
    const server = await mailServer();
    const channel = await people.channel(mailChannel(server));
    const review = await ask();
    await world.decide(review, { decision: 'CONFIRM', justification: 'needed' });
    await people.send();
    expect(server.mails).toEqual([]);
    const [skipped] = await people.deliveries(channel);
    expect(skipped?.attempts[0]?.error).toContain('answered or passed on');
  });

  test('has no other header, recipient or element, whatever people and assets are called', async () => {
    const server = await mailServer();
    await people.channel(mailChannel(server));
    await world.import([
      { kind: 'principal', id: 'nasty', display_name: NASTY, type: 'user', email: 'nasty@x.example' },
      { kind: 'asset', id: 'trap', name: NASTY, type: 'table', platform: 'fabric', owner_id: 'nasty' },
      {
        kind: 'grant',
        id: 'g-trap',
        principal_id: 'ann',
        asset_id: 'trap',
        permission: 'read',
        granted_at: '2020-01-01T00:00:00Z',
      },
    ]);
    await ask('ann', 'trap');
    await people.send();
    const [mail] = server.mails as [MailServer['mails'][number]];
    expect(mail.to).toEqual(['nasty@x.example']);
    expect(mail.headers.has('bcc')).toBe(false);
    expect(mail.html).not.toContain('<script');
    expect(mail.html).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt; Bcc: evil@x.example &amp; &quot;Co&quot;',
    );
    expect(mail.headers.get('subject')).toContain('<script>');
  });
});

describe('many at once', () => {
  test('are one message, the most urgent first, the rest counted', async () => {
    const server = await mailServer();
    const chat = await receiver(answerWith(200, {}, 'ok'));
    const channel = await people.channel(mailChannel(server, { gather_seconds: 60 }));
    await people.channel({ kind: 'slack', settings: { url: chat.url, gather_seconds: 60 } });
    const count = 500;
    await world.import(
      Array.from({ length: count }, (_, n) => [
        {
          kind: 'asset',
          id: `many-${n}`,
          name: `many ${n}`,
          type: 'table',
          platform: 'fabric',
          owner_id: 'olaf',
        },
        {
          kind: 'grant',
          id: `g-many-${n}`,
          principal_id: 'ann',
          asset_id: `many-${n}`,
          permission: 'read',
          granted_at: '2020-01-01T00:00:00Z',
        },
      ]).flat(),
    );
    await world.drain();
    // Packets come from several transactions, as after a change of the policy.
    await world.sweep();
    await people.send();
    expect(server.mails).toHaveLength(0);
    people.ahead = 61_000;
    await people.send();
    const mails = server.mails.filter(({ to }) => to[0] === 'olaf@x.example');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.headers.get('subject')).toMatch(/^5\d\d access reviews need you$/);
    expect(mails[0]?.text).toMatch(/The 10 most urgent are below; 4\d\d more are in the list\./);
    expect(mails[0]?.text.match(/Does Ann still need/g)).toHaveLength(10);
    expect(mails[0]?.text).toContain('https://lapse.example/reviews\n');
    expect(chat.arrivals).toHaveLength(1);
    const statuses = (await people.deliveries(channel)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 'delivered').length).toBeLessThanOrEqual(3);
    expect(statuses).not.toContain('pending');
  });
});

describe('the mail server', () => {
  test.each(['starttls', 'tls'] as const)('is spoken to by %s, with user and password', async (security) => {
    const server = await mailServer({ security, auth: true });
    const { user: username, password } = MAIL_USER;
    await people.channel(mailChannel(server, { security, username, password }));
    await ask();
    await people.send();
    expect(server.mails).toMatchObject([{ secure: true, user: 'lapse', to: ['olaf@x.example'] }]);
  });

  test('without STARTTLS gets nothing when it is required', async () => {
    const server = await mailServer({ security: 'none', auth: true });
    const { user: username, password } = MAIL_USER;
    const channel = await people.channel(mailChannel(server, { security: 'starttls', username, password }));
    await ask();
    await people.send();
    expect(server.mails).toEqual([]);
    const [delivery] = await people.deliveries(channel);
    expect(delivery).toMatchObject({ status: 'pending' });
    expect(delivery?.attempts[0]?.error).toMatch(/STARTTLS|encrypted/i);
  });

  test('that is not who its certificate says gets nothing', async () => {
    const server = await mailServer({ security: 'starttls' });
    const channel = await people.channel(
      mailChannel(server, { host: 'other.localhost', security: 'starttls' }),
    );
    await ask();
    await people.send();
    expect(server.mails).toEqual([]);
    expect((await people.deliveries(channel))[0]).toMatchObject({ status: 'pending' });
  });

  test('that refuses the password is told of, and tried again', async () => {
    const server = await mailServer({ auth: true });
    const wrong = { username: 'lapse', password: 'wrong-secret-42' };
    const channel = await people.channel(mailChannel(server, wrong));
    await ask();
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
    const server = await mailServer();
    server.refusals.set('olaf@x.example', { code: 450, message: 'greylisted', times: 1 });
    const channel = await people.channel(mailChannel(server));
    await ask();
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
    const server = await mailServer();
    server.refusals.set('olaf@x.example', { code: 550, message: 'no such user', times: 9 });
    const channel = await people.channel(mailChannel(server));
    await ask();
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
    const slack = await receiver(answerWith(200, {}, 'ok'));
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
    const review = await ask('ann', 'trap');
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
    const teams = await receiver(answerWith(202));
    await people.channel({ kind: 'teams', settings: { url: teams.url, gather_seconds: 0 } });
    const review = await ask();
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

  test('is told of packets that nobody is asked about', async () => {
    const slack = await receiver(answerWith(200));
    await people.channel({ kind: 'slack', settings: { url: slack.url, gather_seconds: 0 } });
    await ask('cid', 'crm').catch(() => {});
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
    await ask('cid', 'crm');
    await people.send();
    expect(slack.arrivals[0]?.body).toContain('Nobody could be asked');
  });

  test('that fails is tried again, and one that is gone is disabled', async () => {
    const slack = await receiver(answerWith(500, {}, 'oops'));
    const channel = await people.channel({ kind: 'slack', settings: { url: slack.url, gather_seconds: 0 } });
    await ask();
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

describe('who is told', () => {
  test('nobody, until a channel is set up', async () => {
    await ask();
    expect(
      await world.test.admin('SELECT 1 FROM notifications UNION ALL SELECT 1 FROM webhook_deliveries'),
    ).toEqual([]);
  });

  test('only of what the channel is for', async () => {
    const server = await mailServer();
    await people.channel({ ...mailChannel(server), occasions: ['escalated'] });
    await ask();
    await people.send();
    expect(server.mails).toEqual([]);
  });

  test('nobody of another tenant', async () => {
    const server = await mailServer();
    const slack = await receiver();
    await people.channel(mailChannel(server));
    await people.channel({ kind: 'slack', settings: { url: slack.url, gather_seconds: 0 } });
    const at = new Date().toISOString();
    const other = {
      id: 'e-b',
      principal_id: null,
      review_id: 'r-b',
      event_type: 'review.created',
      description: 'd',
      actor: 'system',
      at,
      data: { assigned_to_id: 'olaf' },
    };
    await world.test.db.transaction(world.test.tenants.b, (tx) => appendAuditEntries(tx, [other]));
    await people.send();
    expect(server.connections).toBe(0);
    expect(slack.arrivals).toEqual([]);
    expect(await world.test.admin('SELECT 1 FROM notifications')).toEqual([]);
  });

  test('nobody, when what happened is rolled back', async () => {
    const server = await mailServer();
    await people.channel(mailChannel(server));
    const at = new Date().toISOString();
    const entry = {
      id: 'e-a',
      principal_id: null,
      review_id: 'r-a',
      event_type: 'review.created',
      description: 'd',
      actor: 'system',
      at,
      data: { assigned_to_id: 'olaf' },
    };
    await expect(
      world.test.db.transaction(world.tenant, async (tx) => {
        await appendAuditEntries(tx, [entry]);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await people.send();
    expect(server.connections).toBe(0);
  });
});

test('mails of other kinds go to the addresses that are given, once each', async () => {
  const server = await mailServer();
  const order = {
    id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f',
    created_at: new Date().toISOString(),
    recipients: ['ann@x.example', 'bad\r\nRCPT TO:<evil@x.example>', 'ann@x.example'],
    subject: 'Your report is ready',
    paragraphs: ['The report of October is ready.'],
    link: { label: 'Download', url: 'https://lapse.example/v1/reports/1/download' },
  };
  const enqueue = () => world.test.db.transaction(world.tenant, (tx) => enqueueEmails(tx, order));
  expect(await enqueue()).toBe(0);
  const channel = await people.channel(mailChannel(server));
  expect(await enqueue()).toBe(2);
  await enqueue();
  await people.send();
  expect(server.mails).toMatchObject([{ to: ['ann@x.example'] }]);
  expect(server.mails[0]?.text).toContain('Download: https://lapse.example/v1/reports/1/download');
  expect((await people.deliveries(channel)).map(({ status }) => status).sort()).toEqual([
    'delivered',
    'skipped',
  ]);
});
