import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  expectNoSidewaysScroll,
  expectNoViolations,
  type OpenBrowser,
  openBrowser,
  settled,
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

const push = async (token: string, userName: string) =>
  (
    await fetch(`${lapse.url}/scim/v2/Users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName,
        displayName: 'Wanda Maxi',
        active: true,
      }),
    })
  ).status;

test('an admin creates a token, a provider pushes with it, and what arrived is seen; revoked, it is refused', async () => {
  const page = await chromium.visit(`${lapse.url}/connectors`);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  await button('Create token').click();
  await dialog.getByLabel('Name').fill('Entra ID');
  await button('Create the token').click();
  await page.getByText('It is shown this once.').waitFor();
  const secretOf = async () =>
    ((await dialog.getByRole('region', { name: 'SCIM token' }).textContent()) ?? '').trim();
  const token = await secretOf();
  expect(token).toMatch(/^lapse_scim_/);
  await expectNoViolations(page);
  await button('I have stored it').click();

  const row = page.getByRole('table', { name: 'Provisioning' }).getByRole('row').nth(1);
  await row.getByText('Not used yet').waitFor();
  await row.getByText('nothing yet').waitFor();
  expect(await push(token, 'wanda@corp.example')).toBe(201);
  await page.reload();
  await row.getByText('Active', { exact: true }).waitFor();
  await page
    .getByRole('region', { name: 'Address for the provider' })
    .getByText(`${lapse.url}/scim/v2`)
    .waitFor();
  await page.getByText('Okta', { exact: true }).click();
  await page.getByText(/the unique identifier is userName/).waitFor();

  await row.getByRole('button', { name: 'What can be done with Entra ID' }).click();
  await page.getByRole('menuitem', { name: 'New secret' }).click();
  await button('Make a new secret').click();
  await page.getByText('It is shown this once.').waitFor();
  const next = await secretOf();
  expect(next).not.toBe(token);
  await button('I have stored it').click();
  await row.getByText(/Its former secret may be used until/).waitFor();
  expect([await push(token, 'xaver@corp.example'), await push(next, 'yuki@corp.example')]).toEqual([
    201, 201,
  ]);

  await row.getByRole('link', { name: /^\d+ changes?$/ }).click();
  await page.waitForURL(/\/audit\?actor=Entra/);
  await page
    .getByRole('table')
    .getByText(/Wanda Maxi/)
    .first()
    .waitFor();
  await page.goBack();

  await row.getByRole('button', { name: 'What can be done with Entra ID' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await dialog.getByText('People and groups that it has pushed stay as they are.').waitFor();
  await button('Revoke the token').click();
  await row.getByText('Revoked', { exact: true }).waitFor();
  expect([await push(token, 'z@corp.example'), await push(next, 'z@corp.example')]).toEqual([401, 401]);
  await page.setViewportSize({ width: 320, height: 640 });
  await settled(page);
  await expectNoSidewaysScroll(page);
});
