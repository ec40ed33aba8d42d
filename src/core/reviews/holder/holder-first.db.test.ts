import { describe, expect, test } from 'vitest';
import {
  annIsAsked,
  askedFor,
  asset,
  DAYS,
  daysPass,
  get,
  keep,
  lastStep,
  mailbox,
  mailTo,
  people,
  release,
  reviewOf,
  SLA_MS,
  useHolderFirstWorld,
  world,
} from '../../../../test/support/holder-first-world.ts';
import { daysAgo } from '../../../../test/support/review-world.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import { fireTimers } from '../timers/fire-review-timers.ts';
import { endAllWaitsForHolders, endWaitsForHolders, holdersToAsk } from './holder-first.sql.ts';

useHolderFirstWorld();

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
