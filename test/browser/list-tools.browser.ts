import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoViolations, hold } from './browser.ts';
import { chromium, lapse, openInbox, selectedId, useInbox } from './inbox.ts';

useInbox();

const firstRow = (page: Page) => page.locator('[role="row"][aria-rowindex="2"]');
const heads = (page: Page) => page.getByRole('columnheader').allTextContents();

/** The lines of a file that a list is exported to. */
async function exported(page: Page): Promise<string[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  await page.getByText(/rows? (was|were) saved/).waitFor();
  await expectNoViolations(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  return text.trimEnd().split('\n');
}

test('columns are chosen by keyboard, remembered, and decide what a file has', async () => {
  const response = await fetch(`${lapse.url}/v1/directory/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: '{"kind":"asset","id":"odd","name":"=1+1","type":"table","platform":"postgres"}\n',
  });
  expect(response.status).toBe(200);
  const page = await chromium.visit(`${lapse.url}/assets?platform=postgres`);
  await firstRow(page).getByRole('link').first().waitFor();
  await expect.poll(() => heads(page)).toContain('Classification');
  await page.getByRole('button', { name: 'Columns', exact: true }).focus();
  await page.keyboard.press('Enter');
  const box = page.getByRole('checkbox', { name: 'Classification' });
  await box.waitFor();
  expect(await page.getByRole('checkbox', { name: 'Name', exact: true }).isDisabled()).toBe(true);
  await expectNoViolations(page);
  await box.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Columns (6 of 7)' }).waitFor();
  await page.reload();
  await firstRow(page).getByRole('link').first().waitFor();
  await expect.poll(() => heads(page)).not.toContain('Classification');

  const { items } = await lapse.api<{ items: { name: string; id: string }[] }>(
    '/v1/assets?platform=postgres&sort=name&limit=100',
  );
  const [head, ...lines] = await exported(page);
  expect(head).toBe('Name,Id,Tags,Type,Platform,Owner,Owner id,Grants,Stale grants');
  const names = items.map(({ name }) => (name === '=1+1' ? "'=1+1" : name));
  expect(names).toContain("'=1+1");
  expect(lines.map((line) => line.split(',')[0])).toEqual(names);
});

test('a view is filters, order and columns, kept under a name', async () => {
  const page = await chromium.visit(`${lapse.url}/grants?risk_level=critical&sort=score&order=asc`);
  await firstRow(page).getByRole('link').first().waitFor();
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Through' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByLabel('Name of this view').fill('Critical');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.goto(`${lapse.url}/grants?platform=postgres`);
  await page.getByRole('button', { name: /^Columns/ }).click();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => heads(page)).toContain('Through');
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'Critical', exact: true }).click();
  await page.waitForURL((url) => {
    const { platform, ...rest } = Object.fromEntries(url.searchParams);
    return platform === undefined && rest.risk_level === 'critical' && rest.order === 'asc';
  });
  await expect.poll(() => heads(page)).not.toContain('Through');
});

test('a table that grows page by page has the same', async () => {
  const page = await chromium.visit(`${lapse.url}/audit`);
  const table = page.getByRole('table', { name: 'Audit' }).last();
  await table.getByRole('row').nth(1).waitFor();
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Actor' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => heads(page)).not.toContain('Actor');
  const cells = table.getByRole('row').nth(1).getByRole('cell');
  await expect.poll(() => cells.count()).toBe(4);
  const [head, ...lines] = await exported(page);
  expect(head).toBe('When,What,Entry id,Type,Place,Integrity');
  const { total } = await lapse.api<{ total: number }>('/v1/audit?limit=1');
  expect(lines.length).toBeLessThanOrEqual(total);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z,/);
});

test('who cancels a file gets none, and no more is asked for', async () => {
  const page = await chromium.visit(`${lapse.url}/grants`);
  await firstRow(page).getByRole('link').first().waitFor();
  const release = await hold(page, /\/v1\/grants\?.*limit=100(?!.*offset)/);
  let downloads = 0;
  page.on('download', () => {
    downloads += 1;
  });
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await page.getByText('Reading the first rows').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  release();
  await page.reload();
  await firstRow(page).getByRole('link').first().waitFor();
  expect(downloads).toBe(0);
});

test('Shift selects a range of reviews, by mouse and by key, and what can be done stays in sight', async () => {
  const page = await openInbox();
  const boxes = page.getByRole('checkbox', { name: /^Select/ });
  await boxes.nth(1).click();
  await boxes.nth(4).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: 'Decide together' });
  await bar.getByText('4 selected').waitFor();
  // Keys are not for the box that was clicked on.
  await page.getByRole('heading', { level: 1 }).click();
  for (let step = 0; step < 7; step += 1) {
    const before = selectedId(page);
    await page.keyboard.press('j');
    await expect.poll(() => selectedId(page)).not.toBe(before);
  }
  await page.keyboard.press('Shift+X');
  await bar.getByText('7 selected').waitFor();
  await boxes.nth(18).scrollIntoViewIfNeeded();
  expect(await bar.isVisible()).toBe(true);
  const small = await openInboxSmall();
  await small
    .getByRole('checkbox', { name: /^Select/ })
    .first()
    .click();
  await small
    .getByRole('checkbox', { name: /^Select/ })
    .nth(15)
    .scrollIntoViewIfNeeded();
  const box = await small.getByRole('region', { name: 'Decide together' }).boundingBox();
  expect(box && box.y >= 0 && box.y < 640).toBe(true);
});

async function openInboxSmall(): Promise<Page> {
  const page = await chromium.visit(`${lapse.url}/reviews`, { width: 390, height: 640 });
  await page
    .getByRole('checkbox', { name: /^Select/ })
    .first()
    .waitFor();
  return page;
}
