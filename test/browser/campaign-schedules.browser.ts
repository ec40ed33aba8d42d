import { beforeAll, expect, test } from 'vitest';
import { expectNoSidewaysScroll, expectNoViolations, settled } from './browser.ts';
import { chromium, lapse, useInbox } from './inbox.ts';

useInbox();

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
    .getByText(/^Reviews/)
    .waitFor();
  await settled(page);
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
});
