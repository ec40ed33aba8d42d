import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  choose,
  expectNoSidewaysScroll,
  expectNoViolations,
  type OpenBrowser,
  openBrowser,
  settled,
} from './browser.ts';
import { openDemo } from './demo.ts';
import type { RunningLapse } from './lapse.ts';

const PRINCIPALS = 100_000;
const INTERACTION_MS_MAX = 100;
const ROUNDS_MAX = 12;

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

const grid = (page: Page, name: string) => page.getByRole('grid', { name });
const firstRow = (page: Page) => page.locator('[role="row"][aria-rowindex="2"]');
const activeText = async (page: Page): Promise<string> => {
  const id = await page.getByRole('grid').getAttribute('aria-activedescendant');
  return (await page.locator(`[id="${id}"]`).textContent()) ?? '';
};

describe('with the demo organisation', () => {
  test('a search for a principal is in the address, and a click opens its page', async () => {
    const page = await chromium.visit(`${lapse.url}/principals`);
    await firstRow(page).getByRole('link').waitFor();
    await page.getByRole('searchbox', { name: 'Search principals' }).fill('break');
    await page.waitForURL('**/principals?q=break');
    await page.getByRole('link', { name: 'Break-glass Administrator' }).click();
    await page.waitForURL('**/principals/prin-030');
    await page.getByRole('heading', { level: 1, name: 'Break-glass Administrator' }).waitFor();
    await page.getByText('Its stalest access is to').waitFor();
    await page.getByRole('img', { name: /^The score of its stalest grant/ }).waitFor();
    for (const tab of ['Reviews', 'Remediations', 'Activity', 'Access']) {
      await page.getByRole('tab', { name: tab, exact: true }).click();
    }
    await page.getByRole('button', { name: 'Why: payroll' }).click();
    await page.getByText('Lapses: the score is 50.').nth(1).waitFor();
    await page.getByText('1 year', { exact: true }).click();
    await page.goBack();
    await page.waitForURL('**/principals?q=break');
    await expect
      .poll(() => page.getByRole('searchbox', { name: 'Search principals' }).inputValue())
      .toBe('break');
  });

  test('filters of grants are in the address and can be shared', async () => {
    const page = await chromium.visit(`${lapse.url}/grants`);
    await firstRow(page).getByRole('link').first().waitFor();
    await choose(page.getByRole('combobox', { name: 'Platform' }), 'PostgreSQL');
    await page.waitForURL('**/grants?platform=postgres');
    await choose(page.getByRole('combobox', { name: 'Risk' }), 'Critical');
    await page.waitForURL('**/grants?platform=postgres&risk_level=critical');
    const { total } = await lapse.api<{ total: number }>('/v1/grants?platform=postgres&risk_level=critical');
    await page.getByText(new RegExp(`^${total} rows?$`)).waitFor();
    const other = await chromium.visit(page.url());
    await other.getByText(new RegExp(`^${total} rows?$`)).waitFor();
    await other.goto(`${lapse.url}/grants?q=nothinglikethis`);
    await other.getByText('No grant matches').waitFor();
    await other.getByRole('button', { name: 'Clear filters' }).click();
    await firstRow(other).getByRole('link').first().waitFor();
  });

  test('a list is used by keyboard alone', async () => {
    const page = await chromium.visit(`${lapse.url}/grants`);
    await firstRow(page).getByRole('link').first().waitFor();
    await settled(page);
    const { items } = await lapse.api<{ items: { principal_id: string; principal_name: string }[] }>(
      '/v1/grants?sort=score&limit=100',
    );
    await grid(page, 'Grants').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => activeText(page)).toContain(items[2]?.principal_name);
    await page.keyboard.press('End');
    const active = () => page.locator('[role="row"][data-active="true"]').getAttribute('aria-rowindex');
    const rows = await grid(page, 'Grants').getAttribute('aria-rowcount');
    await expect.poll(active).toBe(rows);
    await page.keyboard.press('Home');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('PageUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/principals/${items[1]?.principal_id}`);
  });

  test('an access is asked about from the page of a principal', async () => {
    const page = await chromium.visit(`${lapse.url}/principals/prin-001`);
    await page.getByRole('button', { name: 'Request a review', exact: true }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Moved to another team.');
    await page.getByRole('button', { name: 'Request review', exact: true }).click();
    await page.waitForURL('**/reviews/*');
  });

  test('Ctrl K finds principals and assets from anywhere', async () => {
    const page = await chromium.visit(`${lapse.url}/assets`);
    await firstRow(page).getByRole('link').first().waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Search and commands' });
    await field.fill('payr');
    await page.getByRole('option', { name: 'payroll Database' }).waitFor();
    await settled(page);
    await expectNoViolations(page);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/assets/asset-022');
    await grid(page, 'Grants on payroll').waitFor();
  });

  test('the page of an asset shows what the audit trail says about it', async () => {
    const page = await chromium.visit(`${lapse.url}/assets/asset-022`);
    await page.getByRole('tab', { name: 'Activity' }).click();
    const { items } = await lapse.api<{ items: { description: string; data: { asset_id: string } }[] }>(
      '/v1/audit?asset_id=asset-022',
    );
    expect(items.length).toBeGreaterThan(0);
    expect(items.every(({ data }) => data.asset_id === 'asset-022')).toBe(true);
    const trail = page.getByRole('table', { name: 'Audit trail' });
    await trail
      .getByRole('link', { name: items[0]?.description ?? '' })
      .first()
      .waitFor();
    await settled(page);
    await expectNoViolations(page);
    await page.getByRole('link', { name: 'All entries about it' }).click();
    await page.waitForURL('**/audit?asset_id=asset-022');
    await expect.poll(() => page.getByLabel('Asset', { exact: true }).first().inputValue()).toBe('asset-022');
    await page
      .getByRole('link', { name: items[0]?.description ?? '' })
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  test('what does not exist says so', async () => {
    const page = await chromium.visit(`${lapse.url}/principals/none`);
    await page.getByRole('heading', { name: 'There is no such principal' }).waitFor();
    await page.goto(`${lapse.url}/assets/none`);
    await page.getByRole('heading', { name: 'There is no such asset' }).waitFor();
  });

  const PAGES: [path: string, ready: string][] = [
    ['/principals', 'Amara Okonjo-Whitfield'],
    ['/assets', 'campaign_responses'],
    ['/grants', 'Break-glass Administrator'],
    ['/principals/prin-030', 'Its stalest access is to'],
    ['/assets/asset-022', 'Break-glass Administrator'],
  ];
  test.each(PAGES)('%s can be used by everybody, on any screen', async (path, ready) => {
    for (const scheme of ['light', 'dark'] as const) {
      const page = await chromium.visit(`${lapse.url}${path}`, { scheme });
      await page.getByText(ready).first().waitFor();
      await settled(page);
      await expectNoViolations(page);
    }
    const small = await chromium.visit(`${lapse.url}${path}`, { width: 320, height: 640 });
    await small.getByText(ready).first().waitFor();
    await settled(small);
    await expectNoSidewaysScroll(small);
    await expectNoViolations(small);
  });
});

describe(`with ${PRINCIPALS} principals`, () => {
  beforeAll(async () => {
    const lines = Array.from({ length: PRINCIPALS }, (_, index) => {
      const number = String(index).padStart(6, '0');
      return `{"kind":"principal","id":"many-${number}","display_name":"Person ${number}","type":"user"}\n`;
    });
    const response = await fetch(`${lapse.url}/v1/directory/import`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines.join(''),
    });
    expect(response.status).toBe(200);
  });

  test('every interaction is answered on the screen within 100 ms', async () => {
    const page = await chromium.visit(`${lapse.url}/principals?q=person`);
    const list = grid(page, 'Principals');
    await firstRow(page).getByRole('link').waitFor();
    // A search counts to 10,000; the whole list knows its total.
    await page.getByRole('searchbox', { name: 'Search principals' }).fill('');
    await page.getByText(/^The first 100,000 of 100,0\d\d are shown/).waitFor();
    expect(Number(await list.getAttribute('aria-rowcount'))).toBe(100_001);

    await page.evaluate(WATCH_EVENTS);
    const rounds: Round[] = [];
    // The best of some: what else the machine does meanwhile is not the list's.
    const isFast = ({ events, frames }: Round) =>
      p95(events) < INTERACTION_MS_MAX && p95(frames) < INTERACTION_MS_MAX;
    while (rounds.length < ROUNDS_MAX && !rounds.some(isFast)) rounds.push(await interact(page));
    for (const { events, frames } of rounds) {
      console.log(
        `100,000 rows: ${events.length} key presses and clicks to the next paint, p95 ${p95(events)} ms; ` +
          `${frames.length} scrolls, p95 ${p95(frames).toFixed(0)} ms`,
      );
    }
    expect(rounds.some(isFast)).toBe(true);
  });

  test('the far end is shown, and the place is kept for who comes back', async () => {
    const page = await chromium.visit(`${lapse.url}/principals`);
    const asked = pagesAsked(page);
    await page.reload();
    await firstRow(page).getByRole('link').waitFor();
    await settled(page);
    const before = asked.size;
    await grid(page, 'Principals').focus();
    await page.keyboard.press('End');
    const far = page.getByRole('link', { name: /^Person 0999\d\d$/ }).first();
    await far.waitFor();
    await settled(page);
    const name = (await far.textContent()) ?? '';
    expect(asked.size - before).toBeLessThanOrEqual(2);
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name, exact: true }).waitFor();
  });

  test('a fling asks for what it ends at, and not for what it passes', async () => {
    const page = await chromium.visit(`${lapse.url}/principals`);
    const asked = pagesAsked(page);
    await page.reload();
    await firstRow(page).getByRole('link').waitFor();
    await settled(page);
    const before = asked.size;
    await page.evaluate(FLING);
    await page
      .getByRole('link', { name: /^Person 0\d{5}$/ })
      .first()
      .waitFor();
    await settled(page);
    expect(asked.size - before).toBeLessThanOrEqual(4);
  });
});

/** The pages of the list that were asked for; one that is shown may be read again when something has changed. */
function pagesAsked(page: Page): Set<string> {
  const asked = new Set<string>();
  page.on('request', (request) => {
    if (request.url().includes('/v1/principals?')) asked.add(request.url());
  });
  return asked;
}

interface Round {
  events: number[];
  frames: number[];
}

const KEYS = ['ArrowDown', 'ArrowDown', 'PageDown', 'PageDown', 'End', 'PageUp', 'Home', 'ArrowDown'];

/** Keys, sorting by a click and back, and scrolling. */
async function interact(page: Page): Promise<Round> {
  await page.evaluate('window.seen.length = 0');
  await page.getByRole('grid').focus();
  for (const key of [...KEYS, ...KEYS, ...KEYS, ...KEYS]) await page.keyboard.press(key, { delay: 20 });
  const head = page.getByRole('columnheader', { name: 'Name' }).getByRole('button');
  for (let click = 0; click < 2; click += 1) {
    await head.click();
    await firstRow(page).getByRole('link').waitFor();
  }
  const told = await durations(page);
  expect(told.length).toBeLessThanOrEqual(4 * KEYS.length + 2);
  // Those that are not told took less than 16 ms.
  const untold = Array<number>(4 * KEYS.length + 2 - told.length).fill(16);
  const frames = (await page.evaluate(SCROLL_AROUND)) as number[];
  return { events: [...told, ...untold], frames };
}

const p95 = (all: readonly number[]): number =>
  all.toSorted((a, b) => a - b)[Math.ceil(all.length * 0.95) - 1] ?? 0;

/** Key presses and clicks with the time to the next paint, as the browser measures it; shorter than 16 ms are not told. */
const WATCH_EVENTS = `
  window.seen = [];
  new PerformanceObserver((list) => window.seen.push(...list.getEntries().filter(({ name, interactionId }) =>
    interactionId > 0 && ['keydown', 'click'].includes(name)).map(({ duration }) => duration)))
    .observe({ type: 'event', durationThreshold: 16, buffered: false });`;

async function durations(page: Page): Promise<number[]> {
  await page.waitForTimeout(200);
  return (await page.evaluate('window.seen')) as number[];
}

/** Jumps all over the list: from setting the place to the frame after the one that shows it. */
const SCROLL_AROUND = `(async () => {
  const box = document.querySelector('[role="grid"]');
  const times = [];
  for (let step = 0; step < 60; step += 1) {
    const started = performance.now();
    box.scrollTop = step % 3 === 0 ? Math.random() * box.scrollHeight : box.scrollTop + 700;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    times.push(performance.now() - started);
  }
  return times;
})()`;

/** 200 pages in a second and a half. */
const FLING = `(async () => {
  const box = document.querySelector('[role="grid"]');
  const started = performance.now();
  while (performance.now() - started < 1500) {
    box.scrollTop += 10_000;
    await new Promise(requestAnimationFrame);
  }
})()`;

test('the head of a long table stays in sight', async () => {
  const page = await chromium.visit(`${lapse.url}/audit`, { height: 600 });
  const head = page.getByRole('columnheader', { name: 'Actor' });
  await head.waitFor();
  await settled(page);
  const row = page.getByRole('table', { name: 'Audit' }).getByRole('row').nth(30);
  await row.scrollIntoViewIfNeeded();
  const [place, banner] = [await head.boundingBox(), await page.getByRole('banner').boundingBox()];
  expect(place?.y).toBeGreaterThanOrEqual((banner?.height ?? 0) - 1);
  expect((await row.boundingBox())?.y).toBeGreaterThan(place?.y ?? 600);
});

test('a table that is wider than the screen scrolls in a box that fits on it, below its head', async () => {
  const page = await chromium.visit(`${lapse.url}/audit`, { width: 700, height: 600 });
  const head = page.getByRole('columnheader', { name: 'Actor' });
  await head.waitFor();
  await settled(page);
  const box = page.getByRole('region', { name: 'Audit', exact: true });
  await box.evaluate((element) => element.scrollTo(0, 1_000));
  const [place, frame] = [await head.boundingBox(), await box.boundingBox()];
  expect(Math.abs((place?.y ?? 0) - (frame?.y ?? 99))).toBeLessThan(3);
  const banner = await page.getByRole('banner').boundingBox();
  expect(frame?.height).toBeLessThanOrEqual(600 - (banner?.height ?? 0));
  await expectNoSidewaysScroll(page);
});

test('Back restores what was searched for and chosen before', async () => {
  const page = await chromium.visit(`${lapse.url}/principals`);
  const search = page.getByRole('searchbox', { name: 'Search principals' });
  await search.pressSequentially('om', { delay: 400 });
  await page.waitForURL(/q=om/);
  await page.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: /^Group/ }).click();
  await page.waitForURL(/type=/);
  await page.goBack();
  await page.waitForURL((url) => url.searchParams.get('q') === 'om' && !url.searchParams.has('type'));
  // Letter by letter is one step.
  await page.goBack();
  await page.waitForURL((url) => !url.searchParams.has('q'));
  await expect.poll(() => search.inputValue()).toBe('');
});
