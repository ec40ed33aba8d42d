import { describe, expect, test } from 'vitest';
import { callerOf } from '../../../../test/support/callers.ts';
import {
  ask,
  asked,
  channel,
  KEEP,
  linkOf,
  mailbox,
  mailing,
  open,
  people,
  post,
  questionOf,
  useHolderWorld,
  world,
} from '../../../../test/support/holder-world.ts';
import type { ArrivedMail } from '../../../../test/support/mail-server.ts';
import type { Role } from '../../../gateway/roles.rules.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import { askHolder } from './ask-holder.ts';

useHolderWorld();

describe('asking', () => {
  test('mails one question, shows what was observed of it, and records who has asked', async () => {
    await mailing();
    const review = await people.ask();
    expect(await questionOf(review)).toBeNull();
    const { status, body } = await ask(review);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      asked_by: 'dev-admin',
      answer: null,
      sent_at: null,
      sent_to: null,
      failed_at: null,
    });
    expect(Date.parse(body.expires_at) - Date.parse(body.asked_at)).toBe(14 * DAY_MS);
    expect(await questionOf(review)).toEqual(body);
    await people.send();
    expect(mailbox.mails).toHaveLength(1);
    const [mail] = mailbox.mails as [ArrivedMail];
    expect(mail.to).toEqual(['ann@x.example']);
    expect(mail.headers.get('subject')).toBe('Do you still need read on wiki?');
    for (const text of [mail.text, mail.html]) {
      expect(text).toMatch(/No use of it is known since you got it on \d+ \w+ \d{4}\./);
      expect(text).toContain('dev-admin asks');
      expect(text).toContain(`https://lapse.example${linkOf()}`);
    }
    expect(await questionOf(review)).toMatchObject({
      sent_to: 'ann@x.example',
      sent_at: expect.any(String),
      failed_at: null,
    });
    const entries = await world.events('review.holder_asked');
    expect(entries.at(-1)).toMatchObject({
      actor: 'dev-admin',
      review_id: review,
      data: { principal_id: 'ann', asset_id: 'wiki', holder_question_id: body.id },
    });
  });

  test('says when it was last used', async () => {
    await mailing();
    await world.use('cid', 'wiki', Date.now() - DAY_MS);
    await world.import([
      { kind: 'principal', id: 'cid', display_name: 'Cid', type: 'user', email: 'cid@x.example' },
    ]);
    const review = await people.ask('cid', 'wiki');
    await ask(review);
    await people.send();
    expect(mailbox.mails.at(-1)?.text).toMatch(/You last used it on \d+ \w+ \d{4}\./);
  });

  test('is done once, whoever asks at the same time, until it is answered or over', async () => {
    await mailing();
    const review = await people.ask();
    const statuses = (await Promise.all([ask(review), ask(review), ask(review)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409]);
    await people.send();
    expect(mailbox.mails).toHaveLength(1);
    expect((await ask(review)).body.detail).toMatch(/^The holder was asked by dev-admin on /);
    await post(linkOf(), KEEP);
    expect((await ask(review)).status).toBe(201);
    await people.send();
    await world.test.admin("UPDATE holder_questions SET expires_at = now() - interval '1 second'");
    expect((await ask(review)).status).toBe(201);
  });

  test('is possible again where the mail reached nobody', async () => {
    await mailing();
    mailbox.refusals.set('ann@x.example', { code: 550, message: 'no such user', times: 1 });
    const review = await people.ask();
    await ask(review);
    await people.send();
    expect(await questionOf(review)).toMatchObject({
      sent_at: null,
      sent_to: null,
      failed_at: expect.any(String),
      mail_error: 'The mail server answered 550 to RCPT TO.',
    });
    expect((await ask(review)).status).toBe(201);
    await people.send();
    expect(mailbox.mails).toHaveLength(1);
    expect(await questionOf(review)).toMatchObject({
      failed_at: null,
      mail_error: null,
      sent_at: expect.any(String),
    });
  });

  test('again makes a link that arrived all the same good for nothing', async () => {
    const { review, link } = await asked();
    await world.test.admin('UPDATE holder_questions SET sent_at = NULL, sent_to = NULL, failed_at = now()');
    expect((await open(link)).statusCode).toBe(200);
    expect((await ask(review)).status).toBe(201);
    expect((await open(link)).statusCode).toBe(404);
    expect((await post(link, KEEP)).statusCode).toBe(404);
    await people.send();
    expect((await open(linkOf())).statusCode).toBe(200);
    expect(await questionOf(review)).toMatchObject({ answer: null });
  });

  test('is tried again like every mail, and a later success is what counts', async () => {
    await mailing();
    mailbox.refusals.set('ann@x.example', { code: 451, message: 'later', times: 1 });
    const review = await people.ask();
    await ask(review);
    await people.send();
    expect((await questionOf(review)).failed_at).not.toBeNull();
    people.ahead = 60_000;
    await people.send();
    expect(await questionOf(review)).toMatchObject({ failed_at: null, sent_to: 'ann@x.example' });
    expect((await open(linkOf())).statusCode).toBe(200);
  });

  test('is for whoever may decide the review, and admins', async () => {
    await mailing();
    const review_id = await people.ask();
    const askAs = (subject: string, role: Role, tenant = world.tenant) => {
      const caller = callerOf(tenant, { subject, roles: new Set([role]) });
      return world.test.db.transaction(tenant, (tx) => askHolder(tx, { review_id, caller, now: Date.now() }));
    };
    await expect(askAs('cid', 'service.reviewer')).rejects.toThrow('This review is assigned to Olaf');
    await expect(askAs('ann', 'service.reviewer')).rejects.toThrow('Nobody may decide about their own');
    await expect(askAs('cid', 'service.admin', world.test.tenants.b)).rejects.toThrow('There is no review');
    expect(await askAs('olaf', 'service.reviewer')).toMatchObject({ asked_by: 'olaf' });
    await people.send();
    expect(mailbox.mails.at(-1)?.text).toContain('Olaf asks, because this access on fabric is under review.');
    await world.test.admin('UPDATE holder_questions SET expires_at = asked_at');
    expect(await askAs('cid', 'service.admin')).toMatchObject({ asked_by: 'cid' });
  });

  test.each([
    ['robot', 'Robot is a service account'],
    ['team', 'Team is a group'],
    ['gone', 'the account of Gone is disabled'],
    ['bob', 'Bob has none'],
  ])('%s is refused, in words', async (principal, why) => {
    await mailing();
    const { status, body } = await ask(await people.ask(principal, 'crm'));
    expect(status).toBe(400);
    expect(body.detail).toEqual([
      {
        loc: ['review', 'principal_id'],
        msg: `expected an enabled person with an e-mail address; ${why}`,
        type: expect.any(String),
      },
    ]);
  });

  test('is refused where nothing sends mail, and leaves nothing', async () => {
    const review = await people.ask();
    const { status, body } = await ask(review);
    expect([status, body.detail[0].loc]).toEqual([400, ['notifications', 'channels']]);
    await mailing();
    await world.call({
      method: 'PATCH',
      url: `/v1/notifications/channels/${channel}`,
      payload: { enabled: false },
    });
    expect((await ask(review)).status).toBe(400);
    expect(await questionOf(review)).toBeNull();
    expect(
      await world.test.admin('SELECT FROM audit_entries WHERE review_id = $1 AND event_type = $2', [
        review,
        'review.holder_asked',
      ]),
    ).toEqual([]);
  });

  test('is refused of a review that is closed, or is none', async () => {
    await mailing();
    const review = await people.ask();
    await world.decide(review, { decision: 'CONFIRM', justification: 'needed' });
    expect(await ask(review)).toEqual({
      status: 409,
      body: { detail: 'The review is closed; there is nothing to ask any more.' },
    });
    expect((await ask('nothing')).status).toBe(404);
  });

  test('is not mailed once the review is closed', async () => {
    await mailing();
    const review = await people.ask();
    await ask(review);
    await world.decide(review, { decision: 'CONFIRM', justification: 'needed' });
    await people.send();
    expect(mailbox.mails).toEqual([]);
    const [skipped] = await people.deliveries(channel);
    expect(skipped).toMatchObject({ status: 'skipped', recipient: 'ann' });
    expect(await questionOf(review)).toMatchObject({ sent_at: null, failed_at: null });
  });
});
