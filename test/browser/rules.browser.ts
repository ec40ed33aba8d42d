import { beforeAll, expect, test } from 'vitest';
import { expectNoSidewaysScroll, expectNoViolations, find, settled } from './browser.ts';
import { chromium, lapse, until, useInbox, WITHIN } from './inbox.ts';

useInbox();

const LABEL = 'the rule "Left the company" of ann.answers@x.example';

interface Listed {
  items: Record<string, unknown>[];
}

/** Somebody who has left, and whoever answers for the rule. */
beforeAll(async () => {
  const lines = [
    {
      kind: 'principal',
      id: 'ann-answers',
      display_name: 'Ann Answers',
      type: 'user',
      email: 'ann.answers@x.example',
    },
    { kind: 'principal', id: 'lea', display_name: 'Lea Leaver', type: 'user', disabled: true },
    { kind: 'asset', id: 'left-behind', name: 'left_behind', type: 'table', platform: 'ledgers' },
    {
      kind: 'grant',
      id: 'g-lea',
      principal_id: 'lea',
      asset_id: 'left-behind',
      permission: 'read',
      granted_at: new Date(Date.now() - 200 * 86_400_000).toISOString(),
    },
  ];
  const answer = await fetch(`${lapse.url}/v1/directory/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  expect(answer.status).toBe(200);
});

test('a rule is made, tried, switched on, and decides what it showed', async () => {
  const page = await chromium.visit(`${lapse.url}/policy`);
  await page.getByRole('link', { name: 'Rules that decide without a question' }).click();
  await page.getByText('No rule yet').waitFor();
  await page.getByRole('button', { name: 'New rule' }).click();
  const form = page.getByRole('dialog', { name: 'New rule' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Left the company');
  await form.getByRole('textbox', { name: 'Days' }).fill('400');
  await form.getByLabel('Ends on').fill(new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10));
  await find(form.getByRole('combobox', { name: 'Who answers for it' }), 'Ann Answers');
  await form.getByRole('button', { name: 'Create the rule' }).click();
  await form.getByText('expected 0 to 365 days').waitFor();
  await form.getByRole('textbox', { name: 'Days' }).fill('0');
  await settled(page);
  await expectNoViolations(page);
  await form.getByRole('button', { name: 'Create the rule' }).click();
  const row = page.getByRole('row').filter({ hasText: 'Left the company' });
  await row.getByText('Not switched on yet.').waitFor();
  await row.getByRole('button', { name: 'Dry run' }).click();
  const dryRun = page.getByRole('dialog', { name: /^Dry run of/ });
  await dryRun.getByText('Lea Leaver → left_behind').waitFor();
  await dryRun.getByRole('heading', { name: 'Not known' }).waitFor();
  await settled(page);
  await expectNoViolations(page);
  await dryRun.getByRole('button', { name: /^Switch on, with/ }).click();
  await row.getByText('On', { exact: true }).waitFor();

  // As far as the proof.
  const decided = async () =>
    (await lapse.api<Listed>('/v1/decisions?principal_id=lea')).items as {
      decided_by: string;
      review_id: string;
    }[];
  await until(async () => (await decided()).length === 1);
  const [decision] = await decided();
  expect(decision?.decided_by).toBe(LABEL);
  const { items: removals } = await lapse.api<Listed>(`/v1/remediations?review_id=${decision?.review_id}`);
  expect(removals).toMatchObject([{ grant_id: 'g-lea', requested_by: LABEL }]);
  const entriesPath = `/v1/audit?review_id=${decision?.review_id}&event_type=review.decided`;
  await until(async () => (await lapse.api<Listed>(entriesPath)).items.length === 1);
  const [entry] = (await lapse.api<Listed>(entriesPath)).items as { id: string; actor: string }[];
  expect(entry?.actor).toBe(LABEL);
  // Its place in the signed log is proved as soon as it has one.
  const proof = async () => (await fetch(`${lapse.url}/v1/audit/${entry?.id}/proof`)).status;
  await until(async () => (await proof()) === 200);

  await page.reload();
  await row.getByText(/^[1-9]\d* of 25$/).waitFor();
  await row.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('button', { name: 'Switch it off' }).click();
  await row.getByText('Switched off.').waitFor();
  await expect.poll(async () => (await lapse.api<Listed>('/v1/rules')).items[0]?.is_on, WITHIN).toBe(false);
});

test.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 360],
] as const)('the page of rules and a dry run can be used (%s, %i px)', async (scheme, width) => {
  const page = await chromium.visit(`${lapse.url}/policy/rules`, { scheme, width });
  await page.getByRole('row').filter({ hasText: 'Left the company' }).waitFor();
  await settled(page);
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Dry run' }).click();
  await page.getByRole('heading', { name: 'Not known' }).waitFor();
  await settled(page);
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
});
