import { createHash, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { callerOf } from '../../../../test/support/callers.ts';
import type { MailServer } from '../../../../test/support/mail-server.ts';
import {
  createNotificationWorld,
  mailChannel,
  type NotificationWorld,
} from '../../../../test/support/notification-world.ts';
import { createReviewWorld, type ReviewWorld } from '../../../../test/support/review-world.ts';
import { slackUser, startSlack, TEAM } from '../../../../test/support/slack-server.ts';
import { answerWith } from '../../../../test/support/webhook-receiver.ts';
import { ROLES } from '../../../gateway/roles.rules.ts';

let world: ReviewWorld;
let people: NotificationWorld;

beforeAll(async () => {
  world = await createReviewWorld(undefined, {
    // "a olaf service.reviewer": the tenant, who, and the roles.
    authenticate:
      ({ tenants }) =>
      async (authorization) => {
        const [tenant, subject, ...roles] = (authorization ?? `a dev-admin ${ROLES.join(' ')}`).split(' ');
        return callerOf(tenant === 'b' ? tenants.b : tenants.a, {
          subject: subject as string,
          roles: new Set(ROLES.filter((role) => roles.includes(role))),
        });
      },
  });
  people = createNotificationWorld(world);
});
afterAll(async () => {
  await people.close();
  await world.close();
});
afterEach(async () => {
  await people.reset();
  await world.test.admin('TRUNCATE review_comments');
});

const OLAF = 'a olaf service.reviewer';

async function comment(review: string, payload: object, as = OLAF, headers: Record<string, string> = {}) {
  const answer = await world.call({
    method: 'POST',
    url: `/v1/reviews/${review}/comments`,
    payload,
    headers: { authorization: as, ...headers },
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function list(review: string, query = '', as = OLAF) {
  const url = `/v1/reviews/${review}/comments${query}`;
  const answer = await world.call({ url, headers: { authorization: as } });
  return { status: answer.statusCode, body: answer.json() };
}

const commentsOf = async (review: string, as = OLAF) =>
  (await world.call({ url: `/v1/reviews/${review}`, headers: { authorization: as } })).json().comments;

describe('a comment', () => {
  test('has its author, its instant and whom it mentions, with names, and is counted', async () => {
    const review = await people.ask();
    expect(await commentsOf(review)).toBe(0);
    const { status, body } = await comment(review, {
      text: ' Does the close\r\nneed it? ',
      mentions: ['mia', 'bob'],
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      review_id: review,
      author: 'olaf@x.example',
      author_name: 'Olaf',
      text: 'Does the close\nneed it?',
      mentions: [
        { principal_id: 'mia', principal_name: 'Mia' },
        { principal_id: 'bob', principal_name: 'Bob' },
      ],
      created_at: expect.any(String),
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const second = await comment(review, { text: 'It does.' }, 'a somebody service.auditor');
    expect(second.body).toMatchObject({ author: 'somebody', author_name: 'somebody', mentions: [] });
    expect((await list(review)).body).toMatchObject({
      items: [body, second.body],
      total: 2,
      next_cursor: null,
    });
    expect(await commentsOf(review)).toBe(2);
  });

  test('is in the trail with a hash of its text, and not with the text', async () => {
    const review = await people.ask();
    const text = 'He is on sick leave until May.';
    const { body } = await comment(review, { text, mentions: ['mia'] });
    const url = `/v1/audit?review_id=${review}&event_type=review.commented`;
    const [entry] = (await world.call({ url })).json().items;
    expect(entry).toMatchObject({
      actor: 'olaf@x.example',
      review_id: review,
      principal_id: 'ann',
      description: 'Olaf commented on the question whether Ann still needs wiki, and mentioned Mia.',
      data: {
        comment_id: body.id,
        mentions: ['mia'],
        text_hash: createHash('sha256').update(`${body.nonce}${text}`).digest('hex'),
      },
    });
    expect(JSON.stringify(await world.test.admin('SELECT * FROM audit_entries'))).not.toContain('sick leave');
  });

  test('can be made about a closed review too, and pages go through all of them, the newest last', async () => {
    const review = await people.ask();
    await world.decide(review, { decision: 'CONFIRM', justification: 'needed' });
    for (const text of ['one', 'two', 'three']) await comment(review, { text });
    const first = (await list(review, '?limit=2')).body;
    expect(first.items.map(({ text }: { text: string }) => text)).toEqual(['one', 'two']);
    const rest = (await list(review, `?limit=2&cursor=${encodeURIComponent(first.next_cursor)}`)).body;
    expect(rest).toMatchObject({ items: [{ text: 'three' }], total: 3, next_cursor: null });
    const other = await people.ask('ann', 'crm');
    expect((await list(other, `?cursor=${encodeURIComponent(first.next_cursor)}`)).status).toBe(400);
    expect((await list(other)).body.total).toBe(0);
  });

  test('cannot be changed or taken back, by the service either', async () => {
    const review = await people.ask();
    await comment(review, { text: 'one' });
    await expect(
      world.test.db.transaction(world.tenant, (tx) =>
        tx.query("UPDATE review_comments SET text = 'two' WHERE tenant_id = $1", [tx.tenant_id]),
      ),
    ).rejects.toThrow(/permission denied/);
    await expect(
      world.test.db.transaction(world.tenant, (tx) =>
        tx.query('DELETE FROM review_comments WHERE tenant_id = $1', [tx.tenant_id]),
      ),
    ).rejects.toThrow(/permission denied/);
  });
});

describe('who', () => {
  test('writes and reads: reviewers, admins and auditors', async () => {
    const review = await people.ask();
    for (const role of ['service.reviewer', 'service.admin', 'service.auditor']) {
      expect((await comment(review, { text: role }, `a cid ${role}`)).status).toBe(201);
      expect((await list(review, '', `a cid ${role}`)).status).toBe(200);
    }
    for (const who of ['a cid service.ingest', 'a cid']) {
      expect((await comment(review, { text: 'x' }, who)).status).toBe(403);
      expect((await list(review, '', who)).status).toBe(403);
      expect(await commentsOf(review, who)).toBeNull();
    }
    expect(await commentsOf(review)).toBe(3);
  });

  test('is of the tenant: to another one there is no such review, person or comment', async () => {
    const review = await people.ask();
    await comment(review, { text: 'ours' });
    const other = `b olaf ${ROLES.join(' ')}`;
    const refused = await comment(review, { text: 'theirs', mentions: ['mia'] }, other);
    expect([refused.status, refused.body.detail]).toEqual([404, `There is no review with this id.`]);
    expect((await list(review, '', other)).status).toBe(404);
    expect((await list(review)).body.total).toBe(1);
  });
});

describe('what is refused', () => {
  test.each([
    [{}, ['body', 'text']],
    [{ text: '' }, ['body', 'text']],
    [{ text: ' \n ' }, ['body', 'text']],
    [{ text: 7 }, ['body', 'text']],
    [{ text: 'x'.repeat(4_001) }, ['body', 'text']],
    [{ text: 'a\u0007b' }, ['body', 'text']],
    [{ text: 'a\u0000b' }, ['body', 'text']],
    [{ text: 'a\ud800b' }, ['body', 'text']],
    [{ text: 'x', mentions: 'mia' }, ['body', 'mentions']],
    [{ text: 'x', mentions: ['mia', 'mia'] }, ['body', 'mentions']],
    [{ text: 'x', mentions: Array.from({ length: 21 }, (_, n) => `p${n}`) }, ['body', 'mentions']],
    [{ text: 'x', mentions: ['mia', 'nobody'] }, ['body', 'mentions', 1]],
    [{ text: 'x', mentions: ['gone'] }, ['body', 'mentions', 0]],
    [{ text: 'x', mentions: ['team'] }, ['body', 'mentions', 0]],
    [{ text: 'x', mentions: [''] }, ['body', 'mentions', 0]],
  ])('names the field, case %#', async (payload, loc) => {
    const review = await people.ask();
    const { status, body } = await comment(review, payload);
    expect([status, body.detail[0].loc]).toEqual([400, loc]);
    expect(body.detail[0].msg).not.toBe('');
    expect((await list(review)).body.total).toBe(0);
  });

  test('an account that is linked to somebody is not mentioned: the person is', async () => {
    const review = await people.ask();
    await world.test.admin("UPDATE principals SET linked_to = 'mia' WHERE id = 'bob'");
    const refused = await comment(review, { text: 'x', mentions: ['mia', 'bob'] });
    await world.test.admin("UPDATE principals SET linked_to = NULL WHERE id = 'bob'");
    expect([refused.status, refused.body.detail[0].loc]).toEqual([400, ['body', 'mentions', 1]]);
  });

  test('4,000 characters are not too many, also of those that take two places', async () => {
    const review = await people.ask();
    expect((await comment(review, { text: '🙂'.repeat(4_000) })).status).toBe(201);
  });

  test('the comment after the five hundredth of a review, also of two at once', async () => {
    const review = await people.ask();
    await comment(await people.ask('ann', 'crm'), { text: 'about another' });
    await world.test.admin(
      `INSERT INTO review_comments (tenant_id, id, review_id, author, text, nonce, mentions, created_at)
       SELECT $1, 'c' || n, $2, 'x', 'x', '', '{}', now() FROM generate_series(1, 499) AS n`,
      [world.tenant, review],
    );
    const both = await Promise.all([comment(review, { text: 'one' }), comment(review, { text: 'two' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(both.find(({ status }) => status === 409)?.body.detail).toContain('at most 500 comments');
    expect(await commentsOf(review)).toBe(500);
  });
});

test('sent again with the same key, or at the same time, it is one comment', async () => {
  const review = await people.ask();
  const key = { 'idempotency-key': randomUUID() };
  const both = await Promise.all([
    comment(review, { text: 'x' }, OLAF, key),
    comment(review, { text: 'x' }, OLAF, key),
  ]);
  const again = await comment(review, { text: 'x' }, OLAF, key);
  expect(again.status).toBe(201);
  for (const { status, body } of both) if (status === 201) expect(body).toEqual(again.body);
  expect((await list(review)).body.total).toBe(1);
  expect((await comment(review, { text: 'y' }, OLAF, key)).status).toBe(409);
});

test('what fails between comment and entry leaves neither', async () => {
  const review = await people.ask();
  await world.test.admin(
    "ALTER TABLE audit_entries ADD CONSTRAINT broken CHECK (event_type <> 'review.commented') NOT VALID",
  );
  const failed = await comment(review, { text: 'x', mentions: ['mia'] });
  await world.test.admin('ALTER TABLE audit_entries DROP CONSTRAINT broken');
  expect(failed.status).toBe(500);
  expect((await list(review)).body.total).toBe(0);
});

describe('whoever is mentioned', () => {
  const subjects = ({ mails }: MailServer) => mails.map(({ to, headers }) => [to[0], headers.get('subject')]);

  test('gets a mail with the words, one each, and nobody else does', async () => {
    const review = await people.ask();
    const server = await people.mailServer();
    const channel = await people.channel({ ...mailChannel(server), occasions: ['mentioned'] });
    await comment(review, { text: 'Is this <b>yours</b>?\nI think so.', mentions: ['mia', 'bob', 'ann'] });
    await comment(review, { text: 'To nobody.' });
    await people.send();
    expect(subjects(server).sort()).toEqual([
      ['ann@x.example', 'A comment on an access review: Ann and wiki'],
      ['mia@x.example', 'A comment on an access review: Ann and wiki'],
    ]);
    const [mail] = server.mails;
    expect(mail?.text).toContain('Olaf mentioned you: Is this <b>yours</b>? I think so.');
    expect(mail?.text).toContain(`https://lapse.example/reviews/${review}`);
    expect(mail?.html).toContain('&lt;b&gt;yours&lt;/b&gt;');
    expect(mail?.text).not.toContain('asked to decide');
    const deliveries = await people.deliveries(channel);
    expect(deliveries.map(({ recipient, status }) => [recipient, status]).sort()).toEqual([
      ['ann', 'delivered'],
      ['bob', 'skipped'],
      ['mia', 'delivered'],
    ]);
  });

  test('is told of a closed review too, and of all comments in one message with what else there is', async () => {
    const review = await people.ask();
    const server = await people.mailServer();
    await people.channel(mailChannel(server, { gather_seconds: 60 }));
    for (const text of ['one', 'two', 'three', 'four']) await comment(review, { text, mentions: ['mia'] });
    await world.call({
      method: 'POST',
      url: `/v1/reviews/${review}/reassign`,
      payload: { assigned_to_id: 'mia' },
    });
    await comment(review, { text: 'five', mentions: ['mia'] });
    await people.send();
    expect(server.mails).toEqual([]);
    people.ahead = 61_000;
    await people.send();
    expect(subjects(server)).toEqual([['mia@x.example', 'Access review: Ann and wiki']]);
    const text = server.mails[0]?.text ?? '';
    expect(text).toContain('You are asked to decide.');
    expect(text).toContain('2 earlier comments that mention you can be read in the review.');
    for (const word of ['three', 'four', 'five']) expect(text).toContain(`Olaf mentioned you: ${word}`);
    expect(text).not.toContain('mentioned you: two');
    await world.test.admin(
      "UPDATE reviews SET status = 'DECIDED', closed_at = now(), evidence_json = $2 WHERE id = $1",
      [review, JSON.stringify((await world.call({ url: `/v1/reviews/${review}` })).json().evidence_json)],
    );
    await comment(review, { text: 'Thanks.', mentions: ['mia'] });
    people.ahead = 200_000;
    await people.send();
    expect(subjects(server)[1]).toEqual(['mia@x.example', 'A comment on an access review: Ann and wiki']);
    expect(server.mails[1]?.text).toContain('Olaf mentioned you: Thanks.');
    expect(server.mails[1]?.text).toContain('Was due: ');
  });

  test('hears it from an app of Slack, and a channel hears who wrote to whom, without the words', async () => {
    const review = await people.ask();
    const slack = await startSlack();
    slack.users.set('mia@x.example', slackUser('U0MIA', 'mia@x.example'));
    const settings = {
      bot_token: 'xoxb-1234567890-only-for-tests',
      signing_secret: 'a-signing-secret-of-32-characters',
      team_id: TEAM,
      api_url: slack.url,
      gather_seconds: 0,
    };
    await people.channel({ kind: 'slack', settings, occasions: ['mentioned'] });
    const teams = await people.receiver(answerWith(202));
    await people.channel({
      kind: 'teams',
      settings: { url: teams.url, gather_seconds: 0 },
      occasions: ['mentioned'],
    });
    await comment(review, { text: 'Only for you.', mentions: ['mia', 'ann'] });
    await people.send();
    const posts = slack.calls.filter(({ method }) => method === 'chat.postMessage');
    expect(JSON.stringify(posts)).toContain('Olaf mentioned you: Only for you.');
    expect(posts).toHaveLength(1);
    const cards = teams.arrivals.map(({ body }) => body);
    expect(cards).toHaveLength(1);
    expect(cards[0]).toContain('Olaf mentioned Mia and Ann in a comment.');
    expect(cards[0]).not.toContain('Only for you');
    await slack.close();
  });
});
