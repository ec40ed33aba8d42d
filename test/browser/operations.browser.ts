import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  changeScheme,
  choose,
  expectNoSidewaysScroll,
  expectNoViolations,
  find,
  type OpenBrowser,
  openBrowser,
  settled,
} from './browser.ts';
import { openDemo } from './demo.ts';
import { changeDatabase, holdInDatabase } from './embedded-database.ts';
import type { RunningLapse } from './lapse.ts';
import { type Receiver, startReceiver } from './receiver.ts';

let lapse: RunningLapse;
let chromium: OpenBrowser;
let receiver: Receiver;
beforeAll(async () => {
  [lapse, chromium, receiver] = await Promise.all([
    openDemo({ env: { WEBHOOK_RETRY_SCHEDULE: '1,1' } }),
    openBrowser(),
    startReceiver(),
  ]);
});
afterEach(() => chromium.settle());
afterAll(async () => {
  receiver?.stop();
  await chromium?.close();
  await lapse?.stop();
});

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' });
const dialog = (page: Page) => page.getByRole('dialog');
const post = <T>(path: string, body: object) =>
  lapse.api<T>(path, { method: 'POST', body, headers: { 'idempotency-key': randomUUID() } });
const idOf = async (list: string) =>
  (await lapse.api<{ items: { id: string }[] }>(list)).items[0]?.id as string;

test('an admin adds a webhook, breaks it, sees the attempts, resends, and rotates the secret', async () => {
  const page = await chromium.visit(`${lapse.url}/developers`);
  await button(page, 'Add a webhook').click();
  const address = dialog(page).getByLabel('Address');
  await address.fill('http://hooks.example.com/lapse');
  await dialog(page).getByLabel('Description').fill('Tickets');
  await dialog(page).getByLabel('Only these').check();
  await button(page, 'Add the webhook').click();
  await dialog(page)
    .getByText(/expected.*https/i)
    .first()
    .waitFor();
  expect(await dialog(page).getByLabel('Description').inputValue()).toBe('Tickets');
  await address.fill(receiver.url);
  await button(page, 'Add the webhook').click();
  await page.getByText('It is shown this once.').waitFor();
  const secret = await dialog(page).getByRole('region', { name: 'Secret of the webhook' }).textContent();
  expect(secret?.trim()).toMatch(/^whsec_.{40,}$/);
  await expectNoViolations(page);
  await button(page, 'I have stored it').click();

  await page.getByRole('link', { name: receiver.url }).click();
  await button(page, 'Send a test').click();
  const rows = page.getByRole('table', { name: 'Deliveries' }).getByRole('row');
  await rows.nth(1).getByText('Delivered').waitFor();

  await receiver.answer(500);
  await button(page, 'Send a test').click();
  await rows.nth(1).getByText('Failed for good').waitFor({ timeout: 120_000 });
  await rows.nth(1).getByRole('button', { name: 'Details of webhook.test' }).click();
  await page.getByText('Attempt 3').waitFor();
  await expect.poll(() => page.getByText('the ticket system is down').count()).toBe(3);
  await page.getByText('"type": "webhook.test"').waitFor();

  await receiver.answer(200);
  await rows.nth(1).getByRole('button', { name: 'Resend' }).click();
  await rows.nth(1).getByText('Delivered').waitFor();
  await page.getByText('thank you').first().waitFor();

  await button(page, 'New secret').click();
  await dialog(page).getByText('For 24 hours both secrets sign').waitFor();
  await button(page, 'Create a new secret').click();
  const next = await dialog(page).getByRole('region', { name: 'Secret of the webhook' }).textContent();
  expect(next).toMatch(/^whsec_/);
  expect(next).not.toBe(secret);
  await button(page, 'I have stored it').click();
  await page.getByText(/Two secrets sign until/).waitFor();
});

test('a remediation waits for approval, is approved, and put back; the demo says that it is simulated', async () => {
  await lapse.api('/v1/policy', { method: 'PUT', body: { remediation: { mode: 'manual' } } });
  const { items } = await lapse.api<{ items: { id: string; recommendation: string }[] }>(
    '/v1/reviews?status=PENDING&limit=100',
  );
  // Nothing that a guard would refuse, such as of the break-glass account: that one is protected.
  const review = items.find(({ recommendation }) => recommendation === 'REVOKE');
  await post(`/v1/reviews/${review?.id}/decide`, { decision: 'REVOKE', justification: 'Not used any more.' });
  const remediation = await idOf(`/v1/remediations?review_id=${review?.id}`);
  const page = await chromium.visit(`${lapse.url}/remediations?status=pending`);
  await page.getByText('Waiting for approval').first().waitFor();
  await page.getByRole('table').locator(`a[href$="/remediations/${remediation}"]`).first().click();
  await page.getByRole('heading', { name: 'Guards' }).waitFor();
  await button(page, 'Approve').click();
  await dialog(page).getByText('The platform is simulated: nothing changes anywhere.').waitFor();
  await dialog(page).getByLabel('Note').fill('Agreed with the owner.');
  await dialog(page).getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByText('Simulated remediation', { exact: true }).waitFor({ timeout: 120_000 });
  await button(page, 'Put it back').click();
  await dialog(page)
    .getByText(/gets .* back as it was/)
    .waitFor();
  await dialog(page).getByRole('button', { name: 'Put it back' }).click();
  await page
    .getByText('The demo has no platform: putting it back was simulated.')
    .waitFor({ timeout: 120_000 });
});

test('an entry of the audit log is found by its type and proved in the browser', async () => {
  const page = await chromium.visit(`${lapse.url}/audit`);
  await find(page.getByLabel('Event type').first(), 'Remediation finished');
  await page.waitForURL(/event_type=remediation\.executed/);
  await page.getByRole('table').getByRole('link').first().click();
  await page.waitForURL(/\/audit\/[0-9a-f-]{36}/);
  await page
    .getByText('Proved: this entry stands unaltered in the signed log.')
    .waitFor({ timeout: 120_000 });
  await page.getByText(/The signature of the key [0-9a-f]{8} over this root is valid/).waitFor();
});

test('a report is asked for, shows its progress, is previewed and downloaded', async () => {
  const release = await holdInDatabase(lapse.data_dir, 'LOCK TABLE report_chunks IN EXCLUSIVE MODE');
  const page = await chromium.visit(`${lapse.url}/reports`);
  await button(page, 'New report').click();
  await choose(dialog(page).getByRole('combobox', { name: 'What' }), 'Stale access');
  await choose(dialog(page).getByRole('combobox', { name: 'Format' }), 'CSV');
  await button(page, 'Generate the report').click();
  await page.getByRole('table', { name: 'Reports' }).getByText('Being generated').waitFor();
  await page
    .getByText(/% done/)
    .first()
    .waitFor();
  await release();
  await page.getByRole('table', { name: 'Reports' }).getByText('Ready').waitFor({ timeout: 120_000 });
  await button(page, 'Preview').click();
  await dialog(page).getByRole('table').getByRole('row').nth(3).waitFor();
  await page.keyboard.press('Escape');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  const bytes = await readFile(await download.path());
  const reports = await lapse.api<{ items: { sha256: string }[] }>('/v1/reports');
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(reports.items[0]?.sha256);
});

test('a dead event is shown and replayed, and a platform that does not answer says so in words', async () => {
  const event = {
    event_id: 'audit-4711',
    principal_id: 'prin-001',
    asset_id: 'asset-001',
    action: 'query',
    platform: 'databricks',
    timestamp: new Date().toISOString(),
    metadata: {},
  };
  await changeDatabase(
    lapse.data_dir,
    `INSERT INTO dead_letters (tenant_id, id, event, reason, attempts, received_at)
     VALUES (current_setting('lapse.tenant_id')::integer, 'dead-1', $1, 'numeric field overflow', 5, now())`,
    [JSON.stringify(event)],
  );
  const page = await chromium.visit(`${lapse.url}/connectors`);
  await page.getByText('numeric field overflow').waitFor();
  await page.getByLabel('Select audit-4711').check();
  await button(page, 'Replay 1').click();
  await dialog(page).getByRole('button', { name: 'Replay' }).click();
  await page.getByText('No event is dead').waitFor();

  await post('/v1/connectors', {
    platform: 'postgres',
    name: 'Warehouse',
    settings: { host: '127.0.0.1', port: 1, user: 'lapse' },
  });
  await page.getByText('Nothing listens at 127.0.0.1:1').waitFor({ timeout: 120_000 });
  await page.getByText('Failing').first().waitFor();
});

test('a rejected event appears by itself, is replayed in vain, and is gone when its asset is known', async () => {
  const page = await chromium.visit(`${lapse.url}/connectors`);
  await page.getByText('No event was refused').waitFor();
  const event = (event_id: string) => ({
    event_id,
    principal_id: 'prin-001',
    asset_id: 'asset-of-tomorrow',
    action: 'query',
    timestamp: new Date().toISOString(),
  });
  await post('/v1/events/batch', { events: [event('early-1'), event('early-2'), 'rubbish'] });
  const rejected = page.getByRole('table', { name: 'Rejected events' });
  // The page was not asked to look again.
  const early = rejected.getByText('early-1', { exact: true });
  const row = rejected.getByRole('row').filter({ has: page.getByText('early-1', { exact: true }) });
  await early.waitFor();
  await expect
    .poll(() => rejected.getByText('asset_id: there is no asset "asset-of-tomorrow"').count())
    .toBe(2);
  await expectNoViolations(page);
  await row.getByRole('button', { name: 'Show what came' }).click();
  await page.getByText('"asset_id": "asset-of-tomorrow"').waitFor();

  await page.getByLabel('Select early-1').check();
  await button(page, 'Replay 1').click();
  await dialog(page).getByRole('button', { name: 'Replay' }).click();
  await page.getByText('1 was refused again, see the reason').waitFor();
  await expect.poll(() => row.getByRole('cell').nth(3).textContent()).toBe('1');

  const asset = {
    kind: 'asset',
    id: 'asset-of-tomorrow',
    name: 'tomorrow',
    type: 'table',
    platform: 'fabric',
  };
  const imported = await fetch(`${lapse.url}/v1/directory/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: JSON.stringify(asset),
  });
  expect(imported.status).toBe(200);
  await page.getByLabel('Select early-1').check();
  await page.getByLabel('Select early-2').check();
  await button(page, 'Replay 2').click();
  await dialog(page).getByRole('button', { name: 'Replay' }).click();
  await page.getByText('2 events are accepted now').waitFor();
  await early.waitFor({ state: 'detached' });
  await rejected.getByText('No JSON object, sent in a batch').waitFor();
  await button(page, 'Dismiss all').click();
  await dialog(page).getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('No event was refused').waitFor();
});

/** Every page, once what it shows is there. */
async function pages(): Promise<string[]> {
  const [webhook, remediation, entry] = await Promise.all([
    idOf('/v1/webhooks'),
    idOf('/v1/remediations'),
    idOf('/v1/audit'),
  ]);
  return [
    '/developers',
    `/developers/webhooks/${webhook}`,
    '/remediations',
    `/remediations/${remediation}`,
    '/audit?event_type=remediation.executed',
    `/audit/${entry}`,
    '/reports',
    '/connectors',
  ];
}

test('every page can be used by everybody, light and dark', async () => {
  const page = await chromium.visit(lapse.url);
  for (const path of await pages()) {
    await page.goto(lapse.url + path);
    await settled(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await changeScheme(page, colorScheme);
      await expectNoViolations(page);
    }
  }
});

test('on the smallest screen nothing scrolls sideways', async () => {
  const page = await chromium.visit(lapse.url, { width: 320, height: 640 });
  for (const path of await pages()) {
    await page.goto(lapse.url + path);
    await settled(page);
    await expectNoSidewaysScroll(page);
  }
});
