import type { Locator, Page } from 'playwright-core';
import type { RunningLapse } from '../../test/browser/lapse.ts';

/** Reviews decided one after another, each as it is recommended: a key, a reason by a digit, and a key to send it. */
export async function clearOneByOne(
  page: Page,
  { count, url }: { count: number; url: string },
): Promise<{ decisions: number; seconds: number }> {
  await page.goto(`${url}/reviews`);
  await page.getByRole('button', { name: 'Escalate' }).waitFor();
  const selected = () => new URL(page.url()).searchParams.get('review');
  const began = Date.now();
  for (let i = 0; i < count; i++) {
    const id = selected();
    await page.keyboard.press('r');
    const field = page.getByRole('textbox', { name: 'Justification' });
    await field.waitFor();
    await page.keyboard.press('1');
    while ((await field.inputValue()) === '') await page.waitForTimeout(5);
    await page.keyboard.press('Control+Enter');
    while (selected() === id) await page.waitForTimeout(5);
  }
  const seconds = (Date.now() - began) / 1_000;
  // What is sent only after the seconds in which it can be taken back.
  await page.waitForTimeout(12_000);
  return { decisions: count, seconds };
}

interface Cleared {
  by: string;
  decisions: number;
  /** Closed by them. */
  reviews: number;
  seconds: number;
}

const GROUPINGS = ['asset', 'principal', 'reason'];

/** Everything that may be decided together, grouped by one thing after another, until the end or until nothing is left together. */
export async function clearInGroups(
  page: Page,
  { lapse, until }: { lapse: RunningLapse; until: number },
): Promise<Cleared[]> {
  const done: Cleared[] = [];
  for (const by of GROUPINGS) {
    const before = await openReviews(lapse);
    const began = Date.now();
    const decisions = await clearGroupedBy(page, { url: lapse.url, by, until });
    await decidedAll(lapse);
    const reviews = before - (await openReviews(lapse));
    done.push({ by, decisions, reviews, seconds: (Date.now() - began) / 1_000 });
  }
  return done;
}

async function clearGroupedBy(
  page: Page,
  { url, by, until }: { url: string; by: string; until: number },
): Promise<number> {
  await page.goto(`${url}/reviews?group=${by}`);
  await page
    .getByText(/^\d[\d,]* groups?\b/)
    .first()
    .waitFor();
  // A card stays until its decision begins, eight seconds later; nobody waits for that.
  const answered = new Set<string>();
  let decided = 0;
  let isOver = false;
  while (Date.now() < until) {
    const next = await nextCard(page, answered);
    if (next === null) {
      // The list may just be read again.
      if (!isOver) await page.waitForTimeout(5_000);
      else break;
      isOver = true;
      continue;
    }
    isOver = false;
    await next.card.focus();
    await page.keyboard.press(next.isRevocation ? 'r' : 'c');
    const field = page.getByRole('textbox', { name: 'Justification' });
    // The card may have been drawn anew between the two.
    const isOpen = await field.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
    if (!isOpen) continue;
    await page.keyboard.type('Looked at as a group.');
    await page.keyboard.press('Control+Enter');
    const refused = page.getByRole('alert');
    while ((await field.count()) > 0 && (await refused.count()) === 0) await page.waitForTimeout(5);
    answered.add(next.sentence);
    if ((await field.count()) === 0) decided += 1;
    else {
      // Something of the group was used or decided meanwhile: looked at again later, as it is by then.
      console.log(`  refused: ${next.sentence} ${await refused.first().textContent()}`);
      await page.keyboard.press('Escape');
      await field.waitFor({ state: 'detached' });
    }
  }
  return decided;
}

const DECIDABLE = /^(Revoke|Confirm) /;

async function nextCard(
  page: Page,
  answered: ReadonlySet<string>,
): Promise<{ card: Locator; sentence: string; isRevocation: boolean } | null> {
  const cards = page.getByRole('article').filter({ has: page.getByRole('button', { name: DECIDABLE }) });
  const sentences = await cards.getByRole('heading', { level: 2 }).allTextContents();
  const place = sentences.findIndex((sentence) => !answered.has(sentence));
  const more = page.getByRole('button', { name: 'Load more groups' });
  if (place === -1) {
    if ((await more.count()) === 0) return null;
    await more.click();
    await page.waitForTimeout(500);
    return nextCard(page, answered);
  }
  const card = cards.nth(place);
  const isRevocation = (await card.getByRole('button', { name: /^Revoke / }).count()) > 0;
  return { card, sentence: sentences[place] as string, isRevocation };
}

const openReviews = async (lapse: RunningLapse): Promise<number> =>
  (await lapse.api<{ total: number }>('/v1/reviews?status=PENDING&limit=1')).total;

/** Waits for decisions about groups that are on their way. */
async function decidedAll(lapse: RunningLapse): Promise<void> {
  for (;;) {
    const { items } = await lapse.api<{ items: { status: string }[] }>(
      '/v1/reviews/groups/decisions?limit=100',
    );
    if (items.every(({ status }) => !['held', 'deciding', 'undoing'].includes(status))) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
