import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { PAGES } from '../../src/gateway/openapi/pages.ts';
import {
  changeScheme,
  expectNoSidewaysScroll,
  expectNoViolations,
  type OpenBrowser,
  openBrowser,
  settled,
} from './browser.ts';
import { openDemo } from './demo.ts';
import type { RunningLapse } from './lapse.ts';
import { preparePages, type ShownPage } from './pages.ts';

let lapse: RunningLapse;
let chromium: OpenBrowser;
let prepared: Awaited<ReturnType<typeof preparePages>>;
beforeAll(async () => {
  [lapse, chromium] = await Promise.all([openDemo(), openBrowser()]);
  prepared = await preparePages(lapse);
});
afterEach(() => chromium.settle());
afterAll(async () => {
  prepared?.close();
  await chromium?.close();
  await lapse?.stop();
});

const JAVASCRIPT_KB_MAX = 250;

const eachPage = async (visit: (page: ShownPage) => Promise<void>): Promise<void> => {
  for (const page of prepared.pages) await visit(page);
};

test('every page that the gateway serves is looked at here', () => {
  const shapes = prepared.pages.map(({ path }) =>
    PAGES.find((page) =>
      new RegExp(`^${page.replace(/:id/, '[^/]+')}$`).test(path.split('?', 1)[0] as string),
    ),
  );
  expect(new Set(['/', ...shapes])).toEqual(new Set(PAGES));
});

test('everybody can use every page in both schemes, and none complains', { timeout: 600_000 }, async () => {
  await eachPage(async ({ path }) => {
    const page = await chromium.visit(lapse.url + path, { scheme: 'light' });
    await settled(page);
    expect([path, await page.getByRole('heading', { level: 1 }).count()]).toEqual([path, 1]);
    await expectNoViolations(page);
    await changeScheme(page, 'dark');
    await settled(page);
    await expectNoViolations(page);
    await page.close();
  });
});

test('no page is wider than the smallest screen', { timeout: 600_000 }, async () => {
  await eachPage(async ({ path }) => {
    const page = await chromium.visit(lapse.url + path, { width: 320, height: 640 });
    await settled(page);
    await expectNoSidewaysScroll(page);
    await page.close();
  });
});

test(`the first page needs at most ${JAVASCRIPT_KB_MAX} KB of compressed JavaScript`, async () => {
  const page = await chromium.visit(lapse.url);
  await page.waitForURL('**/reviews');
  await settled(page);
  const bytes = await page.evaluate(
    `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`,
  );
  console.log(`JavaScript of the first page: ${Math.round(Number(bytes) / 1024)} KB compressed`);
  expect(Number(bytes)).toBeGreaterThan(50 * 1024);
  expect(Number(bytes)).toBeLessThan(JAVASCRIPT_KB_MAX * 1024);
});
