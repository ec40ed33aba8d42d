import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  expectNoSidewaysScroll,
  expectNoViolations,
  focused,
  hold,
  type OpenBrowser,
  openBrowser,
  settled,
} from './browser.ts';
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

/** What is typed from here on is meant for its field. */
async function openPalette(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.keyboard.press('Control+k');
}

test.each(['light', 'dark'] as const)('an empty palette has pages and commands (%s)', async (scheme) => {
  const page = await chromium.visit(`${lapse.url}/policy`, { scheme });
  await openPalette(page);
  const pages = page.getByRole('group', { name: 'Pages' });
  const commands = page.getByRole('group', { name: 'Commands' });
  await pages.getByRole('option', { name: 'Review inbox', exact: true }).waitFor();
  for (const name of ['Request a review', 'Start a campaign', 'Create a report', 'Connect a platform'])
    await commands.getByRole('option', { name, exact: true }).waitFor();
  await focused(field(page));
  await settled(page);
  await expectNoViolations(page);
  // From the first one upwards is the last one, which is then in sight.
  await page.keyboard.press('ArrowUp');
  const last = page.getByRole('option', { selected: true });
  await expect
    .poll(
      async () =>
        (await field(page).getAttribute('aria-activedescendant')) === (await last.getAttribute('id')),
    )
    .toBe(true);
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

  const { items } = await lapse.api<{ items: { id: string; principal_name: string }[] }>(
    '/v1/reviews?asset_id=asset-022&status=PENDING',
  );
  const asked = items[0] as (typeof items)[number];
  await openPalette(page);
  await page.keyboard.type('payroll');
  const reviews = page.getByRole('group', { name: 'Open reviews' });
  await reviews.getByRole('option', { name: `${asked.principal_name} on payroll` }).click();
  await page.waitForURL(`**/reviews/${asked.id}`);

  await openPalette(page);
  await page.keyboard.type('dark');
  await page.keyboard.press('Enter');
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' });

  await openPalette(page);
  await page.keyboard.type('request rev');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Request a review' }).waitFor();
});

test('what is typed before the palette has come is in its field, and Enter means it', async () => {
  const [page, again] = [
    await chromium.visit(`${lapse.url}/policy`),
    await chromium.visit(`${lapse.url}/policy`),
  ];
  const release = await hold(page, '**/palette-dialog-*.js');
  await openPalette(page);
  await page.keyboard.type('payrop');
  await page.keyboard.press('Backspace');
  release();
  await focused(field(page));
  await page.keyboard.type('ll');
  await expect.poll(() => field(page).inputValue()).toBe('payroll');
  await page.keyboard.press('Escape');
  await field(page).waitFor({ state: 'detached' });

  const releaseAgain = await hold(again, '**/palette-dialog-*.js');
  await openPalette(again);
  await again.keyboard.type('payroll');
  await again.keyboard.press('Enter');
  releaseAgain();
  await again.waitForURL('**/assets/asset-022');
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
  await expect.poll(() => steps.count(), PATIENCE).toBe(3);
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
