import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CLIENT_SECRET, type EntraServer, TENANT_ID } from '../support/entra-server.ts';
import { READER_APP } from '../support/entra-tenant.ts';
import { fillTarget } from '../support/postgres-world.ts';
import { TARGET_PASSWORD, TARGETS, type TargetServer } from '../support/target-server.ts';
import {
  choose,
  expectNoSidewaysScroll,
  expectNoViolations,
  type OpenBrowser,
  openBrowser,
  settled,
} from './browser.ts';
import { button, field, step } from './connect-page.ts';
import { holdInDatabase } from './embedded-database.ts';
import { openLapse, type RunningLapse, reachableDirectory } from './lapse.ts';
import { startSmallTenant } from './small-tenant.ts';

let lapse: RunningLapse;
let chromium: OpenBrowser;
let entra: EntraServer;
let target: TargetServer;
beforeAll(async () => {
  [lapse, chromium, entra, target] = await Promise.all([
    reachableDirectory().then((data_dir) =>
      openLapse({ data_dir, env: { DEMO_DATA: 'false', CONNECTOR_HOSTS: '*' } }),
    ),
    openBrowser(),
    startSmallTenant(),
    // Debian's, where there is one: it listens at an address.
    (TARGETS.at(-1) as (typeof TARGETS)[number]).start(),
  ]);
  await fillTarget(target);
});
afterEach(() => chromium.settle());
afterAll(async () => {
  await chromium?.close();
  await lapse?.stop();
  await Promise.all([entra?.close(), target?.stop()]);
});

const connectors = async () =>
  (
    await lapse.api<{ items: { id: string; name: string; mode: string; platform: string }[] }>(
      '/v1/connectors',
    )
  ).items;
const findPicture = process.env.PICTURES;
async function picture(page: Page, name: string): Promise<void> {
  if (findPicture) await page.screenshot({ path: `${findPicture}/${name}.png`, fullPage: true });
}

test('Entra ID is connected by its steps: a wrong secret, a missing permission, then what was found', async () => {
  const page = await chromium.visit(`${lapse.url}/connectors`);
  await page.getByRole('link', { name: 'Connect a platform' }).click();
  await page.getByRole('heading', { level: 1, name: 'Connect a platform' }).waitFor();
  await expectNoViolations(page);
  await picture(page, 'choice');
  await page.getByRole('link', { name: 'Microsoft Entra ID' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Connect Microsoft Entra ID' }).waitFor();

  const consent = step(page, 'Give it permissions, with admin consent');
  await consent.getByText('AuditLog.Read.All', { exact: true }).waitFor();
  await consent.getByText(/<tenant id>\/adminconsent\?client_id=<client id>/).waitFor();
  await field(page, 'Tenant id').fill(TENANT_ID);
  await field(page, 'Client id').fill(READER_APP);
  await consent.getByText(`/${TENANT_ID}/adminconsent?client_id=${READER_APP}`).waitFor();
  await consent.getByText(`az ad app permission admin-consent --id '${READER_APP}'`).waitFor();
  await page.evaluate('navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }');
  await consent.getByRole('button', { name: /^Copy: Browser/ }).click();
  await expect.poll(() => page.evaluate('globalThis.copied')).toContain(`client_id=${READER_APP}`);

  // What is for removals only is asked for only then.
  await step(page, 'Register a second application that removes').waitFor({ state: 'detached' });
  await page.getByLabel('Prepare removals, too').check();
  await step(page, 'Register a second application that removes').getByText('For removals only').waitFor();
  await page.getByLabel('Prepare removals, too').uncheck();

  await button(page, 'Test').click();
  await page.getByText('expected a secret, or a certificate and its key').waitFor();
  // It is far above the button.
  await expect
    .poll(() => page.evaluate("document.activeElement.closest('[data-field]')?.dataset.field"))
    .toBe('settings.client_secret');

  await field(page, 'Client secret').fill('mistyped-secret-5d1e');
  await button(page, 'More settings').click();
  for (const name of ['Graph URL', 'Login URL']) await field(page, name).fill(entra.url);
  await button(page, 'Test').click();
  await page.getByText('The platform cannot be read like this').waitFor();
  await page.getByText(/AADSTS7000215/).waitFor();
  expect(await page.locator('main').textContent()).not.toContain('mistyped-secret-5d1e');
  await button(page, 'Connect without a good test').waitFor();

  entra.tenant.withdraw('AuditLog.Read.All');
  await field(page, 'Client secret').fill(CLIENT_SECRET);
  // What was tested is no longer what stands there.
  await page.getByText('The platform cannot be read like this').waitFor({ state: 'detached' });
  await button(page, 'Test').click();
  await page.getByText('The platform answers', { exact: true }).waitFor();
  await page.getByText('What is missing: To see use; without it no score rises').waitFor();
  await page.getByText(/^AuditLog\.Read\.All to read sign-ins.*grant admin consent/).waitFor();
  await expectNoViolations(page);
  await picture(page, 'missing');
  expect(await connectors()).toEqual([]);

  entra.tenant.consent('AuditLog.Read.All');
  entra.tenant.showAll();
  await button(page, 'Test again').click();
  await page.getByText('Nothing is missing for what Lapse must do.').waitFor();
  await picture(page, 'tested');

  const release = await holdInDatabase(lapse.data_dir, 'LOCK TABLE grants IN EXCLUSIVE MODE');
  await field(page, 'Name').fill('Our tenant');
  await button(page, 'Connect').click();
  await page.getByRole('heading', { level: 1, name: 'Our tenant' }).waitFor();
  await page.getByText('Reading grants').waitFor();
  await page.getByText('not known: the platform does not say how much there is').waitFor();
  await page.getByText('Shown when the first sync is complete.').waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: /Principals \(done\)\d/ })
    .waitFor();
  await picture(page, 'progress');
  await expectNoViolations(page);
  await release();
  await page.getByText('Everything was read').waitFor();
  await page.getByText('Nothing is removed: what is revoked is only planned.').waitFor();
  await page.getByText(/^Sees use/).waitFor();
  const stalest = page.getByRole('table', { name: 'The stalest access' });
  await stalest.getByRole('link', { name: 'Olaf Berg' }).waitFor();
  await stalest.getByRole('link', { name: 'Shop' }).first().waitFor();
  await expectNoViolations(page);
  await picture(page, 'found');
  expect(await connectors()).toMatchObject([{ name: 'Our tenant', platform: 'azure_ad', mode: 'dry_run' }]);

  const id = new URL(page.url()).pathname.split('/').at(-1);
  await page.getByRole('link', { name: 'Show all grants of the connector' }).click();
  await page.getByText('Only from Our tenant').waitFor();
  expect(new URL(page.url()).searchParams.get('connector_id')).toBe(id);
  expect(new URL(page.url()).searchParams.has('platform')).toBe(false);
  await page.getByRole('link', { name: 'Olaf Berg' }).first().waitFor();
  await expectNoViolations(page);
  await picture(page, 'all-grants');
  await button(page, 'Remove the filter: Only from Our tenant').click();
  await page.getByText('Only from Our tenant').waitFor({ state: 'detached' });
  await page.waitForURL((url) => !url.searchParams.has('connector_id'));
});

test('PostgreSQL is connected: a host that does not exist, a role without rights, then what was found', async () => {
  const page = await chromium.visit(`${lapse.url}/connectors/new?platform=postgres`);
  await step(page, 'A role that reads').getByText('CREATE ROLE "lapse_reader"').waitFor();
  await field(page, 'User').fill('ana');
  await step(page, 'A role that reads').getByText('CREATE ROLE "ana"').waitFor();
  await field(page, 'Host').fill('db.exmaple.invalid');
  await field(page, 'Password').fill(TARGET_PASSWORD);
  await button(page, 'More settings').click();
  await choose(field(page, 'TLS'), 'disable');
  await button(page, 'Test').click();
  await page.getByText(/(There is no host named|The name) db\.exmaple\.invalid/).waitFor();

  await field(page, 'Host').fill(target.host);
  await field(page, 'Port').fill(String(target.port));
  await button(page, 'Test').click();
  await page.getByText('membership in pg_monitor').waitFor();
  await page.getByText('What is missing: To remove and restore access').waitFor();

  await field(page, 'User').fill('lapse_reader');
  await button(page, 'Connect without a good test').click();
  // Without a name it is not saved.
  await page.getByText('expected at least 1 character').waitFor();
  await field(page, 'Name').fill('Shop database');
  await button(page, 'Test').click();
  await page.getByText('The platform answers', { exact: true }).waitFor();
  await button(page, 'Connect').click();
  await page.getByRole('heading', { level: 1, name: 'Shop database' }).waitFor();
  await page.getByText('Everything was read').waitFor();
  await page.getByText('Lapse does not see use here').waitFor();
  await page.getByText('No access is stale').waitFor();
});

test('of two connectors of a platform each has its own health, and a mistyped one marks nothing', async () => {
  const { id } = await lapse.api<{ id: string }>('/v1/connectors', {
    method: 'POST',
    headers: { 'idempotency-key': 'mistyped' },
    body: {
      platform: 'azure_ad',
      name: 'Mistyped tenant',
      settings: {
        tenant_id: TENANT_ID,
        client_id: READER_APP,
        client_secret: CLIENT_SECRET,
        graph_url: 'https://db.exmaple.invalid',
        login_url: entra.url,
      },
    },
  });
  const page = await chromium.visit(`${lapse.url}/connectors/${id}`);
  await page.getByRole('alert').getByText('db.exmaple.invalid').waitFor();
  await page.getByText('Shown when the first sync is complete.').waitFor();
  await picture(page, 'failed');
  await page.getByRole('link', { name: 'Connectors', exact: true }).first().click();
  const card = (name: string) =>
    page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });
  await card('Our tenant').getByText('Healthy', { exact: true }).waitFor();
  await card('Our tenant')
    .getByText(/^Sees use/)
    .waitFor();
  await card('Mistyped tenant').getByText('Failing', { exact: true }).waitFor();
  await card('Mistyped tenant').getByText('Not known before the first sync').waitFor();
  await expectNoViolations(page);
  await picture(page, 'connectors');
  await page.goto(
    `${lapse.url}/connectors/${(await connectors()).find(({ name }) => name === 'Our tenant')?.id}`,
  );
  await page.getByRole('table', { name: 'The stalest access' }).getByText('Olaf Berg').waitFor();
});

test('the way of connecting fits a telephone, in both schemes', async () => {
  const { id } = (await connectors()).find(({ name }) => name === 'Our tenant') as { id: string };
  const paths = [
    '/connectors/new',
    '/connectors/new?platform=azure_ad',
    '/connectors/new?platform=databricks',
    '/connectors/new?platform=synapse',
    '/connectors/new?platform=postgres',
    `/connectors/${id}`,
  ];
  for (const path of paths) {
    for (const [scheme, width] of [
      ['light', 390],
      ['dark', 1280],
      ['light', 1280],
    ] as const) {
      const page = await chromium.visit(lapse.url + path, { scheme, width, height: 844 });
      await settled(page);
      await expectNoSidewaysScroll(page);
      await expectNoViolations(page);
      await picture(page, `${path.replace(/\W+/g, '-').slice(0, 40)}-${scheme}-${width}`);
      await page.close();
    }
  }
});
