import { expect, test } from 'vitest';
import { choose, expectNoSidewaysScroll, foundOption, hold, settled } from './browser.ts';
import {
  button,
  chromium,
  justification,
  lapse,
  openInbox,
  pending,
  review,
  rowsOf,
  selectedId,
  useInbox,
  WITHIN,
} from './inbox.ts';

useInbox();

test('no number is said before it is known', async () => {
  const page = await chromium.visit(`${lapse.url}/overview`);
  const release = await hold(page, '**/v1/reviews?**');
  await page.goto(`${lapse.url}/reviews`);
  const list = page.getByRole('region', { name: 'Reviews' });
  await list.locator('.mantine-Skeleton-root').first().waitFor();
  expect(await list.textContent()).not.toMatch(/\d+ review/);
  release();
  await list.getByText(/^\d+ (of \d+ )?reviews$/).waitFor();
});

test('? shows every key', async () => {
  const page = await openInbox();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Undo the last decision').waitFor();
});

test('on the smallest screen there is the list, then the review, then the list again', async () => {
  const page = await chromium.visit(`${lapse.url}/reviews`, { width: 320, height: 640 });
  const row = rowsOf(page).first();
  await row.waitFor();
  await expectNoSidewaysScroll(page);
  await row.click();
  await page.getByRole('button', { name: 'Back to the list' }).waitFor();
  await settled(page);
  await expectNoSidewaysScroll(page);
  await button(page, 'Revoke').click();
  await page.getByRole('textbox', { name: 'Justification' }).waitFor();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await row.waitFor();
  await page.goto(`${lapse.url}/reviews/${(await pending())[0]?.id}`);
  await page.getByRole('heading', { name: 'What revoking will do' }).waitFor();
  await expectNoSidewaysScroll(page);
});

test('filters and the review are in the address, and filters can be kept under a name', async () => {
  const page = await openInbox();
  const countOf = async (risk: string) =>
    (await lapse.api<{ total: number }>(`/v1/reviews?status=PENDING${risk}`)).total;
  const [high, all] = [await countOf('&risk_level=HIGH'), await countOf('')];
  expect(high).toBeGreaterThan(1);
  expect(all).toBeGreaterThan(high);
  await choose(page.getByRole('combobox', { name: 'Risk' }), 'High');
  await page.waitForURL(/risk_level=HIGH.*review=/);
  await page.getByText(`${high} reviews`, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByLabel('Name of this view').fill('High only');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText(`${all} reviews`, { exact: true }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'High only', exact: true }).click();
  await page.waitForURL(/risk_level=HIGH/);
  await page.getByText(`${high} reviews`, { exact: true }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('omar');
  await foundOption(page, 'Omar Haddadin').click();
  await page.waitForURL(/principal_id=/);
  await page.getByText('No review matches these filters').waitFor();
});

test('keys that are switched off do nothing', async () => {
  const page = await openInbox();
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  const before = page.url();
  for (const key of ['j', 'r', 'c', 'e', 'a', 'x', '?', '/']) await page.keyboard.press(key);
  expect(page.url()).toBe(before);
  expect(await page.getByRole('textbox', { name: 'Justification' }).count()).toBe(0);
  expect(await page.getByRole('dialog').count()).toBe(0);
  await button(page, 'Revoke').click();
  const field = await justification(page);
  await page.keyboard.type('1 of them is enough');
  await expect.poll(() => field.inputValue(), WITHIN).toBe('1 of them is enough');
});

test('the inbox ends where its content ends', async () => {
  const page = await openInbox();
  await settled(page);
  const [height, sight] = (await page.evaluate(
    '[document.documentElement.scrollHeight, document.documentElement.clientHeight]',
  )) as [number, number];
  expect(height).toBe(sight);
});

test('keys work again after /, by Escape and by a choice', async () => {
  const page = await openInbox();
  const before = selectedId(page);
  const search = page.getByRole('search').getByRole('combobox').and(page.locator(':focus'));
  await page.keyboard.press('/');
  await search.waitFor();
  await page.keyboard.type('om');
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
  await page.keyboard.press('j');
  await expect.poll(() => selectedId(page), WITHIN).not.toBe(before);
  const about = await review(selectedId(page) as string);
  await page.keyboard.press('/');
  await page.keyboard.type(about.principal_name);
  await foundOption(page, about.principal_name).click();
  await page.waitForURL(/principal_id=.*review=/);
  await search.waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Undo the last decision').waitFor();
});

test('Back restores the filter before', async () => {
  const page = await openInbox();
  for (const risk of ['High', 'Critical']) {
    await choose(page.getByRole('combobox', { name: 'Risk' }), risk);
    await page.waitForURL(new RegExp(`risk_level=${risk.toUpperCase()}.*review=`));
  }
  await page.goBack();
  await page.waitForURL(/risk_level=HIGH/);
  await expect.poll(() => page.getByRole('combobox', { name: 'Risk' }).inputValue(), WITHIN).toBe('High');
  await page.goBack();
  await page.waitForURL((url) => !url.searchParams.has('risk_level'));
});

test('a filter that does not exist is named', async () => {
  const page = await openInbox('?status=FOO&risk_level=HIGH&due=someday');
  await page
    .getByText('The address asks for the status “FOO”, which does not exist. It is ignored.')
    .waitFor();
  await page.getByText('due date “someday”').waitFor();
  await page.getByRole('button', { name: 'Remove it' }).first().click();
  await page.waitForURL((url) => !url.searchParams.has('status') && url.searchParams.has('due'));
  const grants = await chromium.visit(`${lapse.url}/grants?risk_level=huge`);
  await grants.getByText('There is no “huge” to choose.').waitFor();
  const reports = await chromium.visit(`${lapse.url}/reports?status=FOO`);
  await reports.getByText('There is no “FOO” to choose.').waitFor();
});

test('a page is in one language, whatever the browser reads', async () => {
  const page = await openInbox('', { locale: 'de-DE' });
  await rowsOf(page)
    .first()
    .getByText(/in \d+ (hours|days)|ago/)
    .first()
    .waitFor();
  expect(await page.locator('main').textContent()).not.toMatch(
    /\bvor \d|\bin \d+ (Stunden|Tagen)|\d\.\d\d\.20\d\d/,
  );
});

test('the most important come first when asked for, each with the reasons why', async () => {
  const page = await openInbox();
  await choose(page.getByRole('combobox', { name: 'Order' }), 'Most important first');
  await page.waitForURL(/sort=priority/);
  const { items } = await lapse.api<{
    items: { id: string; priority: number; priority_parts: { because: string }[] }[];
  }>('/v1/reviews?status=PENDING&sort=priority&limit=1');
  const [first] = items;
  await expect.poll(() => rowsOf(page).first().getAttribute('id'), WITHIN).toBe(`review-${first?.id}`);
  await rowsOf(page).first().click();
  const reasons = page.getByRole('region', { name: `Priority ${first?.priority} of 100` });
  await reasons.waitFor();
  for (const { because } of first?.priority_parts ?? []) await reasons.getByText(because).first().waitFor();
});
