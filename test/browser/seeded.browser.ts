import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { expectNoSidewaysScroll, expectNoViolations, settled } from './browser.ts';
import { changeDatabase } from './embedded-database.ts';
import { chromium, lapse, openInbox, pending, review, selectedId, useInbox, WITHIN } from './inbox.ts';

useInbox();

const QUESTION = randomUUID();
let past: string;
const asked = async () =>
  (await lapse.api<{ question: { id: string } | null }>('/v1/reviews/seeded')).question?.id ?? null;

/** What was decided here a moment ago stands for the past, which the demo organisation has not. */
beforeAll(async () => {
  past = (await pending())[0]?.id as string;
  await lapse.api(`/v1/reviews/${past}/decide`, {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID() },
    body: { decision: 'CONFIRM', justification: 'Needed.' },
  });
  await lapse.api('/v1/policy', { method: 'PUT', body: { review: { seeded_percent: 5 } } });
  await changeDatabase(
    lapse.data_dir,
    `INSERT INTO seeded_questions (tenant_id, id, asked_of, review_id, known, decided_at, days_used, created_at, expires_at)
     SELECT current_tenant(), $1, 'dev-admin', $2, 'CONFIRM', '2026-03-12T09:30:00Z', 23, now(), now() + interval '14 days'`,
    [QUESTION, past],
  );
  expect(await asked()).toBe(QUESTION);
});

test('a question from the past stands among the reviews, is answered like them, and then says what is known', async () => {
  const phone = await chromium.visit(`${lapse.url}/reviews?review=${QUESTION}`, {
    width: 320,
    height: 740,
    scheme: 'dark',
  });
  await phone.getByRole('button', { name: 'Escalate' }).waitFor();
  await settled(phone);
  await expectNoViolations(phone);
  await expectNoSidewaysScroll(phone);

  const page = await openInbox();
  const row = page.locator(`#review-${QUESTION}`);
  await row.waitFor();
  const rows = () =>
    page.locator('[id^="review-"]').evaluateAll((links) => links.map(({ id }) => id.slice('review-'.length)));
  const place = (await rows()).indexOf(QUESTION);
  expect(place).toBeGreaterThan(0);
  expect(place).toBeLessThan(10);
  // It is not offered to be decided together with others.
  expect(await page.locator('li').filter({ has: row }).getByRole('checkbox').count()).toBe(0);
  for (const id of (await rows()).slice(1, place + 1)) {
    await page.keyboard.press('j');
    await expect.poll(() => selectedId(page), WITHIN).toBe(id);
  }
  const pane = page.getByRole('region', { name: 'Evidence', exact: true });
  await pane.getByRole('heading', { name: 'Was its use recorded?', exact: true }).waitFor();
  // What is for reviews alone.
  for (const name of ['What revoking will do', 'Comments'])
    expect(await pane.getByRole('heading', { name, exact: true }).count()).toBe(0);
  for (const name of ['Ask the holder', 'Reassign'])
    expect(await pane.getByRole('button', { name, exact: true }).count()).toBe(0);
  await page.keyboard.press('x');
  expect(await page.getByRole('region', { name: 'Decide together' }).count()).toBe(0);
  await page.keyboard.press('r');
  const field = page.getByRole('textbox', { name: 'Justification' });
  await field.waitFor();
  await settled(page);
  await expectNoViolations(page);
  await page.keyboard.press('1');
  await expect.poll(() => field.inputValue(), WITHIN).not.toBe('');
  const next = (await rows())[place + 1];
  await page.keyboard.press('Control+Enter');
  await page
    .getByText(
      'This was a question from the past, nothing was changed. The access was confirmed on 12 March 2026 and used on 23 of the 60 days after that.',
    )
    .waitFor();
  await expect.poll(() => selectedId(page), WITHIN).toBe(next);
  await row.waitFor({ state: 'detached' });
  expect(await page.getByRole('group', { name: 'Not sent yet' }).count()).toBe(0);
  expect(await asked()).toBeNull();
  expect((await review(past)).status).toBe('DECIDED');

  const overview = await chromium.visit(`${lapse.url}/overview`);
  const table = overview.getByRole('table', { name: 'Seeded questions', exact: true });
  await table.getByRole('cell', { name: 'too few to say' }).waitFor();
  expect(await table.getByRole('row').nth(1).getByRole('cell').allTextContents()).toEqual([
    'dev-admin',
    '1',
    '0',
    '1',
    '0',
    'too few to say',
  ]);
  await settled(overview);
  await expectNoViolations(overview);
});
