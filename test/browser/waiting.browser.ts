import { beforeAll, expect, test } from 'vitest';
import { expectNoSidewaysScroll, expectNoViolations, find, hold, settled } from './browser.ts';
import { chromium, lapse, rowsOf, until, useInbox, WITHIN } from './inbox.ts';

useInbox();

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const COUNT = 40;
const BUDGET = 25;

/** One owner is to be asked about forty tables that somebody has never used. */
beforeAll(async () => {
  const lines = [
    { kind: 'principal', id: 'owner', display_name: 'Oda Owner', type: 'user' },
    { kind: 'principal', id: 'holder', display_name: 'Hal Holder', type: 'user' },
    ...Array.from({ length: COUNT }, (_, n) => [
      {
        kind: 'asset',
        id: `w-${n}`,
        name: `waiting_${n}`,
        type: 'table',
        platform: 'ledgers',
        owner_id: 'owner',
      },
      {
        kind: 'grant',
        id: `g-w-${n}`,
        principal_id: 'holder',
        asset_id: `w-${n}`,
        permission: 'read',
        granted_at: daysAgo(400),
      },
    ]).flat(),
  ];
  const answer = await fetch(`${lapse.url}/v1/directory/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  expect(answer.status).toBe(200);
  await until(async () => (await total('/v1/reviews/waiting')) === COUNT - BUDGET);
});

const total = async (path: string) =>
  (await lapse.api<{ total: number }>(`${path}?assigned_to_id=owner`)).total;

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 390],
] as const)(
  'the inbox says that more waits, and the page when it is asked (%s, %i px)',
  async (scheme, width) => {
    expect(await total('/v1/reviews')).toBe(BUDGET);
    const page = await chromium.visit(`${lapse.url}/reviews?assigned_to_id=owner`, { scheme, width });
    await page.getByText(`${COUNT - BUDGET} more questions wait.`).waitFor();
    await page.getByRole('link', { name: 'See what waits' }).click();
    await page.getByRole('heading', { level: 1, name: 'Waiting questions' }).waitFor();
    const load = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Oda Owner' }) });
    await load.getByRole('link', { name: String(COUNT - BUDGET), exact: true }).waitFor();
    const questions = page.getByRole('region', { name: 'Questions' }).getByRole('row');
    await questions.filter({ hasText: 'Hal Holder on waiting_' }).first().waitFor();
    await expect
      .poll(() => questions.filter({ hasText: 'Hal Holder on waiting_' }).count(), WITHIN)
      .toBe(COUNT - BUDGET);
    await settled(page);
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('button', { name: 'Show all' }).waitFor({ state: 'detached' });
    await page.getByText(/Each reviewer is asked 25 questions a week/).waitFor();
  },
);

test('who follows a link before the list is there gets where it leads', async () => {
  const page = await chromium.visit(`${lapse.url}/overview`);
  const [list, next] = [await hold(page, '**/v1/reviews?**'), await hold(page, '**/waiting-page-*.js')];
  await page.goto(`${lapse.url}/reviews?assigned_to_id=owner`);
  await page.getByRole('link', { name: 'See what waits' }).click();
  await page.waitForURL('**/reviews/waiting**', { waitUntil: 'commit' });
  list();
  await rowsOf(page).first().waitFor();
  next();
  await page.getByRole('heading', { level: 1, name: 'Waiting questions' }).waitFor();
});

test('an admin shares what somebody has to answer among others', async () => {
  for (const id of ['first', 'second']) {
    await fetch(`${lapse.url}/v1/directory/import`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: JSON.stringify({ kind: 'principal', id, display_name: `Rae ${id}`, type: 'user' }),
    });
  }
  const page = await chromium.visit(`${lapse.url}/reviews/waiting`);
  await page.getByRole('button', { name: 'Reassign what Oda Owner has to answer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reassign what Oda Owner has to answer' });
  await dialog.getByText(`${BUDGET} open reviews of Oda Owner go to`).waitFor();
  await dialog.getByRole('button', { name: 'Reassign', exact: true }).click();
  await dialog.getByText('Choose at least one person.').waitFor();
  await settled(page);
  await expectNoViolations(page);
  for (const name of ['Rae first', 'Rae second']) {
    await find(dialog.getByRole('combobox', { name: 'New reviewers' }), name);
  }
  // Leaving the field closes the list, which lies over the button.
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Reassign', exact: true }).click();
  await page.getByText(`${BUDGET} reviews reassigned.`).waitFor();
  const open = async (id: string) =>
    (await lapse.api<{ total: number }>(`/v1/reviews?status=PENDING&limit=1&assigned_to_id=${id}`)).total;
  await expect.poll(async () => [await open('first'), await open('second')].sort()).toEqual([12, 13]);
});
