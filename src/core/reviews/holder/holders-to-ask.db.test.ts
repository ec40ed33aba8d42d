import { describe, expect, test } from 'vitest';
import {
  asset,
  channel,
  get,
  goesStale,
  mailTo,
  people,
  put,
  reviewOf,
  reviewsOf,
  useHolderFirstWorld,
  world,
} from '../../../../test/support/holder-first-world.ts';
import { daysAgo } from '../../../../test/support/review-world.ts';
import { HOLDER_QUESTIONS_MAX } from './holder-first.rules.ts';
import { holdersToAsk } from './holder-first.sql.ts';

useHolderFirstWorld();

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
