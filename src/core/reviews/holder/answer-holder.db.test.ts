import { describe, expect, test } from 'vitest';
import {
  answersOf,
  asked,
  KEEP,
  post,
  questionOf,
  RELEASE,
  remediationsOf,
  useHolderWorld,
  world,
} from '../../../../test/support/holder-world.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';

useHolderWorld();

describe('to keep it', () => {
  test('is what the holder says: the reviewer sees it and still decides', async () => {
    const { review, link } = await asked();
    const page = await post(link, KEEP);
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Quarterly close.')]);
    expect(await questionOf(review)).toMatchObject({
      answer: 'keep',
      reason: 'Quarterly close.',
      answered_at: expect.any(String),
    });
    expect(await answersOf(review)).toEqual({ status: 'PENDING', decided: 0 });
    const [entry] = (await world.events('review.holder_kept')).slice(-1);
    expect(entry).toMatchObject({
      actor: 'Ann (ann), the holder',
      review_id: review,
      data: { reason: 'Quarterly close.', mailed_to: 'ann@x.example' },
    });
    expect(
      (await world.decide(review, { decision: 'REVOKE', justification: 'Not this quarter.' })).status,
    ).toBe(200);
    expect(await questionOf(review)).toMatchObject({ answer: 'keep' });
  });

  test('is answered once: a repeat shows what was said, also if it says something else', async () => {
    const { review, link } = await asked();
    await post(link, KEEP);
    const again = await post(link, RELEASE);
    expect([again.statusCode, again.body]).toEqual([200, expect.stringContaining('you still need it')]);
    expect(await questionOf(review)).toMatchObject({ answer: 'keep' });
    expect(await answersOf(review)).toEqual({ status: 'PENDING', decided: 0 });
  });
});

describe('what the holder needs', () => {
  test('stands out of its group', async () => {
    const { review, link } = await asked();
    const kindsOf = async () => {
      const { items } = (await world.call({ url: '/v1/reviews/groups?by=asset' })).json();
      const exceptions = items.flatMap(
        (group: { exceptions: { review_id: string; why: { kind: string }[] }[] }) =>
          group.exceptions.filter((each) => each.review_id === review),
      );
      return exceptions.flatMap((each: { why: { kind: string }[] }) => each.why.map(({ kind }) => kind));
    };
    expect(await kindsOf()).not.toContain('holder');
    await post(link, KEEP);
    expect(await kindsOf()).toContain('holder');
  });

  test('is not revoked because the reviewer is silent', async () => {
    const setPolicy = (when_overdue: string) =>
      world.call({ method: 'PUT', url: '/v1/policy', payload: { review: { when_overdue } } });
    await setPolicy('revoke');
    const { review, link } = await asked();
    await post(link, KEEP);
    const now = world.now;
    world.now = now + 60 * DAY_MS;
    await world.sweep();
    world.now = now;
    await setPolicy('escalate');
    expect(await answersOf(review)).toEqual({ status: 'EXPIRED', decided: 0 });
    const ended = (await world.events('review.expired')).find(({ review_id }) => review_id === review);
    expect(ended?.data.reason).toContain('its holder says that they need it');
  });
});

describe('to give it up', () => {
  test('is a decision of the holder that goes the way of a revocation', async () => {
    const { review, link } = await asked();
    const page = await post(link, { ...RELEASE, reason: 'I moved to Claims.' });
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('you no longer need it')]);
    const shown = (await world.call({ url: `/v1/reviews/${review}` })).json();
    expect(shown).toMatchObject({
      status: 'DECIDED',
      holder_question: { answer: 'release', reason: 'I moved to Claims.' },
    });
    expect(shown.decisions).toHaveLength(2);
    expect(shown.decisions[0]).toMatchObject({
      decision: 'REVOKE',
      decided_by: 'Ann (ann), the holder',
      reason: 'The holder no longer needs it: I moved to Claims.',
    });
    expect(await remediationsOf(review)).toMatchObject([
      { grant_id: 'g-ann-wiki', requested_by: 'Ann (ann), the holder' },
      { grant_id: 'g-ann-wiki-team', requested_by: 'Ann (ann), the holder' },
    ]);
    const { items } = (await world.call({ url: `/v1/decisions?review_id=${review}` })).json();
    expect(items[0]).toMatchObject({
      decided_by_name: 'Ann (ann), the holder',
      audit_entry_id: expect.any(String),
    });
    const sentences = (await world.call({ url: `/v1/audit?review_id=${review}&limit=50` }))
      .json()
      .items.map(({ description }: { description: string }) => description);
    expect(sentences).toContain(
      'Ann, the holder, gave up read on wiki: The holder no longer needs it: I moved to Claims.',
    );
    expect(sentences).toContain('Ann gave up wiki, by the link in their mail: I moved to Claims.');
  });

  test('leaves alone what was decided by itself', async () => {
    const { review, link } = await asked();
    await world.decide(review, { grant_id: 'g-ann-wiki', decision: 'approve', reason: 'needed' });
    expect((await post(link, RELEASE)).statusCode).toBe(200);
    expect((await remediationsOf(review)).map(({ grant_id }) => grant_id)).toEqual(['g-ann-wiki-team']);
    expect(await answersOf(review)).toEqual({ status: 'DECIDED', decided: 2 });
  });

  test('and to keep it at the same time is one answer', async () => {
    const { review, link } = await asked();
    const pages = await Promise.all([
      post(link, RELEASE),
      post(link, KEEP),
      post(link, RELEASE),
      post(link, KEEP),
    ]);
    expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(new Set(pages.map(({ body }) => body)).size).toBe(1);
    const { answer } = await questionOf(review);
    const released = answer === 'release';
    expect(await answersOf(review)).toEqual({
      status: released ? 'DECIDED' : 'PENDING',
      decided: released ? 2 : 0,
    });
    expect(await remediationsOf(review)).toHaveLength(released ? 2 : 0);
  });

  test('is all or nothing: what fails between decision and answer has decided nothing', async () => {
    const { review, link } = await asked();
    await world.test.admin('ALTER TABLE holder_questions ADD CONSTRAINT broken CHECK (answer IS NULL)');
    const failed = await post(link, RELEASE);
    await world.test.admin('ALTER TABLE holder_questions DROP CONSTRAINT broken');
    expect([failed.statusCode, failed.body]).toEqual([500, expect.stringContaining('This did not work')]);
    expect(await answersOf(review)).toEqual({ status: 'PENDING', decided: 0 });
    expect(await remediationsOf(review)).toEqual([]);
    expect(
      await world.test.admin(
        "SELECT FROM audit_entries WHERE review_id = $1 AND event_type LIKE 'review.holder_%' AND event_type <> 'review.holder_asked'",
        [review],
      ),
    ).toEqual([]);
    expect((await post(link, RELEASE)).statusCode).toBe(200);
    expect(await answersOf(review)).toEqual({ status: 'DECIDED', decided: 2 });
  });
});
