import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { focused, type OpenBrowser, openBrowser, PATIENCE_MS } from './browser.ts';
import { openDemo } from './demo.ts';
import type { RunningLapse } from './lapse.ts';

export interface Review {
  id: string;
  principal_id: string;
  principal_name: string;
  asset_name: string;
  status: string;
  recommendation: string;
  evidence_json: { grants: { via_group_id: string | null }[] };
}

export let lapse: RunningLapse;
export let chromium: OpenBrowser;

/** The demo organisation, for the tests of a file. */
export function useInbox(): void {
  beforeAll(async () => {
    [lapse, chromium] = await Promise.all([openDemo(), openBrowser()]);
  });
  afterEach(() => chromium.settle());
  afterAll(async () => {
    await chromium?.close();
    await lapse?.stop();
  });
}

export const pending = async () =>
  (await lapse.api<{ items: Review[] }>('/v1/reviews?status=PENDING&limit=100')).items;
export const review = (id: string) => lapse.api<Review>(`/v1/reviews/${id}`);

export async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + WITHIN.timeout;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error(`it did not become true within ${WITHIN.timeout / 1000} s`);
    await sleep(100);
  }
}

export const WITHIN = { timeout: PATIENCE_MS };

/** The rows of the list, and no other link to a review. */
export const rowsOf = (page: Page) => page.locator('a[id^="review-"]');
/** By its whole name: what the form is sent by begins with the same word. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The field for why a decision is made, once it takes what is typed. */
export async function justification(page: Page): Promise<Locator> {
  const field = page.getByRole('textbox', { name: 'Justification' });
  await focused(field);
  return field;
}

export const selectedId = (page: Page) => new URL(page.url()).searchParams.get('review');

/** The inbox with a review in sight. */
export async function openInbox(query = '', options?: Parameters<OpenBrowser['visit']>[1]): Promise<Page> {
  const page = await chromium.visit(`${lapse.url}/reviews${query}`, options);
  await page.getByRole('button', { name: 'Escalate' }).waitFor();
  return page;
}

/** What the page has tried to decide so far. */
export function decisionsOf(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/decide')) sent.push(request.url());
  });
  return sent;
}

/** A key opens the form, a digit fills it in, another sends it; the next review is there at once. */
export async function answer(page: Page, key: 'c' | 'r'): Promise<string> {
  const id = selectedId(page) as string;
  await page.keyboard.press(key);
  const field = await justification(page);
  await page.keyboard.press('1');
  await expect.poll(() => field.inputValue(), WITHIN).not.toBe('');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => selectedId(page), WITHIN).not.toBe(id);
  return id;
}
