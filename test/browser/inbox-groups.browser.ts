import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { expectNoSidewaysScroll, expectNoViolations, focused, settled } from './browser.ts';
import { chromium, justification, lapse, openInbox, type Review, until, useInbox, WITHIN } from './inbox.ts';

useInbox();

const PEOPLE = Array.from({ length: 30 }, (_, i) => `fc-${i}`);
const ASSETS = ['forecast', 'history', 'archive'];
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Thirty people who have never used what they hold on each of these; two of them stand out. */
beforeAll(async () => {
  const lines = [
    ...PEOPLE.map((id, i) => ({
      kind: 'principal',
      id,
      display_name: `Person ${i}`,
      type: 'user',
    })),
    ...ASSETS.map((id) => ({ kind: 'asset', id, name: id, type: 'table', platform: 'ledgers' })),
    ...ASSETS.flatMap((asset_id) =>
      PEOPLE.map((principal_id, i) => ({
        kind: 'grant',
        id: `${principal_id}-${asset_id}`,
        principal_id,
        asset_id,
        permission: 'read',
        granted_at: daysAgo(i === 7 || i === 9 ? 190 : 400),
      })),
    ),
  ];
  const answer = await fetch(`${lapse.url}/v1/directory/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  expect(answer.status).toBe(200);
  await lapse.api('/v1/policy', {
    method: 'PUT',
    body: { review: { weekly_budget: null }, remediation: { undo_window_minutes: 10 } },
  });
  for (const id of ASSETS) await until(async () => (await openOf(id)).length === PEOPLE.length);
});

const openOf = async (asset_id: string) =>
  (await lapse.api<{ items: Review[] }>(`/v1/reviews?status=PENDING&limit=100&asset_id=${asset_id}`)).items;
const openGroups = async (
  asset_id: string,
  options?: Parameters<typeof chromium.visit>[1],
): Promise<Page> => {
  const page = await chromium.visit(`${lapse.url}/reviews?group=asset&asset_id=${asset_id}`, options);
  await page.getByRole('heading', { level: 2, name: new RegExp(`on ${asset_id};`) }).waitFor();
  return page;
};
const remediations = async (asset_id: string) =>
  (await lapse.api<{ total: number }>(`/v1/remediations?asset_id=${asset_id}`)).total;
const latestDecision = async () => {
  const { items } = await lapse.api<{ items: { decided: number; undone: number }[] }>(
    '/v1/reviews/groups/decisions?limit=1',
  );
  return items[0] ?? { decided: 0, undone: 0 };
};
const grants = async (asset_id: string) =>
  (await lapse.api<{ items: { status: string }[] }>(`/v1/grants?limit=100&asset_id=${asset_id}`)).items;

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
] as const)('a card says what a group is and what stands out of it (%s, %i px)', async (scheme, width) => {
  const page = await openGroups('forecast', { scheme, width });
  const card = page.getByRole('article');
  await card.getByText('30 people have never used read on forecast; 2 stand out.').waitFor();
  await card.getByText('28 can be decided together.').waitFor();
  expect(await card.getByRole('row', { name: /^365 or more/ }).textContent()).toContain('28');
  const apart = card.getByRole('region', { name: '2 stand out, each to be decided by itself' });
  await apart
    .getByText('Its 190 days without use are less than half of what is usual here.')
    .first()
    .waitFor();
  await apart.getByRole('link', { name: 'Person 9 on forecast' }).waitFor();
  await page.getByText('What may be decided together').click();
  await page.getByText(/^Reviews are decided together only if they are about the same asset/).waitFor();
  await card.getByRole('button', { name: 'Revoke 28' }).click();
  await card.getByRole('textbox', { name: 'Justification' }).waitFor();
  await settled(page);
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
});

test('keys go through the groups, decide one and take it back before anything has happened', async () => {
  const page = await openInbox();
  await page.keyboard.press('g');
  await page.getByRole('article').first().waitFor();
  await page.waitForURL((url) => url.searchParams.get('group') === 'asset');
  await page.goto(`${lapse.url}/reviews?group=asset&asset_id=history`);
  await page.getByRole('article').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  const field = await justification(page);
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'detached' });
  await page.keyboard.press('r');
  await justification(page);
  // Without a reason nothing is decided.
  await page.keyboard.press('Control+Enter');
  await page.getByText('Say why in a few words, or choose one of the sentences.').waitFor();
  await focused(field);
  await page.keyboard.type('Nobody has ever needed it.');
  await page.keyboard.press('Control+Enter');
  const decisions = page.getByRole('region', { name: 'Decisions about groups' });
  // One wait: there are eight seconds.
  const held = decisions.getByRole('listitem').filter({ hasText: 'Revoking 28 reviews' });
  await held.getByText(/^It begins in \d s\.$/).waitFor();
  await field.waitFor({ state: 'detached' });
  await page.keyboard.press('u');
  await decisions.getByText('28 not decided').waitFor();
  // They can be decided again.
  await page.getByText('28 can be decided together.').waitFor();
  expect(await openOf('history')).toHaveLength(30);
  expect(await remediations('history')).toBe(0);
});

test('one decision becomes one of each, with its remediation, and one undo cancels them', async () => {
  const page = await openGroups('archive');
  await page.getByRole('button', { name: 'Revoke 28' }).click();
  await page.getByRole('button', { name: 'No longer used, and nobody needs it.' }).click();
  await page.getByRole('form').getByRole('button', { name: 'Revoke 28' }).click();
  const decisions = page.getByRole('region', { name: 'Decisions about groups' });
  const own = decisions.getByRole('listitem').filter({ hasText: 'archive' });
  await expect.poll(async () => (await latestDecision()).decided, WITHIN).toBe(28);
  // What is shown then, however long it took.
  await page.reload();
  await own.getByText('28 decided', { exact: true }).waitFor();
  expect(await openOf('archive')).toHaveLength(2);
  expect(await remediations('archive')).toBe(28);
  // What is left stood out of the others, and is alike.
  await page.getByText('2 can be decided together.').waitFor();
  await own.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(async () => (await latestDecision()).undone, WITHIN).toBe(28);
  await page.reload();
  await own.getByText('28 undone', { exact: true }).waitFor();
  await expectNoViolations(page);
  expect((await grants('archive')).filter(({ status }) => status === 'active')).toHaveLength(30);
});

test('a group that has changed meanwhile is not decided, and the reason stays', async () => {
  const page = await openGroups('forecast');
  const detail = 'The group has changed since it was looked at: 1 of 28. Look at it again.';
  await page.route('**/v1/reviews/groups/decide', (route) =>
    route.fulfill({ status: 409, contentType: 'application/json', body: JSON.stringify({ detail }) }),
  );
  await page.getByRole('button', { name: 'Revoke 28' }).click();
  const field = page.getByRole('textbox', { name: 'Justification' });
  await field.fill('Not needed.');
  const again = page.waitForRequest(/\/v1\/reviews\/groups\?/);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('alert').getByText(detail).waitFor();
  // What it has become is read by itself.
  await again;
  await expect.poll(() => field.inputValue(), WITHIN).toBe('Not needed.');
});

test('what is selected in the list is decided by the same rule', async () => {
  const page = await openInbox('?asset_id=forecast');
  for (let i = 0; i < 3; i++) {
    await page.keyboard.press('x');
    await page.getByText(`${i + 1} selected`).waitFor();
    await page.keyboard.press('j');
  }
  await page
    .getByRole('region', { name: 'Decide together' })
    .getByRole('button', { name: 'Decide together' })
    .click();
  await page
    .getByRole('article')
    .getByText(/^3 people have never used/)
    .waitFor();
  await expect.poll(() => page.getByRole('article').count(), WITHIN).toBe(1);
  await page.getByRole('button', { name: 'Remove the filter 3 selected' }).click();
  await expect.poll(() => page.getByRole('article').count(), WITHIN).toBeGreaterThan(1);
});
