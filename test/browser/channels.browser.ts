import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  choose,
  expectNoSidewaysScroll,
  expectNoViolations,
  type OpenBrowser,
  openBrowser,
} from './browser.ts';
import { openDemo } from './demo.ts';
import type { RunningLapse } from './lapse.ts';

let lapse: RunningLapse;
let chromium: OpenBrowser;
beforeAll(async () => {
  [lapse, chromium] = await Promise.all([openDemo(), openBrowser()]);
});
afterEach(() => chromium.settle());
afterAll(async () => {
  await chromium?.close();
  await lapse?.stop();
});

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)('an app of Slack is set up, and its Request URL shown (%s, %i px)', async (scheme, width) => {
  const page = await chromium.visit(`${lapse.url}/developers`, { scheme, width });
  await page.getByRole('button', { name: 'Add a channel' }).first().click();
  const dialog = page.getByRole('dialog');
  await choose(dialog.getByRole('combobox', { name: 'Kind' }), 'Slack');
  await dialog.getByRole('combobox', { name: 'Writes to' }).click();
  await page.getByRole('option', { name: /^Each reviewer/ }).click();
  await dialog.getByLabel('Description').fill(`Reviewers, ${scheme}`);
  await dialog.getByLabel('Bot token').fill('xoxb-1234567890-only-for-tests');
  await dialog.getByLabel('Signing secret').fill('a-signing-secret-of-32-characters');
  await dialog.getByLabel('Id of the workspace').fill('T0LAPSE');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Add', exact: false }).last().click();
  const row = page.getByRole('row').filter({ hasText: `Reviewers, ${scheme}` });
  await row.getByText(/\/slack\/interactions\/\d+-[0-9a-f-]{36}$/).waitFor();
  await expectNoSidewaysScroll(page);
  const { items } = await lapse.api<{ items: { description: string; settings: object }[] }>(
    '/v1/notifications/channels',
  );
  const added = items.find(({ description }) => description === `Reviewers, ${scheme}`);
  expect(added?.settings).toMatchObject({ team_id: 'T0LAPSE', api_url: 'https://slack.com/api' });
});
