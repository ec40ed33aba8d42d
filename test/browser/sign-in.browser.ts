import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { attachEmbeddedServer } from '../../src/postgres/embedded-server.ts';
import { openDatabase } from '../../src/store/database.ts';
import { findTenant } from '../../src/store/tenants.ts';
import { AUDIENCE } from '../support/identity-provider.ts';
import { type SignInProvider, startSignInProvider, WEB_CLIENT } from '../support/sign-in-provider.ts';
import { expectNoSidewaysScroll, expectNoViolations, type OpenBrowser, openBrowser } from './browser.ts';
import { openLapse, type RunningLapse } from './lapse.ts';

let provider: SignInProvider;
let lapse: RunningLapse;
let chromium: OpenBrowser;
/** By another name than the provider's address, so that the two are different sites to the browser, as they are in life. */
let home: string;

beforeAll(async () => {
  const port = await freePort();
  home = `http://localhost:${port}`;
  provider = await startSignInProvider(home);
  provider.accounts.set('anna', { tid: 'local', roles: ['service.admin'], email: 'anna@example.com' });
  [lapse, chromium] = await Promise.all([
    openLapse({
      env: {
        PORT: String(port),
        PUBLIC_URL: home,
        AUTH_DISABLED: 'false',
        OIDC_ISSUER: provider.issuer,
        OIDC_AUDIENCE: AUDIENCE,
        OIDC_CLIENT_ID: WEB_CLIENT.id,
        OIDC_CLIENT_SECRET: WEB_CLIENT.secret,
      },
    }),
    openBrowser(),
  ]);
});
afterEach(() => chromium.settle());
afterAll(async () => {
  await chromium?.close();
  await lapse?.stop();
  await provider?.stop();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const visit = (path: string, options: object = {}): Promise<Page> =>
  chromium.visit(`${home}${path}`, { origins: [provider.issuer], ...options });

async function signIn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByLabel('Name').fill('anna');
  await page.getByRole('button', { name: 'Go' }).click();
}

/** As a maintainer could, past the service. */
async function endAllSessions(): Promise<void> {
  const server = await attachEmbeddedServer(lapse.data_dir);
  if (!server) throw new Error('the embedded server does not run');
  const db = openDatabase({ connection: server.connection('application'), pool_size: 1, onError: () => {} });
  const tenant = await findTenant(db, 'local');
  await db
    .alone(tenant?.tenant_id as number)
    .query('DELETE FROM sessions WHERE tenant_id = $1', [tenant?.tenant_id]);
  await db.close();
}

test('who is signed out is asked to sign in, and comes back to the same address', async () => {
  const page = await visit('/audit?actor=anna#top');
  await page.getByRole('heading', { name: 'Sign in to Lapse' }).waitFor();
  await signIn(page);
  await page.waitForURL(`${home}/audit?actor=anna#top`);
  await page.getByRole('button', { name: /^Signed in as/ }).waitFor();

  const cookies = await page.context().cookies(home);
  expect(cookies.map(({ name }) => name)).toEqual(['__Host-lapse']);
  expect(cookies[0]).toMatchObject({
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    domain: 'localhost',
  });
  const seen = await page.evaluate(
    '[document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join()',
  );
  expect(seen).not.toMatch(/eyJ|__Host/);
  await page.reload();
  await page.getByRole('button', { name: /^Signed in as/ }).waitFor();
});

test('signing out ends the session here and leads on to the provider', async () => {
  const page = await visit('/audit');
  await signIn(page);
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${provider.issuer}/session/end**`);
  expect(await page.context().cookies(home)).toEqual([]);
  await page.getByRole('button', { name: /yes/i }).click();
  await page.waitForURL(`${home}/auth/signed-out**`);
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('heading', { name: 'Sign in to Lapse' }).waitFor();
});

test('a session that ends under a form keeps what was typed', async () => {
  const page = await visit('/developers');
  await signIn(page);
  await page.getByRole('button', { name: 'Add a webhook' }).first().click();
  const address = page.getByRole('dialog').getByLabel('Address');
  await address.fill('https://hooks.example.com/typed');
  await endAllSessions();
  await page.getByRole('button', { name: 'Add the webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    dialog.getByRole('link', { name: 'Sign in again in a new tab' }).click(),
  ]);
  // The provider still knows the browser: nothing to type.
  await tab.getByRole('button', { name: /^Signed in as/ }).waitFor();
  await tab.close();
  await dialog.getByRole('button', { name: 'I have signed in' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await address.inputValue()).toBe('https://hooks.example.com/typed');
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/v1/webhooks') && response.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Add the webhook' }).click();
  expect([201, 400]).toContain((await answered).status());
});

test.each(['light', 'dark'] as const)('the sign-in page can be used by everybody (%s)', async (scheme) => {
  const page = await visit('/reviews', { scheme, width: 320, height: 640 });
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
});

test('where sign-in is not set up, the page says so', async () => {
  const other = await openLapse({
    env: { AUTH_DISABLED: 'false', OIDC_ISSUER: provider.issuer, OIDC_AUDIENCE: AUDIENCE },
  });
  try {
    const page = await chromium.visit(`${other.url}/reviews`);
    await page.getByText('Sign-in by browser is not set up on this server.').waitFor();
    expect(await page.getByRole('link', { name: 'Sign in' }).count()).toBe(0);
    await expectNoViolations(page);
  } finally {
    await other.stop();
  }
});
