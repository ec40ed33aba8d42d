import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createReviewWorld, daysAgo, type ReviewWorld } from '../../../../test/support/review-world.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import { sweepTenant } from './sweep.ts';

const COUNT = 12;
/** Neither the first nor the last to be swept. */
const BAD = 'p-05';
let world: ReviewWorld;
let failures: string[];

beforeEach(async () => {
  failures = [];
  world = await createReviewWorld([
    { kind: 'principal', id: 'olaf', display_name: 'Olaf', type: 'user' },
    { kind: 'asset', id: 'wiki', name: 'wiki', type: 'table', platform: 'fabric', owner_id: 'olaf' },
    ...Array.from({ length: COUNT }, (_, n) => `p-${String(n).padStart(2, '0')}`).flatMap((id, n) => [
      { kind: 'principal', id, display_name: id, type: 'user' },
      {
        kind: 'grant',
        id: `g-${id}`,
        principal_id: id,
        asset_id: 'wiki',
        permission: 'read',
        granted_at: daysAgo(300 - n),
      },
    ]),
  ]);
  await world.test.admin(`CREATE FUNCTION refuse_poison() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'this row is poisoned'; END $$`);
});
afterEach(() => world.close());

const poison = (table: string, condition: string) =>
  world.test.admin(`CREATE TRIGGER poison BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW
    WHEN (${condition}) EXECUTE FUNCTION refuse_poison()`);

async function sweep(): Promise<void> {
  const context = { ...world.context(), onError: (error: Error) => void failures.push(error.message) };
  for (let turn = 0; turn < 100; turn += 1) if ((await sweepTenant(context, world.tenant)) === 0) return;
  throw new Error('the sweep does not come to rest');
}

const asked = async () =>
  (await world.test.admin("SELECT principal_id FROM reviews WHERE status <> 'DECIDED' ORDER BY 1")).map(
    (row) => row.principal_id,
  );
const letters = async () => (await world.call({ url: '/v1/events/dead-letters' })).json().items;
const everybody = Array.from({ length: COUNT }, (_, n) => `p-${String(n).padStart(2, '0')}`);
const others = everybody.filter((id) => id !== BAD);

test.each([
  ['crossing that cannot be told', null, `The crossing of grant g-${BAD} could not be told`],
  ['question that cannot be asked', 25, `Nobody could be asked about grant g-${BAD}`],
])(
  'one %s is set aside and shown; all others are asked about, and replayed it is too',
  async (_, budget, said) => {
    const payload = { review: { weekly_budget: budget } };
    expect((await world.call({ method: 'PUT', url: '/v1/policy', payload })).statusCode).toBe(200);
    await world.drain();
    await poison('reviews', `NEW.principal_id = '${BAD}'`);
    await sweep();
    expect(await asked()).toEqual(others);
    expect(failures).toEqual(['this row is poisoned']);
    expect(await letters()).toMatchObject([
      {
        recalculation: { grant_id: `g-${BAD}`, cause: 'time' },
        reason: `${said}: this row is poisoned`,
      },
    ]);
    await world.test.admin('DROP TRIGGER poison ON reviews');
    const replayed = await world.call({
      method: 'POST',
      url: '/v1/events/dead-letters/replay',
      payload: {},
      headers: { 'idempotency-key': uuidv7() },
    });
    expect(replayed.statusCode).toBe(200);
    await world.drain();
    await sweep();
    expect(await asked()).toEqual(everybody);
    expect(await letters()).toEqual([]);
  },
);

test('the same of a principal whose crossing cannot be recorded', async () => {
  await sweep();
  world.now += 400 * DAY_MS;
  await world.test.admin('UPDATE grant_scores SET reached = 10000');
  await world.test.admin('UPDATE principal_scores SET reached = 0');
  await poison('audit_entries', `NEW.principal_id = '${BAD}' AND NEW.event_type = 'score.threshold_crossed'`);
  await sweep();
  const told = await world.test.admin(
    "SELECT DISTINCT principal_id FROM audit_entries WHERE event_type = 'score.threshold_crossed' ORDER BY 1",
  );
  expect(told.map((row) => row.principal_id)).toEqual(others);
  expect(await letters()).toMatchObject([{ recalculation: { grant_id: `g-${BAD}` } }]);
});

test('a timer that cannot be fired is tried again after an hour; all others fire', async () => {
  await sweep();
  world.now += 10 * DAY_MS;
  const [bad] = await world.test.admin('SELECT id, workflow_id FROM reviews WHERE principal_id = $1', [BAD]);
  // Its timer is put off all the same.
  await poison('audit_entries', `NEW.review_id = '${bad?.id}'`);
  await sweep();
  expect(failures).toEqual(['this row is poisoned']);
  const late = await world.test.admin('SELECT id FROM workflows WHERE timer_at <= $1', [
    new Date(world.now).toISOString(),
  ]);
  expect(late).toEqual([]);
  const [timer] = await world.test.admin('SELECT timer_at FROM workflows WHERE id = $1', [bad?.workflow_id]);
  expect(Date.parse(String(timer?.timer_at))).toBe(world.now + 3_600_000);
});
