import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose, expectNoSidewaysScroll, expectNoViolations, settled } from './browser.ts';
import { chromium, lapse, openInbox, useInbox, WITHIN } from './inbox.ts';

useInbox();

interface Facets {
  total: number;
  facets: Record<string, { values: { value: string | null; name: string | null; reviews: number }[] }>;
}
const facetsOf = (query = 'status=PENDING') => lapse.api<Facets>(`/v1/reviews/facets?${query}`);

/** The panel of counts, opened by the keyboard. */
async function openPanel(page: Page) {
  await page.getByRole('button', { name: 'Narrow down' }).focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Narrow down the open reviews' });
  await panel.getByRole('region', { name: 'Recommendation' }).waitFor();
  return panel;
}

const expectShown = (page: Page, reviews: number) =>
  expect
    .poll(
      () => page.getByRole('region', { name: 'Reviews' }).getByRole('status').first().textContent(),
      WITHIN,
    )
    .toMatch(new RegExp(`(^|\\s)${reviews} reviews?$`));

test('choosing a value leaves as many reviews as it says, and a chip takes it off', async () => {
  const page = await openInbox('?assigned_to_id=all');
  const { total, facets } = await facetsOf();
  const [first] = facets.platform?.values ?? [];
  const platforms = (await openPanel(page)).getByRole('region', { name: 'Platform' });
  const button = platforms.getByRole('button', { name: new RegExp(` ${first?.reviews} reviews?$`) }).first();
  const choices = await platforms.getByRole('button').count();
  await button.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`platform=${first?.value}`));
  await expectShown(page, first?.reviews as number);
  await platforms.getByRole('button', { pressed: true }).waitFor();
  // Its own filter hides none of the others.
  await expect.poll(() => platforms.getByRole('button').count(), WITHIN).toBe(choices);
  await page.keyboard.press('Escape');
  await platforms.waitFor({ state: 'detached' });
  await page.reload();
  await expectShown(page, first?.reviews as number);
  await page.getByRole('button', { name: /^Remove the filter Platform: / }).click();
  await page.waitForURL((url) => !url.searchParams.has('platform'));
  await expectShown(page, total);
});

test('reviewers are chosen by their names', async () => {
  const page = await openInbox('?assigned_to_id=all');
  const { facets } = await facetsOf();
  const reviewer = facets.assigned_to?.values.find(({ name }) => name !== null);
  const panel = await openPanel(page);
  await panel
    .getByRole('region', { name: 'Reviewer' })
    .getByRole('button', { name: new RegExp(`^${reviewer?.name} ${reviewer?.reviews} reviews?$`) })
    .click();
  await page.waitForURL(new RegExp(`assigned_to_id=${reviewer?.value}`));
  await expectShown(page, reviewer?.reviews as number);
  await page.keyboard.press('Escape');
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Whose' }).inputValue(), WITHIN)
    .toBe(`${reviewer?.name}’s`);
});

test('filters by facets are kept under a name, hold for groups, and go with a status that is closed', async () => {
  const page = await openInbox('?assigned_to_id=all&recommendation=REVOKE');
  const chip = page.getByRole('button', { name: 'Remove the filter Recommendation: Revoke' });
  await chip.waitFor();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByLabel('Name of this view').fill('To revoke');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await chip.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'To revoke', exact: true }).click();
  await page.waitForURL(/recommendation=REVOKE/);
  const asked = page.waitForRequest(/\/v1\/reviews\/groups\?.*recommendation=REVOKE/);
  await choose(page.getByRole('combobox', { name: 'Group by' }), 'By asset');
  await asked;
  await chip.waitFor();
  const panel = await openPanel(page);
  await panel.getByRole('button', { name: /^Revoke \d+ reviews?$/, pressed: true }).waitFor();
  await page.keyboard.press('Escape');
  await choose(page.getByRole('combobox', { name: 'Group by' }), 'Not grouped');
  await choose(page.getByRole('combobox', { name: 'Status' }), 'Decided');
  await page.waitForURL((url) => !url.searchParams.has('recommendation'));
  await page.getByRole('button', { name: 'Narrow down' }).waitFor({ state: 'detached' });
});

test('a word that does not exist is named, and those without a department can be asked for', async () => {
  const page = await openInbox('?assigned_to_id=all&permission=reader');
  await page.getByText('The address asks for the permission “reader”, which does not exist.').waitFor();
  const { facets } = await facetsOf();
  const none = facets.department?.values.find(({ value }) => value === '');
  const lacking = await chromium.visit(`${lapse.url}/reviews?assigned_to_id=all&department=`);
  await lacking.getByRole('button', { name: 'Remove the filter Department: No department' }).waitFor();
  if (none) await expectShown(lacking, none.reviews);
  else await lacking.getByText('No review matches these filters').waitFor();
});

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 320],
  ['dark', 390],
] as const)('the panel fits and can be read (%s, %i px)', async (scheme, width) => {
  const page = await chromium.visit(`${lapse.url}/reviews?assigned_to_id=all&recommendation=REVOKE`, {
    scheme,
    width,
  });
  const panel = await openPanel(page);
  const text = (await panel.textContent()) ?? '';
  // No word of the API is shown as it is.
  expect(text).not.toMatch(
    /\b(REVOKE|REVIEW|CONFIRM|CRITICAL|pii|read_write|unremarkable|unclassified|azure_ad)\b/,
  );
  await settled(page);
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
});
