import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
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

test('the start page is the inbox of who may decide, under a banner that sign-in is off', async () => {
  const page = await chromium.visit(lapse.url);
  await page.waitForURL('**/reviews');
  await page.getByText('Sign-in is off (AUTH_DISABLED).').waitFor();
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await page.waitForURL('**/overview');
});

test.each(['/reviews/none/of/this', '/typo?x=1'])(
  'an address that does not exist says so, and leads home: %s',
  async (address) => {
    const page = await chromium.visit(lapse.url, { width: 320, height: 640 });
    const answer = await page.goto(lapse.url + address);
    expect(answer?.status()).toBe(404);
    await page.getByRole('heading', { level: 1, name: 'There is nothing at this address' }).waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'To the start page' }).click();
    await page.waitForURL('**/reviews');
  },
);

test.each(['light', 'dark'] as const)('the shell can be used by everybody (%s)', async (scheme) => {
  const page = await chromium.visit(`${lapse.url}/overview`, { scheme });
  await settled(page);
  await expectNoViolations(page);
});

test('on the smallest screen the menu opens and nothing scrolls sideways', async () => {
  const page = await chromium.visit(`${lapse.url}/overview`, { width: 320, height: 640 });
  await page.getByRole('button', { name: 'Navigation' }).click();
  await page.getByRole('link', { name: 'Policy', exact: true }).click();
  await page.waitForURL('**/policy');
  await settled(page);
  await expectNoSidewaysScroll(page);
});
