import { attachEmbeddedServer } from '@lapse/embedded-postgres';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { findTenant } from '../../src/platform/tenants/tenants.sql.ts';
import { AUDIENCE } from '../support/identity-provider.ts';
import { expectNoSidewaysScroll, expectNoViolations } from './browser.ts';
import { openDemo } from './demo.ts';
import { openSignInWorld, type SignInWorld } from './sign-in-world.ts';

let world: SignInWorld;
beforeAll(async () => {
  world = await openSignInWorld({ anna: ['service.admin'] });
});
afterEach(() => world.chromium.settle());
afterAll(() => world?.close());

/** As a maintainer could, past the service. */
async function endAllSessions(): Promise<void> {
  const server = await attachEmbeddedServer(world.lapse.data_dir);
  if (!server) throw new Error('the embedded server does not run');
  const db = openDatabase({ connection: server.connection('application'), pool_size: 1, onError: () => {} });
  const tenant = await findTenant(db, 'local');
  await db
    .alone(tenant?.tenant_id as number)
    .query('DELETE FROM sessions WHERE tenant_id = $1', [tenant?.tenant_id]);
  await db.close();
}

test('who is signed out is asked to sign in, and comes back to the same address', async () => {
  const page = await world.visit('/audit?actor=anna#top');
  await page.getByRole('heading', { name: 'Sign in to Lapse' }).waitFor();
  await world.signIn(page, 'anna');
  await page.waitForURL(`${world.home}/audit?actor=anna#top`);
  await page.getByRole('button', { name: /^Signed in as/ }).waitFor();

  const cookies = await page.context().cookies(world.home);
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
  const page = await world.visit('/audit');
  await world.signIn(page, 'anna');
  await page.getByRole('button', { name: /^Signed in as/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${world.provider.issuer}/session/end**`);
  expect(await page.context().cookies(world.home)).toEqual([]);
  await page.getByRole('button', { name: /yes/i }).click();
  await page.waitForURL(`${world.home}/auth/signed-out**`);
  await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Sign in again' }).click();
  await page.getByRole('heading', { name: 'Sign in to Lapse' }).waitFor();
});

test('a session that ends under a form keeps what was typed', async () => {
  const page = await world.visit('/developers');
  await world.signIn(page, 'anna');
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
  await expect.poll(() => address.inputValue()).toBe('https://hooks.example.com/typed');
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/v1/webhooks') && response.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Add the webhook' }).click();
  expect([201, 400]).toContain((await answered).status());
});

test.each(['light', 'dark'] as const)('the sign-in page can be used by everybody (%s)', async (scheme) => {
  const page = await world.visit('/reviews', { scheme, width: 320, height: 640 });
  await page.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
});

test('where sign-in is not set up, the page says so', async () => {
  const other = await openDemo({
    env: { AUTH_DISABLED: 'false', OIDC_ISSUER: world.provider.issuer, OIDC_AUDIENCE: AUDIENCE },
  });
  try {
    const page = await world.chromium.visit(`${other.url}/reviews`);
    await page.getByText('Sign-in by browser is not set up on this server.').waitFor();
    expect(await page.getByRole('link', { name: 'Sign in', exact: true }).count()).toBe(0);
    await expectNoViolations(page);
  } finally {
    await other.stop();
  }
});
