import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { MailServer } from '../../test/support/mail-server.ts';
import {
  createNotificationWorld,
  mailChannel,
  NASTY,
  type NotificationWorld,
} from '../../test/support/notification-world.ts';
import { createReviewWorld, type ReviewWorld } from '../../test/support/review-world.ts';
import { answerWith } from '../../test/support/webhook-receiver.ts';
import { appendAuditEntries } from '../audit/entries.sql.ts';
import { enqueueEmails } from './send/emails.sql.ts';

const DAY = 86_400_000;

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

const assign = (id: string, assigned_to_id: string) =>
  world.call({ method: 'POST', url: `/v1/reviews/${id}/reassign`, payload: { assigned_to_id } });

describe('a mail', () => {
  test('asks the assigned reviewer one plain question, with evidence, deadline and link', async () => {
    const server = await people.mailServer();
    const channel = await people.channel(mailChannel(server));
    const review = await people.ask();
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
      expect(body).toMatch(/(No use is known in the|Unused for) \d+ days/);
      expect(body).toContain('holds PII');
      expect(body).toMatch(
        /Risk: \w+, score \d+ of 100\. Recommendation: \w+\. Due: \d\d \w{3} \d{4} \d\d:\d\d UTC\./,
      );
      expect(body).toContain(`https://lapse.example/reviews/${review}`);
    }
    expect(mail.html).toContain('<html lang="en">');
  });

  test('is sent for reassignment, reminder, escalation and the end', async () => {
    const server = await people.mailServer();
    await people.channel(mailChannel(server));
    const review = await people.ask();
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
    // Other reviews become due on the same days, and are told in the same mails.
    const about = (line: string) =>
      server.mails
        .filter(({ text }) => text.includes(`Does Ann still need read access to wiki?\n${line}`))
        .map(({ to }) => to[0]);
    expect(about('It still waits for your answer.')).toContain('olaf@x.example');
    expect(about('It was passed on to you.')).toEqual(['mia@x.example']);
    expect(about('It was not answered in time; the review has ended.')).toEqual(['mia@x.example']);
  });

  test('is skipped, visibly, when the reviewer has no address', async () => {
    const server = await people.mailServer();
    const channel = await people.channel(mailChannel(server));
    const review = await people.ask();
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
    const server = await people.mailServer();
    const channel = await people.channel(mailChannel(server));
    const review = await people.ask();
    await world.decide(review, { decision: 'CONFIRM', justification: 'needed' });
    await people.send();
    expect(server.mails).toEqual([]);
    const [skipped] = await people.deliveries(channel);
    expect(skipped?.attempts[0]?.error).toContain('answered or passed on');
  });

  test('has no other header, recipient or element, whatever people and assets are called', async () => {
    const server = await people.mailServer();
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
    await people.ask('ann', 'trap');
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
    const server = await people.mailServer();
    const chat = await people.receiver(answerWith(200, {}, 'ok'));
    const channel = await people.channel(mailChannel(server, { gather_seconds: 60 }));
    await people.channel({ kind: 'slack', settings: { url: chat.url, gather_seconds: 60 } });
    const count = 500;
    const payload = { review: { weekly_budget: null } };
    expect((await world.call({ method: 'PUT', url: '/v1/policy', payload })).statusCode).toBe(200);
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
    // Reviews come from several transactions, as after a change of the policy.
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

describe('who is told', () => {
  test('nobody, until a channel is set up', async () => {
    await people.ask();
    expect(
      await world.test.admin('SELECT 1 FROM notifications UNION ALL SELECT 1 FROM webhook_deliveries'),
    ).toEqual([]);
  });

  test('only of what the channel is for', async () => {
    const server = await people.mailServer();
    await people.channel({ ...mailChannel(server), occasions: ['escalated'] });
    await people.ask();
    await people.send();
    expect(server.mails).toEqual([]);
  });

  test('nobody of another tenant', async () => {
    const server = await people.mailServer();
    const slack = await people.receiver();
    await people.channel(mailChannel(server));
    await people.channel({ kind: 'slack', settings: { url: slack.url, gather_seconds: 0 } });
    const at = new Date().toISOString();
    const other = {
      id: 'e-b',
      principal_id: null,
      review_id: 'r-b',
      event_type: 'review.created' as const,
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
    const server = await people.mailServer();
    await people.channel(mailChannel(server));
    const at = new Date().toISOString();
    const entry = {
      id: 'e-a',
      principal_id: null,
      review_id: 'r-a',
      event_type: 'review.created' as const,
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
  const server = await people.mailServer();
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
