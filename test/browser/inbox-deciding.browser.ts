import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoViolations, find, focused, settled } from './browser.ts';
import {
  answer,
  button,
  chromium,
  decisionsOf,
  justification,
  lapse,
  openInbox,
  pending,
  type Review,
  review,
  rowsOf,
  selectedId,
  until,
  useInbox,
  WITHIN,
} from './inbox.ts';

useInbox();

test.each(['light', 'dark'] as const)('everybody can read and answer a review (%s)', async (scheme) => {
  const page = await openInbox('', { scheme });
  await page.getByRole('heading', { name: 'What revoking will do' }).waitFor();
  await page.keyboard.press('r');
  await justification(page);
  await settled(page);
  await expectNoViolations(page);
  const single = await chromium.visit(`${lapse.url}/reviews/${selectedId(page)}`, { scheme });
  await single.getByRole('heading', { level: 3, name: 'What happened, and what comes next' }).waitFor();
  await settled(single);
  await expectNoViolations(single);
});

test('what is undone within 8 s is never sent, and what was typed is there again', async () => {
  const page = await openInbox();
  const sent = decisionsOf(page);
  await page.clock.install();
  const id = await answer(page, 'r');
  await page.getByRole('group', { name: 'Not sent yet' }).waitFor();
  await page.clock.runFor(1_000);
  await page.keyboard.press('u');
  await expect.poll(() => selectedId(page), WITHIN).toBe(id);
  const field = page.getByRole('textbox', { name: 'Justification' });
  await expect.poll(() => field.inputValue(), WITHIN).toMatch(/^No longer used/);
  await page.clock.runFor(30_000);
  expect(sent).toEqual([]);
  expect((await review(id)).status).toBe('PENDING');
});

test('a decision that is refused comes back with the reason and the text', async () => {
  const page = await openInbox();
  const sent = decisionsOf(page);
  const { id, principal_name } = (await pending()).find(
    ({ recommendation }) => recommendation === 'REVIEW',
  ) as Review;
  await page.locator(`#review-${id}`).click();
  await expect.poll(() => selectedId(page), WITHIN).toBe(id);
  await page.keyboard.press('e');
  await (await justification(page)).fill('Somebody else should look.');
  await find(page.getByRole('combobox', { name: 'To whom' }), principal_name);
  await page.clock.install();
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => selectedId(page), WITHIN).not.toBe(id);
  await page.clock.runFor(8_500);
  await page.getByText(/Not accepted:/).waitFor();
  await page.getByText('not the one under review').first().waitFor();
  expect(sent).toHaveLength(1);
  await page.locator(`#review-${id}`).click();
  await page.getByRole('alert').getByText('Your text is still here.').waitFor();
  const field = page.getByRole('textbox', { name: 'Justification' });
  await expect.poll(() => field.inputValue(), WITHIN).toBe('Somebody else should look.');
  expect((await review(id)).status).toBe('PENDING');
});

test.each([
  ['reloads', async (page: Page) => void (await page.reload())],
  [
    'leaves and comes back',
    async (page: Page) => {
      await page.goto(`${lapse.url}/docs/`);
      await page.goto(`${lapse.url}/reviews`);
    },
  ],
])('who decides and %s within the time to undo has decided nothing, and is told', async (_, leave) => {
  const page = await openInbox();
  const sent = decisionsOf(page);
  await page.clock.install();
  const id = await answer(page, 'c');
  await page.getByRole('group', { name: 'Not sent yet' }).waitFor();
  await leave(page);
  await page.getByText('1 decision was not sent').waitFor();
  expect(await page.getByRole('group', { name: 'Not sent yet' }).count()).toBe(0);
  await button(page, 'Show the review').click();
  await page.getByText(/“Confirm” was not sent/).waitFor();
  const field = page.getByRole('textbox', { name: 'Justification' });
  await expect.poll(() => field.inputValue(), WITHIN).toBe('Still needed for the current work.');
  // Longer than the time to undo: nothing is on its way any more.
  await page.clock.runFor(30_000);
  expect(sent).toEqual([]);
  expect((await review(id)).status).toBe('PENDING');
});

test('a revocation that a guard would refuse says so, and then that the access is still there', async () => {
  const [some] = (await lapse.api<{ items: { id: string }[] }>('/v1/assets?limit=1')).items;
  const lines = [
    { kind: 'principal', id: 'glass', display_name: 'Break Glass', type: 'user', protected: true },
    { kind: 'grant', id: 'g-glass', principal_id: 'glass', asset_id: some?.id, permission: 'read' },
  ];
  const imported = await fetch(`${lapse.url}/v1/directory/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  expect(imported.status).toBe(200);
  const asked = { principal_id: 'glass', asset_id: some?.id };
  const { review_id } = await lapse.api<{ review_id: string }>('/v1/reviews', {
    method: 'POST',
    body: asked,
  });
  const page = await chromium.visit(`${lapse.url}/reviews/${review_id}`);
  await button(page, 'Revoke').click();
  await page.getByRole('textbox', { name: 'Justification' }).fill('Not used.');
  await button(page, 'Revoke access').click();
  const told = page.getByText(/^As things stand, the access will not be removed\. Break Glass is protected/);
  await told.waitFor(WITHIN);
  await page.getByText('The access is still there: a guard stops the remediation').waitFor(WITHIN);
  await expectNoViolations(page);
  await page.goto(`${lapse.url}/reviews?status=DECIDED&review=${review_id}`);
  await page.getByText('Remediation blocked').first().waitFor(WITHIN);
});

test('a reason that was typed for one answer never goes with another', async () => {
  const page = await openInbox();
  const field = page.getByRole('textbox', { name: 'Justification' });
  await page.keyboard.press('r');
  await (await justification(page)).fill('She has left the team.');
  await page.keyboard.press('Escape');
  await button(page, 'Confirm').click();
  await button(page, 'Confirm access').waitFor();
  await expect.poll(() => field.inputValue(), WITHIN).toBe('');
  await focused(field);
  await page.keyboard.press('Control+Enter');
  await page.getByText('Say why in a few words').waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Revoke').click();
  await button(page, 'Revoke access').waitFor();
  await expect.poll(() => field.inputValue(), WITHIN).toBe('She has left the team.');
});

test('a digit fills in the same sentence after others were used', async () => {
  const page = await openInbox();
  await page.clock.install();
  await page.keyboard.press('r');
  const field = await justification(page);
  await field.fill('A sentence of my own.');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('group', { name: 'Not sent yet' }).waitFor();
  await page.keyboard.press('u');
  await field.fill('');
  await focused(field);
  await page.getByRole('button', { name: 'A sentence of my own.', exact: true }).waitFor();
  await page.keyboard.press('1');
  await expect.poll(() => field.inputValue(), WITHIN).toBe('No longer used, and nobody needs it.');
  await field.fill('');
  await page.keyboard.press('4');
  await expect.poll(() => field.inputValue(), WITHIN).toBe('A sentence of my own.');
});

test('a second browser sees at once who decided, and keeps what was typed there', async () => {
  const [{ id }] = (await pending()) as [Review];
  const [looking, deciding] = [await openInbox(`?review=${id}`), await openInbox(`?review=${id}`)];
  await looking.keyboard.press('r');
  await justification(looking);
  await looking.keyboard.type('I was about to say');
  await deciding.clock.install();
  await answer(deciding, 'c');
  await deciding.clock.runFor(8_500);
  await looking.getByText(/dev-admin has decided: confirmed/).waitFor(WITHIN);
  await looking.getByText('I was about to say').waitFor();
  await looking.locator(`#review-${id}`).waitFor({ state: 'detached' });
  const decided = await chromium.visit(`${lapse.url}/reviews/${id}`);
  await decided.getByText('Holds until').first().waitFor();
});

test('what is selected can be decided wherever the list is scrolled to', async () => {
  const { items } = await lapse.api<{ items: { principal_id: string; asset_id: string }[] }>(
    '/v1/scores?form=pair&sort=score&order=asc&limit=2',
  );
  const { principal_id, asset_id } = items[1] as (typeof items)[number];
  const { id } = await lapse.api<{ id: string }>('/v1/reviews', {
    method: 'POST',
    body: { principal_id, asset_id, reason: 'a check' },
  });
  for (const width of [1280, 700]) {
    const page = await chromium.visit(`${lapse.url}/reviews`, { width, height: 600 });
    await page
      .locator('li')
      .filter({ has: page.locator(`#review-${id}`) })
      .getByRole('checkbox')
      .click();
    const bar = page.getByRole('region', { name: 'Decide together' });
    await bar.waitFor();
    for (const end of ['first', 'last'] as const) {
      await rowsOf(page)[end]().scrollIntoViewIfNeeded();
      const [place, header] = [await bar.boundingBox(), await page.getByRole('banner').boundingBox()];
      expect(place?.y).toBeGreaterThanOrEqual((header?.height ?? 0) - 1);
      expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(600);
    }
  }
});

test('an access can be asked about by hand', async () => {
  const { items } = await lapse.api<{ items: { display_name: string; asset_name: string }[] }>(
    '/v1/scores?form=pair&sort=score&order=asc&limit=1',
  );
  const [{ display_name, asset_name }] = items as [(typeof items)[number]];
  const page = await openInbox();
  await button(page, 'Request a review').click();
  await find(page.getByRole('combobox', { name: 'Whose access' }), display_name);
  await find(page.getByRole('combobox', { name: 'To which asset' }), asset_name);
  await page.getByRole('textbox', { name: 'Reason' }).fill('The team has moved');
  await page.getByRole('button', { name: 'Request review', exact: true }).click();
  await page.waitForURL(/\/reviews\/[0-9a-f-]+$/);
  await page.getByRole('heading', { level: 1, name: `${display_name} on ${asset_name}` }).waitFor();
  await page.getByText('The team has moved').first().waitFor();
});

test('a reviewer clears the inbox by keyboard alone; then it says when the next question comes', async () => {
  const page = await openInbox();
  const waiting = await pending();
  const sent = decisionsOf(page);
  for (let left = waiting.length; left > 0; left--) {
    const about = waiting.find(({ id }) => id === selectedId(page));
    // What is inherited goes with its group: one revocation would answer other questions too.
    const isShared = about?.evidence_json.grants.some(({ via_group_id }) => via_group_id !== null);
    await answer(page, isShared || about?.recommendation !== 'REVOKE' ? 'c' : 'r');
  }
  await page.getByText('No review is waiting for a decision').waitFor();
  await until(async () => (await pending()).length === 0);
  expect(sent).toHaveLength(waiting.length);
  expect(await page.getByText(/^Not accepted/).allTextContents()).toEqual([]);
  await page.getByText(/If nothing changes, the next review comes by \d+ \w+ \d{4}: /).waitFor();
  await expectNoViolations(page);
});
