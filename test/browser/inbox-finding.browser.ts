import { expect, test } from 'vitest';
import { expectNoSidewaysScroll, settled } from './browser.ts';
import { chromium, lapse, openInbox, pending, review, selectedId, useInbox, WITHIN } from './inbox.ts';

useInbox();

test('no number is said before it is known', async () => {
  const page = await chromium.visit(`${lapse.url}/overview`);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/v1/reviews?**', async (route) => {
    await held;
    await route.continue();
  });
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
  const row = page.locator('a[href^="/reviews/"]').first();
  await row.waitFor();
  await expectNoSidewaysScroll(page);
  await row.click();
  await page.getByRole('button', { name: 'Back to the list' }).waitFor();
  await settled(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Revoke' }).click();
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
  await page.getByRole('combobox', { name: 'Risk' }).click();
  await page.getByRole('option', { name: 'High' }).click();
  await page.waitForURL(/risk_level=HIGH.*review=/);
  await page.getByText(`${high} reviews`, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByLabel('Name of these filters').fill('High only');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText(`${all} reviews`, { exact: true }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('button', { name: 'High only', exact: true }).click();
  await page.waitForURL(/risk_level=HIGH/);
  await page.getByText(`${high} reviews`, { exact: true }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('omar');
  await page.getByRole('option', { name: /Omar Haddadin/ }).click();
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
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.keyboard.type('1 of them is enough');
  expect(await page.getByRole('textbox', { name: 'Justification' }).inputValue()).toBe('1 of them is enough');
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
  await page.keyboard.press('/');
  await page.keyboard.type('om');
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect.poll(() => selectedId(page), WITHIN).not.toBe(before);
  const about = await review(selectedId(page) as string);
  await page.keyboard.press('/');
  await page.keyboard.type(about.principal_name);
  await page.getByRole('option', { name: about.principal_name }).first().click();
  await page.waitForURL(/principal_id=.*review=/);
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Undo the last decision').waitFor();
});

test('Back restores the filter before', async () => {
  const page = await openInbox();
  for (const risk of ['High', 'Critical']) {
    await page.getByRole('combobox', { name: 'Risk' }).click();
    await page.getByRole('option', { name: risk }).click();
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
  const row = page.locator('a[href^="/reviews/"]').first();
  await row
    .getByText(/in \d+ (hours|days)|ago/)
    .first()
    .waitFor();
  expect(await page.locator('main').textContent()).not.toMatch(
    /\bvor \d|\bin \d+ (Stunden|Tagen)|\d\.\d\d\.20\d\d/,
  );
});

test('the most important come first when asked for, each with the reasons why', async () => {
  const page = await openInbox();
  await page.getByRole('combobox', { name: 'Order' }).click();
  await page.getByRole('option', { name: 'Most important first' }).click();
  await page.waitForURL(/sort=priority/);
  const { items } = await lapse.api<{
    items: { id: string; priority: number; priority_parts: { because: string }[] }[];
  }>('/v1/reviews?status=PENDING&sort=priority&limit=1');
  const [first] = items;
  await expect
    .poll(() => page.locator('a[href^="/reviews/"]').first().getAttribute('href'), WITHIN)
    .toContain(first?.id);
  await page.locator('a[href^="/reviews/"]').first().click();
  const reasons = page.getByRole('region', { name: `Priority ${first?.priority} of 100` });
  await reasons.waitFor();
  for (const { because } of first?.priority_parts ?? []) await reasons.getByText(because).waitFor();
});
