import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Page } from 'playwright-core';
import { AUDIENCE } from '../support/identity-provider.ts';
import { type SignInProvider, startSignInProvider, WEB_CLIENT } from '../support/sign-in-provider.ts';
import { type OpenBrowser, openBrowser } from './browser.ts';
import { openDemo } from './demo.ts';
import type { RunningLapse } from './lapse.ts';

/** Lapse behind a sign-in, with a real provider and a browser. */
export interface SignInWorld {
  provider: SignInProvider;
  lapse: RunningLapse;
  chromium: OpenBrowser;
  /** By another name than the provider's address, so that the two are different sites to the browser, as they are in life. */
  home: string;
  visit(path: string, options?: object): Promise<Page>;
  /** On the page that asks for it; who is typed at the provider. */
  signIn(page: Page, name: string): Promise<void>;
  close(): Promise<void>;
}

/** People by the name that they type, with their roles. */
export async function openSignInWorld(
  people: Record<string, readonly string[]>,
  env: Record<string, string> = {},
): Promise<SignInWorld> {
  const port = await freePort();
  const home = `http://localhost:${port}`;
  const provider = await startSignInProvider(home);
  for (const [name, roles] of Object.entries(people))
    provider.accounts.set(name, { tid: 'local', roles: [...roles], email: `${name}@example.com` });
  const [lapse, chromium] = await Promise.all([
    openDemo({
      env: {
        PORT: String(port),
        PUBLIC_URL: home,
        AUTH_DISABLED: 'false',
        OIDC_ISSUER: provider.issuer,
        OIDC_AUDIENCE: AUDIENCE,
        OIDC_CLIENT_ID: WEB_CLIENT.id,
        OIDC_CLIENT_SECRET: WEB_CLIENT.secret,
        ...env,
      },
    }),
    openBrowser(),
  ]);
  return {
    provider,
    lapse,
    chromium,
    home,
    visit: (path, options = {}) =>
      chromium.visit(`${home}${path}`, { origins: [provider.issuer], ...options }),
    signIn: async (page, name) => {
      await page.getByRole('link', { name: 'Sign in', exact: true }).click();
      await page.waitForURL(`${provider.issuer}/**`);
      await page.getByLabel('Name').fill(name);
      await page.getByRole('button', { name: 'Go' }).click();
    },
    close: async () => {
      await chromium.close();
      await lapse.stop();
      await provider.stop();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
