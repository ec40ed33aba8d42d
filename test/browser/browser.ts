import { setTimeout as sleep } from 'node:timers/promises';
import { AxeBuilder } from '@axe-core/playwright';
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** For something that does not come at all. On a machine that others use, what does come may take its time. */
export const PATIENCE_MS = 120_000;

export type Scheme = 'light' | 'dark';

export interface OpenBrowser {
  browser: Browser;
  /** A new visitor: no cookies, no storage. Fails the test at its end on console errors and on requests to other hosts. */
  visit(
    url: string,
    options?: {
      scheme?: Scheme;
      width?: number;
      height?: number;
      locale?: string;
      /** Other origins that may be asked, such as an identity provider's. */
      origins?: readonly string[];
      /** By default they run. */
      scripts?: boolean;
    },
  ): Promise<Page>;
  /** Call after each test: what went wrong behind the pages that were open, and closes them. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Debian's Chromium, headless. Times and numbers as in Britain, so that tests can read them. */
export async function openBrowser(): Promise<OpenBrowser> {
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
  const contexts: BrowserContext[] = [];
  let troubles: string[] = [];
  return {
    browser,
    visit: async (url, options = {}) => {
      const { scheme = 'light', width = 1280, height = 800, locale = 'en-GB', origins = [] } = options;
      const { scripts = true } = options;
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: scheme,
        locale,
        timezoneId: 'UTC',
        reducedMotion: 'reduce',
        javaScriptEnabled: scripts,
      });
      contexts.push(context);
      const allowed = [new URL(url).origin, ...origins];
      // Also those that a page opens.
      context.on('page', (page) => watch(page, allowed, (trouble) => troubles.push(trouble)));
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      await page.goto(url);
      return page;
    },
    settle: async () => {
      for (const context of contexts.splice(0)) await context.close();
      const found = troubles;
      troubles = [];
      if (found.length > 0) throw new Error(`behind the pages:\n${found.join('\n')}`);
    },
    close: () => browser.close(),
  };
}

/** Requests that were refused on purpose show up in the console too; those are what a test is about, not a trouble. */
const EXPECTED = /Failed to load resource: the server responded with a status of 4\d\d/;

/** What each page has asked for and has not got yet; not the stream, which never ends. */
const unanswered = new WeakMap<Page, Set<Request>>();

function watch(page: Page, origins: readonly string[], report: (trouble: string) => void): void {
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (!EXPECTED.test(message.text())) report(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => report(`error: ${error.message}`));
  const open = new Set<Request>();
  unanswered.set(page, open);
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  page.on('request', (request) => {
    const url = new URL(request.url());
    // Of the page before, nothing comes any more.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) open.clear();
    if (request.resourceType() !== 'eventsource') open.add(request);
    if (!origins.includes(url.origin) && !['data:', 'blob:'].includes(url.protocol))
      report(`request to ${url.href}`);
  });
}

/** Nothing that keeps somebody from using the page. */
export async function expectNoViolations(
  page: Page,
  {
    except = [],
    within = [],
  }: {
    /** Rules that somebody else's part of the page breaks. */
    except?: string[];
    /** Parts of a page that is too long to be looked at whole. */
    within?: string[];
  } = {},
): Promise<void> {
  while (await isMoving(page)) await sleep(50);
  const axe = new AxeBuilder({ page }).disableRules(except);
  for (const part of within) axe.include(part);
  const { violations } = await axe.analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = serious.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n  ${nodes
        .map((node) => node.html)
        .slice(0, 3)
        .join('\n  ')}`,
  );
  if (told.length > 0) throw new Error(`${page.url()}\n${told.join('\n')}`);
}

/** No part of the page is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = await page.evaluate(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  const [scrollWidth, clientWidth] = widths as [number, number];
  if (scrollWidth > clientWidth)
    throw new Error(`${page.url()} is ${scrollWidth} px wide on ${clientWidth} px`);
}

/** Everything that the page asked for has come, and nothing moves any more. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const end = Date.now() + PATIENCE_MS;
  // What has come may ask for more: three looks in a row find nothing.
  for (let quiet = 0; quiet < 3; quiet += 1) {
    if (await isBusy(page)) quiet = -1;
    if (Date.now() > end) throw new Error(`${page.url()} still loads`);
    await sleep(50);
  }
}

const isBusy = async (page: Page): Promise<boolean> =>
  (unanswered.get(page)?.size ?? 0) > 0 ||
  (await page.locator('.mantine-Skeleton-root').count()) > 0 ||
  (await isMoving(page));

/** Something fades in or out, and has other colours meanwhile; what turns for ever does not count. */
const isMoving = (page: Page): Promise<boolean> =>
  page.evaluate(
    'document.getAnimations().some((each) => each.playState === "running" && Number.isFinite(each.effect?.getComputedTiming().endTime))',
  );

/** What the page asks for there comes when it is released. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    // Whoever has asked may have gone.
    await route.continue().catch(() => {});
  });
  return release;
}

/** It has the focus: what is typed now is typed into it. */
export async function focused(field: Locator): Promise<void> {
  await field.and(field.page().locator(':focus')).waitFor();
}

/** The page as it is in the other scheme. */
export async function changeScheme(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor({ state: 'attached' });
}

/** Opens the list of a field, and chooses what is called exactly so. */
export async function choose(field: Locator, option: string): Promise<void> {
  await field.click();
  await field.page().getByRole('option', { name: option, exact: true }).click();
}

/** What a search has found of this name: principals have their department behind it, and assets their platform. */
export const foundOption = (page: Page, name: string): Locator =>
  page.getByRole('option', {
    name: new RegExp(`^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}( \\(.*\\))?$`),
  });

/** Types into a field that searches, and chooses what has exactly this name. */
export async function find(field: Locator, name: string): Promise<void> {
  await field.fill(name);
  await foundOption(field.page(), name).click();
}
