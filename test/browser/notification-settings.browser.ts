import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { expectNoSidewaysScroll, expectNoViolations } from './browser.ts';
import { openSignInWorld, type SignInWorld } from './sign-in-world.ts';

let world: SignInWorld;
beforeAll(async () => {
  world = await openSignInWorld({ anna: ['service.admin'], nora: ['service.reviewer'] });
});
afterEach(() => world.chromium.settle());
afterAll(() => world?.close());

const NORA = {
  kind: 'principal',
  id: 'nora',
  display_name: 'Nora Dahl',
  type: 'user',
  email: 'nora@example.com',
};

async function signedIn(name: string, options: object = {}): Promise<Page> {
  const page = await world.visit('/reviews', options);
  await world.signIn(page, name);
  await page.getByRole('button', { name: /^Signed in as/ }).waitFor();
  return page;
}

const settingsOf = async (page: Page): Promise<Record<string, unknown>> =>
  (await page.evaluate(`fetch('/v1/notifications/settings').then((answer) => answer.json())`)) as never;

test.each([
  ['light', 1280],
  ['dark', 320],
] as const)('a person asks for one message a day and quiet hours (%s, %i px)', async (scheme, width) => {
  const admin = await signedIn('anna');
  const imported = await admin.evaluate(
    `fetch('/v1/directory/import', { method: 'POST', headers: { 'content-type': 'application/x-ndjson', 'x-lapse-request': '1' }, body: ${JSON.stringify(JSON.stringify(NORA))} }).then((answer) => answer.status)`,
  );
  expect(imported).toBe(200);
  await admin.close();

  const page = await signedIn('nora', { scheme, width });
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('link', { name: 'Notification settings' }).click();
  await page.getByRole('heading', { name: 'Notification settings', level: 1 }).waitFor();
  await page.getByText('Messages go to nora@example.com.').waitFor();
  await page.getByRole('radio', { name: 'Once a day' }).check();
  await page.getByLabel('Time of the daily message').fill('06:30');
  await page.getByRole('switch', { name: 'Keep messages back in quiet hours' }).check();
  await page.getByLabel(/^Until/).fill('07:00');
  await page.getByRole('checkbox', { name: 'Sunday' }).uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('expected a time outside of the quiet hours').waitFor();
  await page.getByLabel('Time of the daily message').fill('08:30');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(/^The next daily message comes on .+8:30/).waitFor();
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
  expect(await settingsOf(page)).toMatchObject({
    delivery: 'daily',
    digest_at: '08:30',
    quiet_hours: { from: '20:00', to: '07:00' },
    weekdays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
  });
  // As they find it when they come back, and for the next who tries.
  await page.reload();
  await page.getByRole('radio', { name: 'Once a day' }).waitFor();
  await expect.poll(() => page.getByRole('checkbox', { name: 'Sunday' }).isChecked()).toBe(false);
  await page.getByRole('radio', { name: 'At once' }).check();
  await page.getByRole('checkbox', { name: 'Sunday' }).check();
  await page.getByRole('switch', { name: 'Keep messages back in quiet hours' }).uncheck();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Your notification settings were saved.').waitFor();
});
