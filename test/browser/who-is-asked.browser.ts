import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { expectNoSidewaysScroll, expectNoViolations, settled } from './browser.ts';
import { chromium, lapse, pending, useInbox, WITHIN } from './inbox.ts';

useInbox();

test.each([
  ['light', 1280],
  ['dark', 320],
] as const)(
  'the head of a review says at which step it is, where there are several (%s, %i px)',
  async (scheme, width) => {
    await lapse.api('/v1/policy', { method: 'PUT', body: { review: { escalation_steps: 3 } } });
    const [review, other] = await pending();
    const { items } = await lapse.api<{ items: { id: string }[] }>('/v1/principals?type=user&limit=20');
    const to = items.find(({ id }) => id !== review?.principal_id && id !== other?.principal_id);
    await lapse.api(`/v1/reviews/${review?.id}/decide`, {
      method: 'POST',
      headers: { 'idempotency-key': randomUUID() },
      body: { decision: 'ESCALATE', justification: 'Not mine.', escalate_to_id: to?.id },
    });
    const page = await chromium.visit(`${lapse.url}/reviews/${review?.id}`, { scheme, width });
    await page.getByText('Escalated, step 1 of 3', { exact: true }).waitFor(WITHIN);
    await settled(page);
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
  },
);

test('an admin chooses on the page of the policy who of those who can be asked is', async () => {
  const page = await chromium.visit(`${lapse.url}/policy`);
  const field = page.getByRole('combobox', { name: 'Who of them is asked' });
  await field.waitFor(WITHIN);
  expect(await field.inputValue()).toBe('The first who can be asked');
  await field.click();
  await page.getByRole('option', { name: 'Whoever has the fewest open reviews', exact: true }).click();
  await page.getByRole('button', { name: 'Save …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Put in force' }).click();
  const chosen = async () =>
    (await lapse.api<{ review: { assign_to: string } }>('/v1/policy')).review.assign_to;
  await expect.poll(chosen, WITHIN).toBe('fewest_open');
});
