import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSyncWorld, type SyncWorld } from '../../../test/support/sync-world.ts';
import { maintainTenant } from '../../core/pipeline/maintain.ts';
import { beginWatching } from '../../core/scores/telemetry-gaps.sql.ts';

let world: SyncWorld;
beforeAll(async () => {
  world = await createSyncWorld();
});
afterAll(() => world.store.drop());
beforeEach(() => world.begin());

describe('telemetry', () => {
  const gaps = () => world.store.admin('SELECT platform, started_at, ended_at FROM telemetry_gaps');
  const lapse = async () =>
    (await world.store.admin('SELECT min(lapses_at) AS at FROM grant_scores'))[0]?.at as string;
  const aDayLater = async () => {
    world.now += 86_400_000;
    await maintainTenant(world.context, world.tenant);
    await world.settle();
  };

  test('that fails opens a gap; when it is back every lapse date on the platform is asked for', async () => {
    await world.sync();
    await world.settle();
    const before = Date.parse(await lapse());
    world.platform.isDown = true;
    await world.syncAgain();
    expect(await gaps()).toEqual([
      { platform: 'fake', started_at: '2026-06-01T12:00:00.000Z', ended_at: null },
    ]);
    expect(await world.connector()).toMatchObject({
      health: 'failing',
      failures: 1,
      error: 'the platform is down',
    });
    world.now += 5 * 86_400_000;
    world.platform.isDown = false;
    await world.syncAgain(0);
    expect(await gaps()).toMatchObject([{ ended_at: new Date(world.now).toISOString() }]);
    await world.settle();
    // Not watched for five days and some, which counts in whole days.
    expect(Date.parse(await lapse()) - before).toBe(6 * 86_400_000);
  });

  test.each([
    ['fails', { isDown: true }],
    ['sees no use any more', { observes_use: false }],
  ])(
    'of a connector that %s for days: no score rises meanwhile, and the end adds what is left',
    async (_, outage) => {
      await world.sync();
      await world.settle();
      const before = Date.parse(await lapse());
      Object.assign(world.platform, outage);
      await world.syncAgain();
      await world.settle();
      const days = async () => (Date.parse(await lapse()) - before) / 86_400_000;
      for (let day = 1; day <= 3; day++) {
        await aDayLater();
        expect(await days()).toBeGreaterThanOrEqual(day);
        expect(await days()).toBeLessThanOrEqual(day + 1);
        await maintainTenant(world.context, world.tenant);
        expect(await world.store.admin('SELECT 1 FROM recalculations')).toEqual([]);
        await world.syncAgain(0);
      }
      expect(await gaps()).toMatchObject([{ ended_at: null }]);
      world.platform.isDown = false;
      world.platform.observes_use = true;
      world.now += 43_200_000;
      await world.syncAgain(0);
      await world.settle();
      expect(await days()).toBe(4);
    },
  );

  test('of a connector that has never read any leaves the platform as it was', async () => {
    world.platform.isDown = true;
    await world.sync();
    expect(await world.connector()).toMatchObject({ health: 'failing', error: 'the platform is down' });
    expect(await gaps()).toEqual([]);
  });

  describe('of a platform that was just connected', () => {
    const isoDaysAgo = (days: number): string => new Date(world.now - days * 86_400_000).toISOString();
    const connectNow = () =>
      world.store.db.transaction(world.tenant, (tx) =>
        beginWatching(tx, { connector_id: 'c1', platform: 'fake' }, new Date(world.now).toISOString()),
      );
    /** When access that was never used lapses where all of its life was watched. */
    const lapseWhenWatched = async (): Promise<number> => {
      await world.sync();
      await world.settle();
      const at = Date.parse(await lapse());
      await world.emptyDirectory();
      return at;
    };

    test.each([
      ['does not remember use', null, 0],
      ['remembers use of four weeks', 28, 28],
      ['says it remembers what cannot be', 30_000, 0],
    ])('that %s, silence before is no evidence', async (_, remembered, observed_days) => {
      const watched = await lapseWhenWatched();
      const granted = Date.parse('2025-01-01T00:00:00Z');
      await connectNow();
      world.platform.observed_since = remembered === null ? null : isoDaysAgo(remembered);
      await world.syncAgain();
      await world.settle();
      const unobserved = Math.ceil((world.now - 400_000 - granted) / 86_400_000) - observed_days;
      expect((Date.parse(await lapse()) - watched) / 86_400_000).toBe(unobserved);
    });

    test('and shows no use: nothing comes nearer to its lapse date, a day at a time', async () => {
      await connectNow();
      world.platform.observes_use = false;
      await world.sync();
      await world.settle();
      const before = Date.parse(await lapse());
      await world.syncAgain();
      expect(await world.store.admin('SELECT 1 FROM recalculations')).toEqual([]);
      for (let day = 0; day < 3; day++) await aDayLater();
      expect(Date.parse(await lapse()) - before).toBe(3 * 86_400_000);
    });

    test('the stretch only ever becomes shorter, and then every lapse date is asked for', async () => {
      await connectNow();
      world.platform.observed_since = isoDaysAgo(28);
      await world.sync();
      await world.settle();
      const first = await gaps();
      world.platform.observed_since = isoDaysAgo(3);
      await world.syncAgain();
      expect(await gaps()).toEqual(first);
      world.platform.observed_since = isoDaysAgo(90);
      const before = Date.parse(await lapse());
      await world.syncAgain();
      expect(await gaps()).toMatchObject([{ ended_at: world.platform.observed_since }]);
      await world.settle();
      expect(before - Date.parse(await lapse())).toBe(62 * 86_400_000);
    });
  });

  test('that sees no use is a gap too', async () => {
    world.platform.observes_use = false;
    await world.sync();
    expect(await gaps()).toMatchObject([{ ended_at: null }]);
    expect(await world.connector()).toMatchObject({ last_use_read_at: null });
  });
});
