import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  comes,
  decisionsOf,
  logged,
  OLAF,
  openService,
  people,
  provider,
  service,
  stateOf,
  UNDECIDED,
  useDecidingWorld,
  world,
} from '../../../../test/support/deciding-world.ts';
import type { MailServer } from '../../../../test/support/mail-server.ts';
import { mailChannel } from '../../../../test/support/notification-world.ts';
import { formatToken } from '../link-pages/link-token.rules.ts';
import { forgetDecisionLinks } from './decision-links.sql.ts';

useDecidingWorld();

let mailbox: MailServer;
let channel: string;

async function mailing(settings: object = { decide_links: true }): Promise<void> {
  await openService();
  mailbox = await people.mailServer();
  channel = await people.channel(mailChannel(mailbox, settings));
}

const linkIn = (text = mailbox.mails.at(-1)?.text ?? ''): string | null =>
  /Decide without signing in: https:\/\/lapse\.example(\/decide\/\S+)/.exec(text)?.[1] ?? null;

/** A review of ann's access to the wiki, about which olaf has a mail with a link. */
async function asked(): Promise<{ review: string; link: string }> {
  await mailing();
  expect(await comes(OLAF)).toBe(200);
  const review = await people.ask();
  await people.send();
  return { review, link: linkIn() as string };
}

const open = (url: string) => world.call({ method: 'GET', url });
const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  world.call({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
  });

const KEEP = { decision: 'CONFIRM', reason: 'Quarterly close.' };
const REVOKE = { decision: 'REVOKE', reason: 'She changed teams.' };

describe('the page', () => {
  test('shows what matters of the evidence without scripts, and no cache or other site may have it', async () => {
    const { link } = await asked();
    const page = await open(link);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; style-src 'sha256-/),
    });
    expect(page.headers['set-cookie']).toBeUndefined();
    for (const said of [
      '<h1>Does Ann still need wiki?</h1>',
      '<dd>read on wiki (fabric)</dd>',
      '<dd>no use is known</dd>',
      ' of 100: ',
      '<dt>Recommendation</dt>',
      '<dt>Due</dt>',
      'manual_trigger',
      'Keep the access',
      'Revoke the access',
    ])
      expect(page.body).toContain(said);
    expect(page.body).not.toMatch(/<script|javascript:|\son\w+=|https?:/i);
    expect(page.body).not.toContain(link.split('/').at(-1));
  });

  test('decides nothing, however often it is opened or a form without a decision or reason is sent', async () => {
    const { review, link } = await asked();
    for (let n = 0; n < 3; n += 1) expect((await open(link)).statusCode).toBe(200);
    expect((await world.call({ method: 'HEAD', url: link })).statusCode).toBe(200);
    for (const fields of [
      {},
      { decision: 'REVOKE' },
      { reason: 'x' },
      { decision: 'ESCALATE', reason: 'x' },
    ]) {
      const again = await post(link, fields as Record<string, string>);
      expect([again.statusCode, again.body.includes('role="alert"')]).toEqual([400, true]);
    }
    expect((await world.call({ method: 'POST', url: link, payload: KEEP })).statusCode).toBe(400);
    expect((await post(link, { ...KEEP, reason: 'x'.repeat(20_000) })).statusCode).toBe(413);
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }])
      expect((await post(link, REVOKE, headers as Record<string, string>)).statusCode).toBe(403);
    expect(await stateOf(review)).toEqual(UNDECIDED);
  });
});

describe('a decision by the link', () => {
  test('is that of the reviewer, and says by which way it came', async () => {
    const { review, link } = await asked();
    const answer = await post(link, REVOKE);
    expect([answer.statusCode, answer.body]).toEqual([
      200,
      expect.stringContaining('you revoked the access'),
    ]);
    expect(await stateOf(review)).toEqual({ status: 'DECIDED', decided: 2 });
    const decided = { decision: 'REVOKE', reason: 'She changed teams.', decided_by: 'olaf@x.example' };
    expect(await decisionsOf(review)).toEqual([decided, decided]);
    const [entry] = (await world.events('review.decided')).filter(({ review_id }) => review_id === review);
    expect(entry).toMatchObject({
      actor: 'olaf@x.example',
      data: { through: 'mail', mailed_to: 'olaf@x.example', reviewer: 'olaf@x.example' },
    });
    const begun = await world.test.admin('SELECT requested_by FROM remediations WHERE review_id = $1', [
      review,
    ]);
    expect(begun).toEqual([{ requested_by: 'olaf@x.example' }, { requested_by: 'olaf@x.example' }]);
  });

  test('is the same decider as in the dashboard', async () => {
    const { review, link } = await asked();
    await post(link, KEEP);
    const [byMail] = await decisionsOf(review);
    const other = await people.ask();
    const token = provider.sign({ tid: 'tenant-a', roles: ['service.reviewer'], ...OLAF });
    await service.call({
      method: 'POST',
      url: `/v1/reviews/${other}/decide`,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
      payload: { decision: 'CONFIRM', justification: 'Quarterly close.' },
    });
    expect((await decisionsOf(other))[0]).toEqual(byMail);
  });

  test('counts once, also of two clicks at once, and is shown again to whoever sends it again', async () => {
    const { review, link } = await asked();
    const both = await Promise.all([post(link, KEEP), post(link, REVOKE)]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await stateOf(review)).status).toBe('DECIDED');
    const words = new Set((await decisionsOf(review)).map(({ decision }) => decision));
    expect(words.size).toBe(1);
    const said = words.has('REVOKE') ? 'you revoked the access' : 'you kept the access';
    for (const { body } of both) expect(body).toContain(said);
    expect((await post(link, words.has('REVOKE') ? KEEP : REVOKE)).body).toContain(said);
    expect((await open(link)).statusCode).toBe(404);
  });
});

describe('a link ends', () => {
  const refusedBy = async (link: string, review: string, expected = 404) => {
    for (const page of [await open(link), await post(link, REVOKE)]) expect(page.statusCode).toBe(expected);
    expect((await stateOf(review)).decided).toBe(0);
  };

  test('with the review', async () => {
    const { review, link } = await asked();
    await world.decide(review, { decision: 'CONFIRM', justification: 'needed' });
    for (const page of [await open(link), await post(link, REVOKE)])
      expect([page.statusCode, page.body]).toEqual([410, expect.stringContaining('closed meanwhile')]);
    expect((await decisionsOf(review)).map(({ decision }) => decision)).toEqual(['CONFIRM', 'CONFIRM']);
  });

  test('when the review is given to somebody else, also by escalation', async () => {
    const { review, link } = await asked();
    await world.call({
      method: 'POST',
      url: `/v1/reviews/${review}/reassign`,
      payload: { assigned_to_id: 'mia' },
    });
    await refusedBy(link, review);
  });

  test('when they come without the role, whoever remembers them otherwise', async () => {
    const { review, link } = await asked();
    expect(await comes(OLAF, [])).toBe(200);
    await refusedBy(link, review);
    expect(await comes(OLAF)).toBe(200);
    expect((await open(link)).statusCode).toBe(200);
    // What is refused for lack of the role says so too.
    await service.app.close();
    await openService();
    expect(await comes(OLAF, [], '/v1/decisions')).toBe(403);
    await refusedBy(link, review);
  });

  test('when they were not seen for thirty days, or their account is disabled', async () => {
    const { review, link } = await asked();
    await world.test.admin('UPDATE principals SET disabled = true WHERE id = $1', ['olaf']);
    await refusedBy(link, review);
    await world.test.admin('UPDATE principals SET disabled = false WHERE id = $1', ['olaf']);
    await world.test.admin("UPDATE seen_reviewers SET seen_at = now() - interval '31 days'");
    await refusedBy(link, review);
  });

  test('when a rule forbids it: about themselves, or in a group that it is about', async () => {
    const { review, link } = await asked();
    await world.test.admin("UPDATE reviews SET principal_id = 'olaf' WHERE id = $1", [review]);
    await refusedBy(link, review);
    await world.test.admin("UPDATE reviews SET principal_id = 'ann' WHERE id = $1", [review]);
    expect((await open(link)).statusCode).toBe(200);
  });

  test('when the directory means somebody else by that name', async () => {
    const { review, link } = await asked();
    await world.test.admin("UPDATE identities SET principal_id = 'mia' WHERE external_id = 'oid-of-olaf'");
    await refusedBy(link, review);
    await world.test.admin("UPDATE identities SET principal_id = 'olaf' WHERE external_id = 'oid-of-olaf'");
  });

  test('with its time, and is forgotten', async () => {
    const { review, link } = await asked();
    await world.test.admin("UPDATE decision_links SET expires_at = now() - interval '1 second'");
    await refusedBy(link, review);
    await world.test.db.transaction(world.tenant, forgetDecisionLinks);
    expect(await world.test.admin('SELECT FROM decision_links')).toEqual([]);
  });

  test('and has one page then, whatever it was, also in another tenant', async () => {
    const { review, link } = await asked();
    const { body: unknown } = await open(`/decide/${formatToken(world.tenant, Buffer.alloc(32, 1))}`);
    const token = link.split('/').at(-1) as string;
    const foreign = token.replace(/^\d+/, String(world.test.tenants.b));
    await world.test.admin(
      `INSERT INTO decision_links (tenant_id, token_hash, review_id, reviewer_id, mailed_to, expires_at)
       SELECT $1, sha256($2::bytea), review_id, reviewer_id, mailed_to, expires_at FROM decision_links`,
      [world.test.tenants.b, Buffer.from(foreign)],
    );
    for (const url of [
      `/decide/${token.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))}`,
      `/decide/${foreign}`,
      '/decide/nonsense',
    ])
      for (const page of [await open(url), await post(url, REVOKE)])
        expect([url, page.statusCode, page.body === unknown]).toEqual([url, 404, true]);
    // A link of one kind is none of the other.
    expect((await open(`/holder/${token}`)).statusCode).toBe(404);
    expect(await stateOf(review)).toEqual(UNDECIDED);
  });
});

describe('a mail', () => {
  test('has no link unless the channel says so, nor for somebody who was not seen with the role', async () => {
    await mailing({});
    await comes(OLAF);
    await people.ask();
    await people.send();
    expect([mailbox.mails.length, linkIn()]).toEqual([1, null]);
    await people.reset();
    await world.test.admin('TRUNCATE seen_reviewers');
    await service.app.close();
    await mailing();
    await people.ask();
    await people.send();
    expect([mailbox.mails.length, linkIn()]).toEqual([1, null]);
    expect(mailbox.mails[0]?.text).toContain('Open the review: https://lapse.example/reviews/');
  });

  test('says what the link is, and each attempt has one of its own that is as good', async () => {
    await mailing();
    await comes(OLAF);
    const review = await people.ask();
    await people.send();
    const first = linkIn() as string;
    expect(mailbox.mails[0]?.text).toContain('do not pass this message on');
    const [delivery] = await people.deliveries(channel);
    await world.call({
      method: 'POST',
      url: `/v1/notifications/channels/${channel}/deliveries/${delivery?.id}/redeliver`,
      headers: { 'idempotency-key': randomUUID() },
    });
    await people.send();
    expect(linkIn()).not.toBe(first);
    await post(first, KEEP);
    expect((await post(linkIn() as string, REVOKE)).statusCode).toBe(410);
    expect((await stateOf(review)).status).toBe('DECIDED');
  });

  test('has the token, and nothing else has it', async () => {
    const { review, link } = await asked();
    const token = link.split('/').at(-1) as string;
    await open(link);
    await open(`${link}/more`);
    await open(`/%64ecide/${token}`);
    await post(link, KEEP);
    const seen = [
      ...logged,
      (await world.call({ url: `/v1/reviews/${review}` })).body,
      (await world.call({ url: `/v1/audit?review_id=${review}` })).body,
      (await world.call({ url: `/v1/notifications/channels/${channel}/deliveries` })).body,
      JSON.stringify(await world.test.admin('SELECT * FROM webhook_events')),
      JSON.stringify(await world.test.admin('SELECT * FROM webhook_deliveries')),
      JSON.stringify(await world.test.admin("SELECT encode(token_hash, 'hex') FROM decision_links")),
    ].join('\n');
    expect(seen).toContain('/decide/:token');
    expect(seen).not.toContain(token.split('-')[1]);
  });
});

test('whoever asked the holder is told of the answer', async () => {
  await mailing({});
  const review = await people.ask('ann', 'crm');
  const as = { ...OLAF };
  const token = provider.sign({ tid: 'tenant-a', roles: ['service.reviewer', 'service.admin'], ...as });
  const answer = await service.call({
    method: 'POST',
    url: `/v1/reviews/${review}/ask-holder`,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
  });
  expect(answer.statusCode).toBe(201);
  await people.send();
  const question = mailbox.mails.find(({ to }) => to[0] === 'ann@x.example');
  const [, link] = /https:\/\/lapse\.example(\/holder\/\S+)/.exec(question?.text ?? '') ?? [];
  const before = mailbox.mails.length;
  const kept = await post(link as string, { answer: 'keep', reason: 'Month-end <b>close</b>' });
  expect([kept.statusCode, kept.body]).toEqual([200, expect.stringContaining('Your answer is recorded')]);
  await people.send();
  const told = mailbox.mails.slice(before);
  expect(told.map(({ to }) => to[0])).toEqual(['olaf@x.example']);
  expect(told[0]?.headers.get('subject')).toBe('The holder has answered: Ann and crm');
  expect(told[0]?.text).toContain('The holder was asked, and has answered.');
  expect(told[0]?.text).toContain('Ann says they still need it: Month-end <b>close</b>. You still decide.');
  expect(told[0]?.html).toContain('&lt;b&gt;close&lt;/b&gt;');
});
