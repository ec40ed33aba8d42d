import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Algorithm,
  forgeToken,
  makeTokenKeys,
  privateJwk,
  SIGNATURES,
  type TokenKeys,
} from './token-keys.ts';

export const AUDIENCE = 'api://lapse';
const CLIENT = { id: 'a-test', secret: 'only-for-tests' };
const CLAIMS_HEADER = 'x-claims-of-the-token';

type Claims = Record<string, unknown>;

/** A real OpenID Connect provider on loopback. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly jwks_uri: string;
  /** The newest keys; the ones it signs with. */
  readonly keys: TokenKeys;
  /** Requests received so far. */
  readonly requests: { discovery: number; jwks: number };
  /** An access token from its token endpoint (client credentials), with these claims besides its own. */
  token(claims: Claims): Promise<string>;
  /** Signed with its keys but not by it, so any claim and any header is possible. */
  sign(claims: Claims, options?: { alg?: Algorithm; header?: Claims }): string;
  /** Claims of an ordinary access token, valid for an hour. */
  claims(claims?: Claims): Claims;
  /** Signs with new keys from now on; the old ones stay published unless told otherwise. */
  rotateKeys(options?: { keep_old: boolean }): Promise<void>;
  /** Replaces its answers: an outage, a wrong document, a redirect. `null` brings it back. */
  answerWith(listener: RequestListener | null): void;
  stop(): Promise<void>;
  /** After `stop`, on the same port. */
  restart(): Promise<void>;
}

/** Making keys takes most of the time; a file that starts many providers may give them its own. */
export async function startIdentityProvider(keys: TokenKeys = makeTokenKeys()): Promise<IdentityProvider> {
  const requests = { discovery: 0, jwks: 0 };
  let generations: TokenKeys[] = [keys];
  let substitute: RequestListener | null = null;
  let provider: RequestListener;

  const server = createServer((request, response) => {
    // A kept connection would outlive a restart and fail the next request.
    response.setHeader('connection', 'close');
    if (request.url?.startsWith('/.well-known/openid-configuration')) requests.discovery += 1;
    if (request.url?.startsWith('/jwks')) requests.jwks += 1;
    (substitute ?? provider)(request, response);
  });
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const newest = () => generations[0] as TokenKeys;
  provider = await createProvider(issuer, generations);

  const claims = (more: Claims = {}): Claims => {
    const now_s = Math.floor(Date.now() / 1000);
    return { iss: issuer, aud: AUDIENCE, sub: 'someone', iat: now_s, exp: now_s + 3600, ...more };
  };

  return {
    issuer,
    jwks_uri: `${issuer}/jwks`,
    get keys() {
      return newest();
    },
    requests,
    claims,
    token: (more) => requestToken(issuer, more),
    sign(more, { alg = 'RS256', header = {} } = {}) {
      const key = newest()[SIGNATURES[alg]];
      return forgeToken({
        header: { alg, kid: key.kid, ...header },
        payload: claims(more),
        key,
        signed_as: alg,
      });
    },
    async rotateKeys({ keep_old } = { keep_old: true }) {
      generations = [makeTokenKeys(), ...(keep_old ? generations : [])];
      provider = await createProvider(issuer, generations);
    },
    answerWith(listener) {
      substitute = listener;
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    restart: () => listen(server, port),
  };
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

function createProvider(issuer: string, generations: TokenKeys[]): Promise<RequestListener> {
  return quietly(async () => {
    const { default: Provider } = await import('oidc-provider');
    return new Provider(issuer, configuration(generations)).callback();
  });
}

/** It warns about development settings, which are what a test wants. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { warn } = console;
  console.warn = () => {};
  try {
    return await work();
  } finally {
    console.warn = warn;
  }
}

function configuration(generations: TokenKeys[]): Record<string, unknown> {
  return {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    jwks: { keys: generations.flatMap((keys) => Object.values(keys).map(privateJwk)) },
    cookies: { keys: ['only-for-tests'] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        getResourceServerInfo: () => ({ scope: '', audience: AUDIENCE, accessTokenFormat: 'jwt' }),
      },
    },
    ttl: { ClientCredentials: 3600 },
    extraTokenClaims: (context: { get(header: string): string }) => JSON.parse(context.get(CLAIMS_HEADER)),
  };
}

async function requestToken(issuer: string, claims: Claims): Promise<string> {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`,
      [CLAIMS_HEADER]: JSON.stringify(claims),
    },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const body = (await response.json()) as { access_token?: string };
  if (!body.access_token) throw new Error(`The provider gave no token: ${JSON.stringify(body)}`);
  return body.access_token;
}
