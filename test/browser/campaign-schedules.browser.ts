import { beforeAll, expect, test } from 'vitest';
import { choose, expectNoSidewaysScroll, expectNoViolations, settled } from './browser.ts';
import { chromium, lapse, until, useInbox } from './inbox.ts';

useInbox();

interface Listed {
  items: Record<string, unknown>[];
}

/** A department with one access. */
beforeAll(async () => {
  const lines = [
    { kind: 'principal', id: 'ada', display_name: 'Ada Archivist', type: 'user', department: 'Archive' },
    { kind: 'asset', id: 'old-papers', name: 'old_papers', type: 'table', platform: 'ledgers' },
    {
      kind: 'grant',
      id: 'g-ada',
      principal_id: 'ada',
      asset_id: 'old-papers',
      permission: 'read',
      granted_at: new Date(Date.now() - 3 * 86_400_000).toISOString(),
    },
  ];
  const answer = await fetch(`${lapse.url}/v1/directory/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  expect(answer.status).toBe(200);
});

test('a schedule is set up, begins a campaign whose report comes by itself, is paused and deleted', async () => {
  const page = await chromium.visit(`${lapse.url}/campaigns`);
  await page.getByText('No schedule yet').waitFor();
  await page.getByRole('button', { name: 'New schedule' }).click();
  const form = page.getByRole('dialog', { name: 'New schedule' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Archive, {week}');
  await form.getByRole('textbox', { name: 'Time zone' }).fill('Europe/Berlin');
  const department = form.getByRole('combobox', { name: 'Department' });
  await department.fill('Archive');
  await department.press('Tab');
  await form.getByRole('textbox', { name: 'Due after (days)' }).fill('21');
  await form.getByText('Reviews 1 active grant.').waitFor();
  await form.getByRole('button', { name: 'Save the schedule' }).click();
  await form.getByText('expected no braces but those of {date}, {month}, {quarter}, {year}').waitFor();
  await form.getByRole('textbox', { name: 'Name' }).fill('Archive, {year}');
  await choose(form.getByRole('combobox', { name: 'Report when completed' }), 'CSV');
  await settled(page);
  await expectNoViolations(page);
  await form.getByRole('button', { name: 'Save the schedule' }).click();

  const row = page.getByRole('row').filter({ hasText: 'Archive, {year}' });
  await row.getByText('On day 1 of every quarter at 06:00').waitFor();
  await row.getByText('Archive · due after 21 days · report as CSV').waitFor();
  await row.getByText('Never', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'Run now' }).click();
  await row.getByRole('link', { name: 'Its last campaign' }).click();
  const [begun] = (await lapse.api<Listed>('/v1/campaigns')).items;
  // The year is Berlin's.
  expect(begun?.name).toMatch(/^Archive, \d{4}$/);
  const drawer = page.getByRole('dialog', { name: begun?.name as string, exact: true });
  await drawer.getByText('When the last review is closed, its decisions are reported as CSV.').waitFor();
  const [schedule] = (await lapse.api<Listed>('/v1/campaigns/schedules')).items;
  const path = `/v1/reviews?campaign_id=${schedule?.last_campaign_id}`;
  await until(async () => (await lapse.api<Listed>(path)).items.length === 1);
  const [review] = (await lapse.api<Listed>(path)).items;
  await lapse.api(`/v1/reviews/${review?.id}/decide`, {
    method: 'POST',
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { decision: 'CONFIRM', justification: 'The archive is theirs.' },
  });
  const download = drawer.getByRole('link', { name: 'Download the report (CSV)' });
  await download.waitFor();
  await settled(page);
  await expectNoViolations(page);
  const file = await fetch(new URL((await download.getAttribute('href')) as string, lapse.url));
  expect(await file.text()).toContain('The archive is theirs.');
  await drawer.getByRole('button', { name: 'Close' }).click();

  await row.getByRole('button', { name: 'Pause' }).click();
  await row.getByText('Paused', { exact: true }).waitFor();
  await row.getByRole('button', { name: 'More actions for Archive, {year}' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit “Archive, {year}”' });
  await edit.getByRole('textbox', { name: 'Due after (days)' }).fill('');
  await edit.getByRole('button', { name: 'Save the changes' }).click();
  await row.getByText('due by the policy').waitFor();
  await row.getByRole('button', { name: 'More actions for Archive, {year}' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete the schedule' }).click();
  await page.getByText('No schedule yet').waitFor();
});

test.each([
  ['light', 1280],
  ['dark', 320],
] as const)('the page of campaigns with a schedule can be used (%s, %i px)', async (scheme, width) => {
  await lapse.api('/v1/campaigns/schedules', {
    method: 'POST',
    body: {
      name: `Everything, {quarter} {year}, at ${width} px`,
      cron: '0 6 1 * *',
      time_zone: 'America/Argentina/ComodRivadavia',
      filter: { asset_ids: ['old-papers'], min_score: 20 },
    },
  });
  const page = await chromium.visit(`${lapse.url}/campaigns`, { scheme, width });
  await page
    .getByRole('row')
    .filter({ hasText: `at ${width} px` })
    .waitFor();
  await settled(page);
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'New schedule' }).click();
  await page
    .getByRole('dialog', { name: 'New schedule' })
    .getByText(/^Reviews (at most |more than )?\d.* active grants?\.$/)
    .waitFor();
  await settled(page);
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
});
