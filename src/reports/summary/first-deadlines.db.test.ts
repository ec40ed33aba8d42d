import { expect, test } from 'vitest';
import {
  annIsAsked,
  DAYS,
  daysPass,
  put,
  reviewOf,
  SLA_MS,
  useHolderFirstWorld,
  world,
} from '../../../test/support/holder-first-world.ts';
import { DAY_MS, isoInstant } from '../../platform/iso-instant.ts';
import { countReviews, listOverdue } from './figures-reviews.sql.ts';

useHolderFirstWorld();

const filters = { department: null, platform: null, classification: null };
/** Of a window that ends in so many days. */
const figuresIn = async (days: number) => {
  const window = { from: isoInstant(world.now - DAY_MS), to: isoInstant(world.now + days * DAY_MS) };
  const q = world.test.db.tenant(world.tenant);
  const { open_overdue, escalated } = await countReviews(q, { window, filters });
  const { rows } = await listOverdue(q, { window, filters });
  return { open_overdue, escalated, due: rows.map(({ due_at }) => due_at) };
};
const escalate = (id: string) => world.decide(id, { decision: 'ESCALATE', justification: 'Not mine.' });

test('of a review that was escalated while it was with its holder, the first deadline is that of whom it went to', async () => {
  const { id, review } = await annIsAsked();
  expect((await escalate(id)).status).toBe(200);
  const { due_at } = await reviewOf();
  expect(Date.parse(due_at)).toBeLessThan(Date.parse(review.due_at));
  expect(await figuresIn(2)).toEqual({ open_overdue: 1, escalated: 1, due: [due_at] });
  expect(await figuresIn(0.5)).toEqual({ open_overdue: 0, escalated: 1, due: [] });
});

test('and it stays that when it climbs on', async () => {
  await put({ escalation_steps: 2 });
  await world.import([
    { kind: 'principal', id: 'mia', display_name: 'Mia', type: 'user', manager_id: 'cid' },
  ]);
  const { id } = await annIsAsked();
  await escalate(id);
  const { due_at } = await reviewOf();
  expect((await escalate(id)).body).toMatchObject({ assigned_to_id: 'cid' });
  await world.test.admin("UPDATE reviews SET due_at = due_at + interval '3 days'");
  expect((await figuresIn(2)).due).toEqual([due_at]);
});

test('of one whose reviewer was asked first it is theirs', async () => {
  await annIsAsked();
  await daysPass(DAYS);
  const { due_at } = await reviewOf();
  expect(due_at).toBe(isoInstant(world.now + SLA_MS));
  await daysPass(1);
  expect(await reviewOf()).toMatchObject({ status: 'ESCALATED' });
  expect((await figuresIn(0.5)).due).toEqual([due_at]);
});
