import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MailServer } from '../../../../test/support/mail-server.ts';
import {
  createNotificationWorld,
  mailChannel,
  type NotificationWorld,
} from '../../../../test/support/notification-world.ts';
import {
  createReviewWorld,
  daysAgo,
  PEOPLE_AND_ACCESS,
  type ReviewWorld,
} from '../../../../test/support/review-world.ts';
import { type SlackServer, slackUser, startSlack, TEAM } from '../../../../test/support/slack-server.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import { weighAgain } from '../priority/weigh-again.ts';
import { fireTimers } from '../timers/fire-review-timers.ts';
import { HOLDER_QUESTIONS_MAX } from './holder-first.rules.ts';
import { endAllWaitsForHolders, endWaitsForHolders, holdersToAsk } from './holder-first.sql.ts';

const DAYS = 7;
/** Of what is critical. */
const SLA_MS = DAY_MS;

let world: ReviewWorld;
let people: NotificationWorld;
let mailbox: MailServer;
let channel: string;

beforeEach(async () => {
  world = await createReviewWorld(PEOPLE_AND_ACCESS);
  people = createNotificationWorld(world);
  mailbox = await people.mailServer();
  channel = await people.channel(mailChannel(mailbox));
  await put({ holder_first_days: DAYS });
});
afterEach(async () => {
  await people.reset();
  await people.close();
  await world.close();
});

const put = async (review: object) => {
  const answer = await world.call({ method: 'PUT', url: '/v1/policy', payload: { review } });
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  await world.drain();
};
const get = async (url: string) => (await world.call({ url })).json();
const asset = (n: number, more: object = {}) => ({
  kind: 'asset',
  id: `t${n}`,
  name: `table_${n}`,
  type: 'table',
  platform: 'fabric',
  classification: 'internal',
  owner_id: 'olaf',
  ...more,
});
/** Somebody has access that has gone stale. */
async function goesStale(principal_id = 'ann', n = 1, more: object = {}): Promise<void> {
  await world.import([
    asset(n, more),
    {
      kind: 'grant',
      id: `g-${principal_id}-${n}`,
      principal_id,
      asset_id: `t${n}`,
      permission: 'read',
      granted_at: daysAgo(300),
    },
  ]);
  await world.drain();
  await world.sweep();
}
const reviewsOf = async (principal_id = 'ann') =>
  (await get(`/v1/reviews?principal_id=${principal_id}&limit=100`)).items as {
    id: string;
    with_holder_until: string | null;
    reviewer_asked_at: string | null;
    due_at: string;
    created_at: string;
    status: string;
  }[];
const reviewOf = async (principal_id = 'ann') => {
  const [review] = await reviewsOf(principal_id);
  if (review === undefined) throw new Error('there is no review');
  return review;
};
/** Ann is asked first, by a mail. */
async function annIsAsked() {
  await goesStale();
  await people.send();
  const review = await reviewOf();
  return { id: review.id, review, link: linkIn(mailTo('ann')[0]?.text) };
}
const mailTo = (name: string) => mailbox.mails.filter(({ to }) => to.includes(`${name}@x.example`));
function linkIn(text = ''): string {
  const [, path] = /https:\/\/lapse\.example(\/holder\/\S+)/.exec(text) ?? [];
  if (path === undefined) throw new Error('the mail has no link');
  return path;
}
const answer = (url: string, fields: Record<string, string>) =>
  world.call({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: new URLSearchParams(fields).toString(),
  });
const keep = (url: string) => answer(url, { answer: 'keep', reason: 'Quarterly close.' });
const release = (url: string) => answer(url, { answer: 'release', reason: '', sure: 'yes' });
const daysPass = async (days: number) => {
  world.now += days * DAY_MS;
  await world.sweep();
};
const lastStep = async (id: string) => {
  const { workflow_id } = await get(`/v1/reviews/${id}`);
  const { steps } = await get(`/v1/workflows/${workflow_id}`);
  return steps.filter((step: { status: string }) => step.status === 'done').at(-1);
};
const askedFor = async (id: string) =>
  (await world.events('review.reviewer_asked')).filter(({ review_id }) => review_id === id);

describe('a review that a score opens', () => {
  test('is left to its holder first, and everything that shows it says until when', async () => {
    const before = world.now;
    const { id, review } = await annIsAsked();
    const until = isoInstant(before + DAYS * DAY_MS);
    expect(review).toMatchObject({
      status: 'PENDING',
      assigned_to_id: 'olaf',
      with_holder_until: until,
      reviewer_asked_at: null,
      due_at: isoInstant(before + DAYS * DAY_MS + SLA_MS),
      may_decide: true,
    });
    expect(mailbox.mails.map(({ to }) => to)).toEqual([['ann@x.example']]);
    expect(mailbox.mails[0]?.text).toContain('Lapse asks, because this access on fabric is under review.');
    const shown = await get(`/v1/reviews/${id}`);
    expect(shown.holder_question).toMatchObject({
      asked_by: 'system',
      answer: null,
      sent_to: 'ann@x.example',
    });
    const { steps } = await get(`/v1/workflows/${shown.workflow_id}`);
    expect(steps).toMatchObject([
      {
        step: 'opened',
        detail: `ann was asked first, as the holder; olaf is asked then, on ${until} at the latest.`,
      },
      { step: 'ask_reviewer', status: 'next', at: until },
    ]);
    const [created] = await world.events('review.created');
    expect(created?.data).toMatchObject({ assigned_to_id: 'olaf', with_holder_until: until });
    const { items } = await get('/v1/reviews/workload');
    expect(items).toMatchObject([
      { reviewer_id: 'olaf', open: 1, with_holder: 1, overdue: 0, asked_this_week: 1 },
    ]);
    const { items: groups } = await get('/v1/reviews/groups?by=asset');
    expect(groups[0].exceptions[0].why.map(({ kind }: { kind: string }) => kind)).toContain('with_holder');
    const sentences = (await get(`/v1/audit?review_id=${id}`)).items.map(
      ({ description }: { description: string }) => description,
    );
    expect(sentences).toContain('Lapse asks Ann before Olaf whether Ann still needs table_1.');
  });

  test('asks the reviewer with the words of a holder who keeps it', async () => {
    const { id, link } = await annIsAsked();
    const from = Date.now();
    expect((await keep(link)).statusCode).toBe(200);
    const review = await reviewOf();
    expect(review).toMatchObject({ status: 'PENDING', with_holder_until: null });
    const asked_at = Date.parse(review.reviewer_asked_at as string);
    expect(asked_at).toBeGreaterThanOrEqual(from);
    expect(review.due_at).toBe(isoInstant(asked_at + SLA_MS));
    expect(await lastStep(id)).toMatchObject({
      step: 'reviewer_asked',
      detail: 'The holder says that they still need it. olaf was asked.',
    });
    await people.send();
    expect(mailTo('olaf')).toHaveLength(1);
    expect(mailTo('olaf')[0]?.text).toContain('Quarterly close.');
    expect((await get(`/v1/reviews/${id}`)).holder_question).toMatchObject({ answer: 'keep' });
    expect(await askedFor(id)).toMatchObject([
      { actor: 'system', data: { assigned_to_id: 'olaf', due_at: review.due_at } },
    ]);
    // The reminder is that of the new deadline, and nobody is asked a second time.
    const [timer] = await world.test.admin('SELECT timer, timer_at FROM workflows WHERE review_id = $1', [
      id,
    ]);
    expect(timer).toEqual({ timer: 'reminder', timer_at: isoInstant(asked_at + SLA_MS / 2) });
    await daysPass(DAYS + 30);
    expect(await askedFor(id)).toHaveLength(1);
  });

  test('asks nobody when its holder gives it up', async () => {
    const { id, link } = await annIsAsked();
    expect((await release(link)).statusCode).toBe(200);
    await daysPass(DAYS + 1);
    await people.send();
    expect(await reviewOf()).toMatchObject({
      status: 'DECIDED',
      with_holder_until: null,
      reviewer_asked_at: null,
    });
    expect((await get(`/v1/reviews/${id}`)).decisions).toMatchObject([
      { decision: 'REVOKE', decided_by: 'Ann (ann), the holder' },
    ]);
    expect(await world.test.admin('SELECT grant_id FROM remediations WHERE review_id = $1', [id])).toEqual([
      { grant_id: 'g-ann-1' },
    ]);
    expect([mailTo('olaf'), await askedFor(id)]).toEqual([[], []]);
  });

  test('asks the reviewer when the days are over; an answer that comes later is evidence', async () => {
    const { id, link } = await annIsAsked();
    await daysPass(DAYS - 1);
    expect(await reviewOf()).toMatchObject({ with_holder_until: expect.any(String) });
    await daysPass(1);
    const review = await reviewOf();
    expect(review).toMatchObject({
      with_holder_until: null,
      reviewer_asked_at: isoInstant(world.now),
      due_at: isoInstant(world.now + SLA_MS),
    });
    expect(await lastStep(id)).toMatchObject({
      detail: 'The holder did not answer in 7 days. olaf was asked.',
    });
    await people.send();
    expect(mailTo('olaf')).toHaveLength(1);
    expect((await keep(link)).statusCode).toBe(200);
    expect(await askedFor(id)).toHaveLength(1);
    await people.send();
    expect(mailTo('olaf')[1]?.text).toContain('Quarterly close.');
    expect(await reviewOf()).toMatchObject({ due_at: review.due_at });
  });

  test('is decided by a reviewer who does not want to wait', async () => {
    const { id, link } = await annIsAsked();
    expect((await world.decide(id, { decision: 'REVOKE', justification: 'Left the team.' })).status).toBe(
      200,
    );
    expect(await reviewOf()).toMatchObject({ status: 'DECIDED', with_holder_until: null });
    expect((await keep(link)).statusCode).toBe(410);
    await daysPass(DAYS + 1);
    await people.send();
    expect([mailTo('olaf'), await askedFor(id)]).toEqual([[], []]);
  });

  test('goes to the contact at once when it is escalated', async () => {
    const { id } = await annIsAsked();
    const from = Date.now();
    const escalated = await world.decide(id, { decision: 'ESCALATE', justification: 'Not mine.' });
    expect([escalated.status, escalated.body]).toEqual([200, expect.anything()]);
    const review = await reviewOf();
    expect(review).toMatchObject({ status: 'ESCALATED', assigned_to_id: 'mia', with_holder_until: null });
    expect(Date.parse(review.due_at) - from).toBeLessThan(SLA_MS + DAY_MS / 2);
    await people.send();
    expect(mailTo('mia')).toHaveLength(1);
  });

  test('stays with its holder when it is given to another reviewer, who is told later', async () => {
    const { id } = await annIsAsked();
    const payload = { assigned_to_id: 'mia' };
    await world.call({ method: 'POST', url: `/v1/reviews/${id}/reassign`, payload });
    await people.send();
    expect([mailTo('mia'), mailTo('olaf')]).toEqual([[], []]);
    await daysPass(DAYS);
    await people.send();
    expect([mailTo('mia').length, mailTo('olaf').length]).toEqual([1, 0]);
  });

  test('is confirmed by a use, and asks nobody then', async () => {
    const { link } = await annIsAsked();
    world.now += DAY_MS;
    await world.use('ann', 't1');
    expect(await reviewOf()).toMatchObject({ status: 'DECIDED', with_holder_until: null });
    expect((await keep(link)).statusCode).toBe(410);
    await daysPass(DAYS);
    await people.send();
    expect(mailTo('olaf')).toEqual([]);
  });
});

describe('a question that reaches nobody', () => {
  test.each([
    ['is refused for good', 550],
    ['is tried as often as mails are, and refused', 451],
  ])('asks the reviewer at once when it %s', async (_, code) => {
    mailbox.refusals.set('ann@x.example', { code, message: 'no', times: 9 });
    await goesStale();
    for (let turn = 0; turn < 4; turn += 1) {
      await people.send();
      people.ahead += 600_000;
    }
    expect(mailTo('ann')).toEqual([]);
    await world.sweep();
    const { id, ...review } = await reviewOf();
    expect(review).toMatchObject({ with_holder_until: null, due_at: isoInstant(world.now + SLA_MS) });
    expect(await lastStep(id)).toMatchObject({
      detail: `The holder could not be asked: The mail server answered ${code} to RCPT TO. olaf was asked.`,
    });
  });

  test('is waited for while it is tried again', async () => {
    mailbox.refusals.set('ann@x.example', { code: 451, message: 'later', times: 1 });
    await goesStale();
    await people.send();
    await world.sweep();
    expect(await reviewOf()).toMatchObject({ with_holder_until: expect.any(String) });
    people.ahead += 600_000;
    await people.send();
    await world.sweep();
    expect(mailTo('ann')).toHaveLength(1);
    expect(await reviewOf()).toMatchObject({ with_holder_until: expect.any(String) });
  });

  describe('where Slack carries it as well', () => {
    let slack: SlackServer;
    beforeEach(async () => {
      slack = await startSlack();
      const settings = {
        bot_token: 'xoxb-1234567890-only-for-tests',
        signing_secret: 'a-signing-secret-of-32-characters',
        team_id: TEAM,
        api_url: slack.url,
      };
      await people.channel({ kind: 'slack', settings, occasions: ['overdue'] });
      return () => slack.close();
    });
    const refuse = (code: number, times: number) =>
      mailbox.refusals.set('ann@x.example', { code, message: 'no', times });

    test('is waited for when one of the two has arrived', async () => {
      slack.users.set('ann@x.example', slackUser('U0ANN', 'ann@x.example'));
      refuse(550, 1);
      await goesStale();
      await people.send();
      await world.sweep();
      const { id, with_holder_until } = await reviewOf();
      expect(with_holder_until).not.toBeNull();
      expect((await get(`/v1/reviews/${id}`)).holder_question).toMatchObject({
        sent_at: null,
        slack_sent_at: expect.any(String),
      });
      await daysPass(DAYS);
      expect(await lastStep(id)).toMatchObject({
        detail: 'The holder did not answer in 7 days. olaf was asked.',
      });
    });

    test('is waited for while one of them is tried again, and no longer when both have failed', async () => {
      refuse(451, 2);
      await goesStale();
      await people.send();
      await world.sweep();
      expect(await reviewOf()).toMatchObject({ with_holder_until: expect.any(String) });
      refuse(550, 1);
      people.ahead += 600_000;
      await people.send();
      await world.sweep();
      expect(await reviewOf()).toMatchObject({ with_holder_until: null });
    });

    test('needs no mail', async () => {
      await world.call({ method: 'DELETE', url: `/v1/notifications/channels/${channel}` });
      slack.users.set('ann@x.example', slackUser('U0ANN', 'ann@x.example'));
      await goesStale();
      await people.send();
      await world.sweep();
      expect(await reviewOf()).toMatchObject({ with_holder_until: expect.any(String) });
      expect(slack.latest('chat.postMessage').channel).toBe('U0ANN');
    });
  });

  test('because the account was disabled meanwhile asks the reviewer at once', async () => {
    await goesStale();
    await world.test.admin("UPDATE principals SET disabled = true WHERE id = 'ann'");
    await people.send();
    await world.sweep();
    const { id } = await reviewOf();
    expect(await lastStep(id)).toMatchObject({
      detail: 'The holder could not be asked: the account of Ann is disabled. olaf was asked.',
    });
    const deliveries = await people.deliveries(channel);
    expect(deliveries.map(({ status }) => status).sort()).toEqual(['pending', 'skipped']);
  });
});

describe('what changes meanwhile', () => {
  test('an account that is disabled after the mail is noticed when it is weighed again', async () => {
    const { id } = await annIsAsked();
    await world.test.admin("UPDATE principals SET disabled = true WHERE id = 'ann'");
    world.now += DAY_MS + 1;
    await weighAgain(world.context(), world.tenant);
    await world.sweep();
    expect(await lastStep(id)).toMatchObject({
      detail: 'The account of the holder is disabled. olaf was asked.',
    });
  });

  test('what is weighed again and not urgent stays with its holder', async () => {
    await annIsAsked();
    world.now += DAY_MS + 1;
    expect(await weighAgain(world.context(), world.tenant)).toBe(true);
    await world.sweep();
    expect(await reviewOf()).toMatchObject({ with_holder_until: expect.any(String) });
  });

  test('a policy that no longer asks holders asks the reviewers of what waits; another number changes nothing', async () => {
    const { id, review } = await annIsAsked();
    await put({ holder_first_days: 2 });
    await world.sweep();
    expect(await reviewOf()).toMatchObject({ with_holder_until: review.with_holder_until });
    await put({ holder_first_days: 0 });
    await world.sweep();
    expect(await lastStep(id)).toMatchObject({
      detail: 'The policy no longer has holders asked first. olaf was asked.',
    });
    await goesStale('ann', 2);
    expect((await reviewsOf()).map(({ with_holder_until }) => with_holder_until)).toEqual([null, null]);
  });

  test('a campaign about the same access waits for no holder', async () => {
    const { id } = await annIsAsked();
    const payload = { name: 'All', filter: { asset_ids: ['t1'] } };
    const made = await world.call({ method: 'POST', url: '/v1/campaigns', payload });
    expect([made.statusCode, made.body]).toEqual([made.statusCode, made.body]);
    await world.sweep();
    await world.sweep();
    expect(await lastStep(id)).toMatchObject({ detail: 'A campaign asks about it too. olaf was asked.' });
  });
});

describe('nobody is asked first', () => {
  const isAskedAtOnce = async (principal_id: string) => {
    const review = await reviewOf(principal_id);
    expect(review).toMatchObject({ with_holder_until: null, reviewer_asked_at: null });
    expect((await get(`/v1/reviews/${review.id}`)).holder_question).toBeNull();
  };

  test.each(['team', 'gone', 'bob'])('who cannot be: %s', async (principal_id) => {
    await goesStale(principal_id);
    await isAskedAtOnce(principal_id);
  });

  test('who has an address, but is a program, a group, disabled, or has a blank one', async () => {
    await world.import(
      [
        ['robot', 'service_account', false],
        ['crew', 'group', false],
        ['left', 'user', true],
        ['blank', 'user', false],
      ].map(([id, type, disabled]) => ({
        kind: 'principal',
        id,
        display_name: id,
        type,
        disabled,
        email: `${id}@x.example`,
      })),
    );
    await world.test.admin("UPDATE principals SET email = ' ' WHERE id = 'blank'");
    const found = await holdersToAsk(world.test.db.tenant(world.tenant), [
      'ann',
      'bob',
      'robot',
      'crew',
      'left',
      'blank',
      'nobody',
    ]);
    expect([...found]).toEqual([['ann', 0]]);
  });

  test('about what is asked by hand', async () => {
    await world.import([
      asset(1),
      {
        kind: 'grant',
        id: 'g1',
        principal_id: 'ann',
        asset_id: 't1',
        permission: 'read',
        granted_at: daysAgo(30),
      },
    ]);
    await world.drain();
    await people.ask('ann', 't1');
    await isAskedAtOnce('ann');
  });

  test('where no channel carries the question', async () => {
    const payload = { enabled: false };
    const url = `/v1/notifications/channels/${channel}`;
    const changed = await world.call({ method: 'PATCH', url, payload });
    expect([changed.statusCode, changed.body]).toEqual([200, changed.body]);
    await goesStale();
    await isAskedAtOnce('ann');
  });

  test('where the policy does not say so', async () => {
    await put({ holder_first_days: 0 });
    await goesStale();
    await isAskedAtOnce('ann');
  });

  test('about more than one person answers', async () => {
    await world.import(
      Array.from({ length: HOLDER_QUESTIONS_MAX + 2 }, (_, n) => [
        asset(n),
        {
          kind: 'grant',
          id: `g${n}`,
          principal_id: 'ann',
          asset_id: `t${n}`,
          permission: 'read',
          granted_at: daysAgo(300),
        },
      ]).flat(),
    );
    await world.drain();
    await world.sweep();
    const left = (await reviewsOf()).filter(({ with_holder_until }) => with_holder_until !== null);
    expect([(await reviewsOf()).length, left.length]).toEqual([
      HOLDER_QUESTIONS_MAX + 2,
      HOLDER_QUESTIONS_MAX,
    ]);
    await people.send();
    expect(mailTo('ann')).toHaveLength(HOLDER_QUESTIONS_MAX);
  });

  test.each([-1, 15, 1.5, '3', null])(
    'for %s days: the policy refuses that, by the name of the field',
    async (days) => {
      const payload = { review: { holder_first_days: days } };
      const refused = await world.call({ method: 'PUT', url: '/v1/policy', payload });
      expect([refused.statusCode, refused.json().errors ?? refused.json()]).toMatchObject([
        400,
        expect.anything(),
      ]);
      expect(refused.body).toContain('holder_first_days');
      expect(refused.body).toContain('expected a whole number from 0 to 14');
    },
  );
});

describe('whatever happens at the same time', () => {
  class Death extends Error {}

  test('the reviewer is asked once, by however many workers, also after one that died', async () => {
    const { id } = await annIsAsked();
    const now = world.now + DAYS * DAY_MS;
    const { db } = world.test;
    const dies = db.transaction(world.tenant, async (tx) => {
      expect(await fireTimers(tx, { now })).toBe(1);
      throw new Death();
    });
    await expect(dies).rejects.toThrow(Death);
    expect(await reviewOf()).toMatchObject({ with_holder_until: expect.any(String) });
    const fire = () => db.transaction(world.tenant, (tx) => fireTimers(tx, { now }));
    const fired = await Promise.all([fire(), fire(), fire()]);
    expect(fired.sort()).toEqual([0, 0, 1]);
    expect(await askedFor(id)).toHaveLength(1);
    world.now = now;
    await people.send();
    expect(mailTo('olaf')).toHaveLength(1);
  });

  test('an answer and the end of the days together ask once', async () => {
    const { id, link } = await annIsAsked();
    const now = world.now + DAYS * DAY_MS;
    const { db } = world.test;
    await Promise.all([
      keep(link),
      db.transaction(world.tenant, (tx) => fireTimers(tx, { now })),
      keep(link),
    ]);
    await db.transaction(world.tenant, (tx) => fireTimers(tx, { now }));
    expect(await askedFor(id)).toHaveLength(1);
    expect((await get(`/v1/reviews/${id}`)).holder_question).toMatchObject({ answer: 'keep' });
  });

  test('two sweeps ask a holder once', async () => {
    await world.import([
      asset(1),
      {
        kind: 'grant',
        id: 'g1',
        principal_id: 'ann',
        asset_id: 't1',
        permission: 'read',
        granted_at: daysAgo(300),
      },
    ]);
    await world.drain();
    await Promise.all([world.sweep(), world.sweep()]);
    await people.send();
    expect(mailTo('ann')).toHaveLength(1);
    expect(await world.test.admin('SELECT FROM holder_questions')).toHaveLength(1);
  });

  test('another tenant ends no wait, and has nobody to ask', async () => {
    const { id } = await annIsAsked();
    await world.test.db.transaction(world.test.tenants.b, async (tx) => {
      expect(await holdersToAsk(tx, ['ann'])).toEqual(new Map());
      await endAllWaitsForHolders(tx);
      await endWaitsForHolders(tx, [id]);
    });
    await world.sweep();
    expect(await reviewOf()).toMatchObject({ with_holder_until: expect.any(String) });
  });
});
