import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  changeScheme,
  choose,
  expectNoSidewaysScroll,
  expectNoViolations,
  type OpenBrowser,
  openBrowser,
  settled,
} from './browser.ts';
import { openDemo } from './demo.ts';
import type { RunningLapse } from './lapse.ts';

let lapse: RunningLapse;
let chromium: OpenBrowser;
beforeAll(async () => {
  [lapse, chromium] = await Promise.all([openDemo(), openBrowser()]);
});
afterEach(() => chromium.settle());
afterAll(async () => {
  await chromium?.close();
  await lapse?.stop();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const take = (page: Page, name: string, text: string | Buffer) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text as string) });
const grantsOf = async (name: string) =>
  (
    await lapse.api<{ items: { permission: string }[] }>(
      `/v1/grants?principal_id=${encodeURIComponent(name)}`,
    )
  ).items;

const FILE = [
  'Account;Full name;Object;Right;Since;Ticket',
  'nina@corp.example;"Nina; Ito";ledger;read;03/04/2025;T-1',
  'omar@corp.example;Omar Sy;ledger;write;31/12/2025;T-2',
  'pia@corp.example;Pia Lund;ledger;read;12/31/2025;T-3',
].join('\r\n');

test('an admin imports a table of grants: sees how it is read, corrects that, and gets the refused rows', async () => {
  const page = await chromium.visit(`${lapse.url}/connectors`);
  await page.getByRole('link', { name: 'Import a CSV' }).click();
  await take(page, 'grants.csv', FILE);
  const preview = page.getByRole('table', { name: 'First rows, as they would be read' });
  await preview
    .getByText(/name its format/)
    .first()
    .waitFor();
  await page.getByText('Not read: Ticket').waitFor();

  await choose(page.getByRole('combobox', { name: 'Dates are written as' }), '31/01/2026 (day first)');
  await preview.getByText('2025-04-03 00:00:00 UTC').waitFor();
  await preview.getByText(/Since \(granted_at\): expected a date as DD\/MM\/YYYY/).waitFor();

  await choose(page.getByRole('combobox', { name: 'Platform', exact: true }), 'The same for every row …');
  await page.getByLabel('Platform of every row').fill('warehouse');
  await preview.getByText('warehouse').first().waitFor();
  await expectNoViolations(page);

  await button(page, 'Import the grants').click();
  await page.getByText('2 rows imported, 1 refused').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download the refused rows').click(),
  ]);
  expect(download.suggestedFilename()).toBe('grants-refused.csv');
  expect(await readFile(await download.path(), 'utf8')).toMatch(
    /^\ufeffline,reason\r\n4,"Since \(granted_at\): expected .*got ""12\/31\/2025"""\r\n$/,
  );
  expect(await grantsOf('nina@corp.example')).toMatchObject([{ permission: 'read' }]);
  expect(await grantsOf('pia@corp.example')).toEqual([]);
  await expectNoViolations(page);
});

test('a table of use is imported; what lacks a column, or is no UTF-8, says so before anything is sent', async () => {
  const page = await chromium.visit(`${lapse.url}/connectors/import`);
  await page.getByText('Use: who used what, and when').click();
  await take(page, 'latin.csv', Buffer.from('User;Object\nM\xfcller;x\n', 'latin1'));
  await page.getByText(/Line 2 is not text in UTF-8/).waitFor();

  const principal = await lapse.api<{ items: { id: string }[] }>('/v1/principals?type=user&limit=1');
  const asset = await lapse.api<{ items: { id: string }[] }>('/v1/assets?limit=1');
  const at = new Date(Date.now() - 60_000).toISOString();
  await take(
    page,
    'use.csv',
    `Who,What,How,Time\n${principal.items[0]?.id},${asset.items[0]?.id},query,${at}\n`,
  );
  await page.getByText('It cannot be imported like this').waitFor();
  await expect.poll(() => button(page, 'Import the use').isDisabled()).toBe(true);
  for (const [field, column] of [
    ['Principal', 'Who'],
    ['Asset', 'What'],
    ['Action', 'How'],
  ] as const) {
    await choose(page.getByRole('combobox', { name: field, exact: true }), column);
  }
  await page.getByRole('table').getByText('query', { exact: true }).waitFor();
  await button(page, 'Import the use').click();
  await page.getByText('1 row imported').waitFor();
});

test('it fits the smallest screen, in the dark, too', async () => {
  const page = await chromium.visit(`${lapse.url}/connectors/import`, { width: 320, height: 640 });
  await take(page, 'grants.csv', FILE);
  await page.getByRole('heading', { name: 'How it is read' }).waitFor();
  await settled(page);
  await expectNoSidewaysScroll(page);
  await changeScheme(page, 'dark');
  await settled(page);
  await expectNoViolations(page);
});
