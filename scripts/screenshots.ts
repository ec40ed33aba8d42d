/**
 * Draws every page of the dashboard again into docs/screenshots, on the demo organisation, and the accounts of a person on four
 * platforms of loopback, before and after they are linked:
 *   npm run screenshots
 *   npm run screenshots -- accounts    only the latter
 */
import { mkdir } from 'node:fs/promises';
import { connectAnaEverywhere } from '../test/browser/ana-everywhere.ts';
import { type OpenBrowser, openBrowser, type Scheme, settled } from '../test/browser/browser.ts';
import { openLapse } from '../test/browser/lapse.ts';
import { preparePages } from '../test/browser/pages.ts';

const DARK = new Set(['inbox', 'overview']);

async function draw(
  chromium: OpenBrowser,
  url: string,
  name: string,
  scheme: Scheme = 'light',
  height = 800,
) {
  const page = await chromium.visit(url, { scheme, height });
  await settled(page);
  await page.screenshot({ path: `docs/screenshots/${name}.png` });
  await page.close();
}

async function drawPages(chromium: OpenBrowser): Promise<void> {
  const lapse = await openLapse();
  const { pages, close } = await preparePages(lapse);
  try {
    // The demo has no connected platforms, so no accounts.
    for (const { name, path } of pages.filter((page) => page.name !== 'accounts')) {
      await draw(chromium, lapse.url + path, name);
      if (DARK.has(name)) await draw(chromium, lapse.url + path, `${name}-dark`, 'dark');
    }
  } finally {
    close();
    await lapse.stop();
  }
}

interface Named {
  items: { id: string; display_name: string; own_principal_id?: string }[];
}

async function drawAccounts(chromium: OpenBrowser): Promise<void> {
  const lapse = await openLapse({ env: { DEMO_DATA: 'false', CONNECTOR_HOSTS: '*' } });
  const world = await connectAnaEverywhere(lapse);
  try {
    await draw(chromium, `${lapse.url}/accounts`, 'accounts');
    await draw(chromium, `${lapse.url}/principals?type=user`, 'accounts-before-linking');
    const { items } = await lapse.api<Named>('/v1/principals?type=user&limit=100');
    const idOf = (name: string) => items.find(({ display_name }) => display_name === name)?.id as string;
    const ana = idOf('Ana Diaz');
    for (const name of ['adiaz', 'Ana (guest)', 'ana_diaz']) {
      const [account] = (await lapse.api<Named>(`/v1/principals/${idOf(name)}/accounts`)).items;
      await lapse.api(`/v1/principals/${ana}/accounts`, {
        method: 'POST',
        body: { account_id: account?.id },
      });
    }
    await draw(chromium, `${lapse.url}/principals/${ana}`, 'accounts-after-linking', 'light', 1900);
  } finally {
    await lapse.stop();
    await world.close();
  }
}

await mkdir('docs/screenshots', { recursive: true });
const chromium = await openBrowser();
try {
  if (process.argv[2] !== 'accounts') await drawPages(chromium);
  await drawAccounts(chromium);
} finally {
  await chromium.close();
}
