import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type Provider from 'oidc-provider';
import { AUDIENCE } from './identity-provider.ts';
import { makeTokenKeys, privateJwk } from './token-keys.ts';

export const WEB_CLIENT = { id: 'lapse-web', secret: 'only for tests: ~!%' };

export interface Account {
  tid: string;
  roles: string[];
  email?: string;
}

/** A real OpenID Connect provider on loopback at which people sign in, by a page with one field and one button. */
export interface SignInProvider {
  readonly issuer: string;
  /** By the name that is typed; may be changed at any time, for the next token. */
  readonly accounts: Map<string, Account>;
  /** Tokens given out by its token endpoint, by what they were given for. */
  readonly grants: { authorization_code: number; refresh_token: number };
  /** Of access tokens. */
  token_seconds: number;
  gives_refresh_tokens: boolean;
  /** Replaces its answers; `null` brings it back. */
  answerWith(listener: RequestListener | null): void;
  stop(): Promise<void>;
}

export async function startSignInProvider(lapseUrl: string): Promise<SignInProvider> {
  let substitute: RequestListener | null = null;
  let listener: RequestListener;
  const server = createServer((request, response) => {
    response.setHeader('connection', 'close');
    (substitute ?? listener)(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const state: SignInProvider = {
    issuer,
    accounts: new Map(),
    grants: { authorization_code: 0, refresh_token: 0 },
    token_seconds: 3_600,
    gives_refresh_tokens: true,
    answerWith: (replacement) => {
      substitute = replacement;
    },
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  listener = await createListener(state, lapseUrl);
  return state;
}

async function createListener(state: SignInProvider, lapseUrl: string): Promise<RequestListener> {
  const { warn } = console;
  console.warn = () => {};
  const { default: ProviderClass } = await import('oidc-provider');
  const provider = new ProviderClass(state.issuer, configuration(state, lapseUrl));
  console.warn = warn;
  const callback = provider.callback();
  return (request, response) => {
    if (!request.url?.startsWith('/interaction/')) callback(request, response);
    else
      interact(provider, request, response).catch((error: Error) => {
        response.statusCode = 500;
        response.end(error.message);
      });
  };
}

function configuration(state: SignInProvider, lapseUrl: string): Record<string, unknown> {
  const client = {
    redirect_uris: [`${lapseUrl}/auth/callback`],
    post_logout_redirect_uris: [`${lapseUrl}/auth/signed-out`],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
  };
  return {
    clients: [
      {
        ...client,
        client_id: WEB_CLIENT.id,
        client_secret: WEB_CLIENT.secret,
        token_endpoint_auth_method: 'client_secret_post',
      },
      { ...client, client_id: 'lapse-public', token_endpoint_auth_method: 'none' },
    ],
    jwks: { keys: Object.values(makeTokenKeys()).map(privateJwk) },
    cookies: { keys: ['only-for-tests'] },
    features: {
      devInteractions: { enabled: false },
      // Its own page asks for fonts from elsewhere.
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context: { body: string }, form: string) => {
          context.body = `<!doctype html><html lang="en"><title>The organisation</title>
<link rel="icon" href="data:,">${form}<button form="op.logoutForm" name="logout" value="yes">Yes, sign me out</button></html>`;
        },
      },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: '',
          audience: AUDIENCE,
          accessTokenFormat: 'jwt',
          accessTokenTTL: state.token_seconds,
        }),
      },
    },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, name: string) =>
      state.accounts.has(name) ? { accountId: name, claims: () => ({ sub: name }) } : undefined,
    extraTokenClaims: (
      context: { oidc: { params: { grant_type: 'authorization_code' | 'refresh_token' } } },
      token: { accountId: string },
    ) => {
      state.grants[context.oidc.params.grant_type] += 1;
      return { ...state.accounts.get(token.accountId) };
    },
    issueRefreshToken: () => state.gives_refresh_tokens,
    // One that is used twice ends everything that came of it.
    rotateRefreshToken: true,
    ttl: {
      AccessToken: 3_600,
      IdToken: 3_600,
      Interaction: 600,
      Session: 3_600,
      Grant: 86_400,
      RefreshToken: 86_400,
    },
  };
}

/** `GET` shows the page; `POST` signs in, and consent follows by itself. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  if (prompt.name === 'consent') {
    const grant = new provider.Grant({
      accountId: session?.accountId as string,
      clientId: params.client_id,
    });
    grant.addOIDCScope('openid profile email offline_access');
    grant.addResourceScope(AUDIENCE, '');
    const consent = { grantId: await grant.save() };
    await provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
    return;
  }
  if (request.method === 'POST') {
    const form = new URLSearchParams(await text(request));
    const result = form.has('deny')
      ? { error: 'access_denied', error_description: '<script>alert(1)</script>' }
      : { login: { accountId: form.get('name') } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    return;
  }
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><html lang="en"><title>The organisation</title><h1>Who are you?</h1>
<link rel="icon" href="data:,">
<form method="post"><label>Name <input name="name"></label><button>Go</button></form></html>`);
}
