import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

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
const PATIENCE_MS = 120_000;

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

function watch(page: Page, origins: readonly string[], report: (trouble: string) => void): void {
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    if (!EXPECTED.test(message.text())) report(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => report(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (!origins.includes(url.origin) && !['data:', 'blob:'].includes(url.protocol))
      report(`request to ${url.href}`);
  });
}

/** Nothing that keeps somebody from using the page. */
export async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
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

/** Everything that the page asked for has come: nothing loads any more. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(300);
}
