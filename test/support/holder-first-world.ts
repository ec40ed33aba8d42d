import { afterEach, beforeEach, expect } from 'vitest';
import { DAY_MS } from '../../src/platform/iso-instant.ts';
import type { MailServer } from './mail-server.ts';
import { createNotificationWorld, mailChannel, type NotificationWorld } from './notification-world.ts';
import { createReviewWorld, daysAgo, PEOPLE_AND_ACCESS, type ReviewWorld } from './review-world.ts';

export const DAYS = 7;
/** Of what is critical. */
export const SLA_MS = DAY_MS;

export let world: ReviewWorld;
export let people: NotificationWorld;
export let mailbox: MailServer;
/** By which mails go. */
export let channel: string;

/** Holders are asked first, by mail; for the tests of a file. */
export function useHolderFirstWorld(): void {
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
}

export const put = async (review: object) => {
  const answer = await world.call({ method: 'PUT', url: '/v1/policy', payload: { review } });
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
  await world.drain();
};
export const get = async (url: string) => (await world.call({ url })).json();
export const asset = (n: number, more: object = {}) => ({
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
export async function goesStale(principal_id = 'ann', n = 1, more: object = {}): Promise<void> {
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
export const reviewsOf = async (principal_id = 'ann') =>
  (await get(`/v1/reviews?principal_id=${principal_id}&limit=100`)).items as {
    id: string;
    with_holder_until: string | null;
    reviewer_asked_at: string | null;
    due_at: string;
    created_at: string;
    status: string;
  }[];
export const reviewOf = async (principal_id = 'ann') => {
  const [review] = await reviewsOf(principal_id);
  if (review === undefined) throw new Error('there is no review');
  return review;
};
/** Ann is asked first, by a mail. */
export async function annIsAsked() {
  await goesStale();
  await people.send();
  const review = await reviewOf();
  return { id: review.id, review, link: linkIn(mailTo('ann')[0]?.text) };
}
export const mailTo = (name: string) => mailbox.mails.filter(({ to }) => to.includes(`${name}@x.example`));
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
export const keep = (url: string) => answer(url, { answer: 'keep', reason: 'Quarterly close.' });
export const release = (url: string) => answer(url, { answer: 'release', reason: '', sure: 'yes' });
export const daysPass = async (days: number) => {
  world.now += days * DAY_MS;
  await world.sweep();
};
export const lastStep = async (id: string) => {
  const { workflow_id } = await get(`/v1/reviews/${id}`);
  const { steps } = await get(`/v1/workflows/${workflow_id}`);
  return steps.filter((step: { status: string }) => step.status === 'done').at(-1);
};
export const askedFor = async (id: string) =>
  (await world.events('review.reviewer_asked')).filter(({ review_id }) => review_id === id);
