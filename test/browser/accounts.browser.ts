import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectAnaEverywhere } from './ana-everywhere.ts';
import {
  expectNoSidewaysScroll,
  expectNoViolations,
  find,
  type OpenBrowser,
  openBrowser,
  settled,
} from './browser.ts';
import { openLapse, type RunningLapse } from './lapse.ts';

let lapse: RunningLapse;
let chromium: OpenBrowser;
let world: Awaited<ReturnType<typeof connectAnaEverywhere>>;
beforeAll(async () => {
  [lapse, chromium] = await Promise.all([
    openLapse({ env: { DEMO_DATA: 'false', CONNECTOR_HOSTS: '*' } }),
    openBrowser(),
  ]);
  world = await connectAnaEverywhere(lapse);
});
afterEach(() => chromium.settle());
afterAll(async () => {
  await chromium?.close();
  await lapse?.stop();
  await world?.close();
});

const idOf = async (name: string): Promise<string> => {
  const { items } = await lapse.api<{ items: { id: string; display_name: string }[] }>(
    '/v1/principals?limit=100',
  );
  return items.find(({ display_name }) => display_name === name)?.id as string;
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rows = (page: Page) => page.getByRole('table', { name: 'Accounts' }).getByRole('row');

test('an admin links an account to a person, is led there from its old page, and unlinks it', async () => {
  const old = await idOf('adiaz');
  const page = await chromium.visit(`${lapse.url}/principals/${await idOf('Ana Diaz')}`);
  await rows(page).nth(1).getByText('ana.diaz@corp.example').waitFor();
  await expect.poll(() => rows(page).count()).toBe(2);
  await button(page, 'Link an account').click();
  await find(page.getByRole('combobox', { name: 'Whose account is it now?' }), 'adiaz');
  await page.getByText('with its 2 active grants').waitFor();
  await expectNoViolations(page);
  await button(page, 'Link').click();
  await page.getByText('adiaz@corp.example is an account of Ana Diaz now').waitFor();
  await rows(page).nth(2).getByText('adiaz@corp.example').waitFor();
  await page.getByRole('link', { name: 'main.sales.refunds', exact: true }).first().waitFor();
  await settled(page);
  await expectNoViolations(page);

  await page.goto(`${lapse.url}/principals/${old}`);
  await page.getByText('This is an account of Ana Diaz').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'Ana Diaz', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Ana Diaz' }).waitFor();

  await button(page, 'Unlink adiaz@corp.example').click();
  await page.getByText('is a principal of its own again, with its 2 active grants').waitFor();
  await button(page, 'Unlink').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await rows(page).nth(2).waitFor({ state: 'detached' });
  expect((await lapse.api<{ linked_to: string | null }>(`/v1/principals/${old}`)).linked_to).toBeNull();
});

test('an unclear account is settled by one click', async () => {
  const page = await chromium.visit(`${lapse.url}/principals`);
  await page.getByRole('link', { name: '3 unclear accounts' }).click();
  await page.getByText('Object ids in Entra ID say that these are different people').first().waitFor();
  await settled(page);
  await expectNoViolations(page);
  const small = await chromium.visit(`${lapse.url}/accounts`, { width: 320, height: 640 });
  await settled(small);
  await expectNoSidewaysScroll(small);
  const unclear = page.getByRole('listitem').filter({ hasText: 'Databricks (Lakehouse)' });
  await unclear.getByRole('button', { name: 'ben.okoro@corp.example is Ben Okoro' }).click();
  await page.getByText('No account is unclear').waitFor();
  const { items } = await lapse.api<{ items: { platform: string; settled: string | null }[] }>(
    `/v1/principals/${await idOf('Ben Okoro')}/accounts`,
  );
  expect(items).toMatchObject([
    { platform: 'azure_ad', settled: null },
    { platform: 'databricks', settled: 'linked' },
  ]);
});
