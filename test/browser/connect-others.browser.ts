import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type BatonPlatform, createPlatform } from '../support/baton/baton-platform.ts';
import { filledState } from '../support/baton/baton-state.ts';
import { SECRET } from '../support/baton/baton-world.ts';
import {
  APP_ID,
  CLIENT_SECRET,
  type FabricServer,
  startFabricServer,
  TENANT_ID,
} from '../support/fabric/fabric-server.ts';
import { fillFabric } from '../support/fabric/fabric-world.ts';
import { expectNoViolations, type OpenBrowser, openBrowser } from './browser.ts';
import { button, field, step } from './connect-page.ts';
import { openLapse, type RunningLapse, reachableDirectory } from './lapse.ts';

const MISTYPED = 'mistyped-secret-5d1e';

let lapse: RunningLapse;
let chromium: OpenBrowser;
let fabric: FabricServer;
let baton: BatonPlatform;
beforeAll(async () => {
  const signs_in = { domain: 'corp.example', token: SECRET, may_read: true };
  baton = createPlatform({ ...filledState(), signs_in });
  [lapse, chromium, fabric] = await Promise.all([
    reachableDirectory().then((data_dir) =>
      openLapse({
        data_dir,
        env: { DEMO_DATA: 'false', CONNECTOR_HOSTS: '127.0.0.1,corp.example', BATON_DIR: baton.programs },
      }),
    ),
    openBrowser(),
    startFabricServer(),
  ]);
  fillFabric(fabric.tenant);
});
afterEach(() => chromium.settle());
afterAll(async () => {
  await chromium?.close();
  await lapse?.stop();
  await fabric?.close();
  baton?.close();
});

const saved = async () => (await lapse.api<{ items: object[] }>('/v1/connectors')).items;
const main = (page: Page) => page.locator('main');

/** Everything was read, and it stands there what was found; nothing is removed yet. */
async function expectFound(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByText('Everything was read').waitFor();
  await page.getByText('Nothing is removed: what is revoked is only planned.').waitFor();
  await expectNoViolations(page);
}

test('Fabric: a host that may not be reached, a wrong secret, tenant settings that are off, then what was found', async () => {
  const page = await chromium.visit(`${lapse.url}/connectors/new?platform=fabric`);
  await step(page, 'Let it call Fabric')
    .getByText('Service principals can call Fabric public APIs')
    .waitFor();
  await field(page, 'Tenant id').fill(TENANT_ID);
  await field(page, 'Client id').fill(APP_ID);
  await field(page, 'Client secret').fill(MISTYPED);
  await button(page, 'Test').click();
  // Whatever stands among more settings is shown when it is wrong.
  await field(page, 'Fabric URL').waitFor();
  await page
    .getByText(/CONNECTOR_HOSTS/)
    .first()
    .waitFor();
  for (const name of ['Fabric URL', 'Power BI URL', 'Graph URL', 'Login URL'])
    await field(page, name).fill(fabric.url);
  await button(page, 'Test').click();
  await page.getByText('The platform cannot be read like this').waitFor();
  await page.getByText(/AADSTS7000215/).waitFor();
  expect(await main(page).textContent()).not.toContain(MISTYPED);

  await field(page, 'Client secret').fill(CLIENT_SECRET);
  fabric.allows.public_api = false;
  await button(page, 'Test').click();
  await page
    .getByText(/^the tenant setting "Service principals can call Fabric public APIs", for a group/)
    .waitFor();
  fabric.allows.public_api = true;
  fabric.allows.admin_api = false;
  await button(page, 'Test again').click();
  await page.getByText('What is missing: To see use; without it no score rises').waitFor();
  await page.getByText(/^the tenant setting "Service principals can access read-only admin APIs"/).waitFor();
  await expectNoViolations(page);
  expect(await saved()).toEqual([]);

  fabric.allows.admin_api = true;
  await button(page, 'Test again').click();
  await page.getByText('Nothing is missing for what Lapse must do.').waitFor();
  await field(page, 'Name').fill('Our workspaces');
  await button(page, 'Connect').click();
  await expectFound(page, 'Our workspaces');
  expect(await saved()).toMatchObject([{ name: 'Our workspaces', platform: 'fabric', mode: 'dry_run' }]);
});

test('Baton: a program that is not offered, a mistyped host, a wrong token, a missing right, then what was found', async () => {
  const page = await chromium.visit(`${lapse.url}/connectors/new?platform=baton`);
  const variables = async (text: string): Promise<void> => {
    await field(page, 'Variables').fill(text);
    await field(page, 'Variables').press('Enter');
  };
  await field(page, 'Program').fill('baton-okta');
  await field(page, 'Secret variables').fill(`BATON_TOKEN=${MISTYPED}`);
  await button(page, 'Test').click();
  await page.getByText('expected one of baton-test').waitFor();
  await field(page, 'Program').fill('baton-test');
  await variables('BATON_DOMAIN=crop.example');
  await button(page, 'Test').click();
  await page
    .getByText(
      /BATON_DOMAIN reads as a host: expected a host that the operator of Lapse names in CONNECTOR_HOSTS/,
    )
    .waitFor();
  await field(page, 'Variables').press('Backspace');
  await variables('BATON_DOMAIN=corp.example');
  await button(page, 'Test').click();
  await page.getByText('The platform cannot be read like this').waitFor();
  await page.getByText('the platform answers 401: the token is not valid').waitFor();
  expect((await page.locator('[aria-live="polite"]').allTextContents()).join()).not.toContain(MISTYPED);

  await field(page, 'Secret variables').fill(`BATON_TOKEN=${SECRET}`);
  const mayRead = (may_read: boolean): void =>
    baton.change((state) => {
      state.signs_in = { domain: 'corp.example', token: SECRET, may_read };
    });
  mayRead(false);
  await button(page, 'Test').click();
  await page.getByText('the platform answers 403: the scope users.read is missing').waitFor();
  mayRead(true);
  await button(page, 'Test again').click();
  await page.getByText('The platform answers', { exact: true }).waitFor();
  await page.getByText('baton-test has no feed that reports use, so nothing decays.').waitFor();
  await expectNoViolations(page);
  await field(page, 'Name').fill('Test platform');
  await button(page, 'Connect').click();
  await expectFound(page, 'Test platform');
  await page.getByText('Lapse does not see use here').waitFor();
  expect(await main(page).textContent()).not.toContain(SECRET);
  expect(await saved()).toMatchObject([{}, { name: 'Test platform', platform: 'baton', mode: 'dry_run' }]);
});
