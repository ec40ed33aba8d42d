import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectNoSidewaysScroll, type OpenBrowser, openBrowser, type Scheme } from './browser.ts';
import { openDemo } from './demo.ts';
import type { RunningLapse } from './lapse.ts';

let lapse: RunningLapse;
let chromium: OpenBrowser;
beforeAll(async () => {
  [lapse, chromium] = await Promise.all([openDemo(), openBrowser()]);
});
// Also that nothing was asked of another host, and that no script was refused.
afterEach(() => chromium.settle());
afterAll(async () => {
  await chromium?.close();
  await lapse?.stop();
});

/** Of what is in sight; the viewers' own faults of structure are theirs. */
async function expectContrast(page: Page, part: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).include(part).withRules(['color-contrast']).analyze();
  const told = violations.flatMap(({ nodes }) =>
    nodes.map(({ html, any }) => `${html}\n  ${any[0]?.message}`),
  );
  if (told.length > 0) throw new Error(`${page.url()}\n${told.slice(0, 8).join('\n')}`);
}

test.each<Scheme>(['light', 'dark'])(
  'the reference introduces the API and shows samples (%s)',
  async (scheme) => {
    const page = await chromium.visit(`${lapse.url}/redoc`, { scheme });
    await page.getByRole('heading', { name: 'Authentication', exact: true }).waitFor();
    await page.getByRole('img', { name: 'Lapse' }).waitFor();
    const decide = page.locator('#tag\\/reviews\\/operation\\/decideReview');
    await decide.getByText('curl', { exact: true }).waitFor();
    await decide.getByText('Idempotency-Key', { exact: false }).first().waitFor();
    await decide.getByText('TypeScript', { exact: true }).click();
    await decide.getByText('@lapse/client').waitFor();
    await expectContrast(page, '.menu-content');
    await expectContrast(page, '.api-info');
    await expectContrast(page, '#tag\\/reviews\\/operation\\/decideReview');
  },
);

test.each<Scheme>(['light', 'dark'])('the explorer introduces the API and calls it (%s)', async (scheme) => {
  const page = await chromium.visit(`${lapse.url}/docs/`, { scheme });
  await page.getByRole('heading', { name: 'Authentication', exact: true }).waitFor();
  const health = page.locator('#operations-health-getHealth');
  await health.locator('.opblock-summary-control').click();
  await health.getByRole('button', { name: 'Execute' }).click();
  await health.locator('.live-responses-table').getByText('200', { exact: true }).first().waitFor();
  await expectContrast(page, '.information-container');
  await expectContrast(page, '#operations-health-getHealth');
  await expectContrast(page, '#operations-tag-health');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  expect(await page.title()).toBe('Lapse API explorer');
});
