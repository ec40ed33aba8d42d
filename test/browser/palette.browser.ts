import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectNoSidewaysScroll, expectNoViolations, type OpenBrowser, openBrowser } from './browser.ts';
import { openDemo } from './demo.ts';
import { openLapse, type RunningLapse } from './lapse.ts';

let lapse: RunningLapse;
let empty: RunningLapse;
let chromium: OpenBrowser;
beforeAll(async () => {
  [lapse, empty, chromium] = await Promise.all([
    openDemo(),
    openLapse({ env: { DEMO_DATA: 'false' } }),
    openBrowser(),
  ]);
});
afterEach(() => chromium.settle());
afterAll(async () => {
  await chromium?.close();
  await lapse?.stop();
  await empty?.stop();
});

const PATIENCE = { timeout: 120_000 };
const field = (page: Page) => page.getByRole('combobox', { name: 'Search and commands' });

async function openPalette(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
  // What is typed before it has the focus is lost.
  const isFocused = () => field(page).evaluate((element) => element.matches(':focus'));
  await expect.poll(isFocused, PATIENCE).toBe(true);
}

test.each(['light', 'dark'] as const)('an empty palette has pages and commands (%s)', async (scheme) => {
  const page = await chromium.visit(`${lapse.url}/policy`, { scheme });
  await openPalette(page);
  const pages = page.getByRole('group', { name: 'Pages' });
  const commands = page.getByRole('group', { name: 'Commands' });
  await pages.getByRole('option', { name: 'Review inbox' }).waitFor();
  for (const name of ['Request a review', 'Start a campaign', 'Create a report', 'Connect a platform']) {
    expect(await commands.getByRole('option', { name }).count()).toBe(1);
  }
  await expectNoViolations(page);
  // From the first one upwards is the last one, which is then in sight.
  await page.keyboard.press('ArrowUp');
  const last = page.getByRole('option', { selected: true });
  expect(await field(page).getAttribute('aria-activedescendant')).toBe(await last.getAttribute('id'));
  await expect.poll(() => last.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await field(page).waitFor({ state: 'detached' });
});

test('keys alone lead to a page, to what somebody is asked about, and through a command', async () => {
  const page = await chromium.visit(`${lapse.url}/policy`);
  await openPalette(page);
  await page.keyboard.type('gran');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/grants');

  // Faster than it is found: Enter means what will be.
  await openPalette(page);
  await page.keyboard.type('payroll');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/assets/asset-022');

  const { items } = await lapse.api<{ items: { id: string }[] }>(
    '/v1/reviews?asset_id=asset-022&status=PENDING',
  );
  await openPalette(page);
  await page.keyboard.type('payroll');
  const reviews = page.getByRole('group', { name: 'Open reviews' });
  await reviews.getByRole('option').first().click();
  await page.waitForURL(`**/reviews/${items[0]?.id}`);

  await openPalette(page);
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');

  await openPalette(page);
  await page.keyboard.type('request rev');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Request a review' }).waitFor();
});

test('the navigation counts what waits, asks three times for it, and follows what changes', async () => {
  const asked: string[] = [];
  const page = await chromium.visit('about:blank', { origins: [lapse.url] });
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (/^\/v1\/(reviews|remediations|alerts)$/.test(pathname)) asked.push(`${pathname}${search}`);
  });
  await page.goto(`${lapse.url}/policy`);
  const pending = () =>
    lapse.api<{ total: number; items: { id: string }[] }>('/v1/reviews?status=PENDING&limit=1');
  /** The first sweep may still ask for more. */
  const agrees = async () =>
    page.getByRole('link', { name: `Review inbox ${(await pending()).total} to answer` }).count();
  await expect.poll(agrees, PATIENCE).toBe(1);
  // What waits for an approval is asked for when the page has long been there.
  expect(new Set(asked.filter((each) => !each.includes('status=pending'))).size).toBe(3);
  // Nothing waits there, so nothing is said.
  await page.getByRole('link', { name: 'Remediations', exact: true }).waitFor();
  const { items } = await pending();
  await lapse.api(`/v1/reviews/${items[0]?.id}/decide`, {
    method: 'POST',
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { decision: 'CONFIRM', justification: 'Needed for the closing of the year.' },
  });
  await expect.poll(agrees, PATIENCE).toBe(1);
});

test('an empty organisation is led through its first steps, each ticked off when it can be seen', async () => {
  const page = await chromium.visit(`${empty.url}/overview`);
  const steps = page.getByRole('listitem').filter({ has: page.getByText(/^(Connect|See|Invite)/) });
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  expect(await steps.count()).toBe(3);
  expect(await steps.filter({ hasText: '(done)' }).count()).toBe(0);
  await expectNoViolations(page);
  const small = await chromium.visit(`${empty.url}/reviews`, { width: 320, height: 640, scheme: 'dark' });
  await small.getByRole('heading', { name: 'First steps' }).waitFor();
  await expectNoSidewaysScroll(small);
  await expectNoViolations(small);

  const response = await fetch(`${empty.url}/v1/directory/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: '{"kind":"principal","id":"p1","display_name":"Ana Diaz","type":"user"}\n',
  });
  expect(response.status).toBe(200);
  await expect.poll(() => steps.filter({ hasText: '(done)' }).count(), PATIENCE).toBe(2);

  await empty.api('/v1/notifications/channels', {
    method: 'POST',
    body: {
      kind: 'email',
      occasions: ['assigned'],
      settings: { host: '127.0.0.1', port: 9, security: 'none', from: 'lapse@x.example' },
    },
  });
  await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('There is no access to look at yet').waitFor();
  expect(await page.getByRole('heading', { name: 'First steps' }).count()).toBe(0);
});
