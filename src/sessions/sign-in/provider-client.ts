import type { CustomFetchOptions } from 'openid-client';
import * as openid from 'openid-client';
import { FETCH_MS_MAX, readBounded } from '../../gateway/tokens/issuer-metadata.ts';
import { ExpiringMap } from '../../platform/expiring-map.ts';
import { parseUrl } from '../../platform/parse-url.ts';
import { isSafeAddress } from '../../platform/tenants/tenant.rules.ts';
import type { GivenTokens, SessionTokens } from '../session-tokens.ts';
import { isEntra } from './choose-provider.ts';
import type { OidcClient, OidcConfig } from './oidc-settings.ts';
import { explainFailure, isRefusedForGood, providerAway } from './provider-failures.ts';
import type { SignInAttempt } from './sign-in-attempt.ts';

const METADATA_MS_MAX = 3_600_000;
const ISSUERS_MAX = 2_000;
/** For a provider that does not say how long its token lives. */
const LIFETIME_S_DEFAULT = 300;
const SCOPE = 'openid profile email offline_access';

export type ProviderClient = ReturnType<typeof createProviderClient>;

export interface ProviderClientOptions {
  oidc: Pick<OidcConfig, 'audience'>;
  client: OidcClient;
  public_url: string;
  onProviderError: (issuer: string, reason: string) => void;
}

/** Lapse as a client of identity providers. Throws `unavailable` when one cannot be reached. */
export function createProviderClient(options: ProviderClientOptions) {
  const { oidc, client, public_url } = options;
  const redirect_uri = `${public_url}/auth/callback`;
  const known = new ExpiringMap<Promise<openid.Configuration>>(ISSUERS_MAX);

  /** Kept while it is fetched too, so that a crowd asks once. */
  function configurationOf(issuer: string): Promise<openid.Configuration> {
    const now_ms = Date.now();
    let found = known.get(issuer, now_ms);
    if (found === undefined) {
      found = discover(issuer, client);
      found.catch(() => known.delete(issuer));
      known.set(issuer, found, { now_ms, expires_ms: now_ms + METADATA_MS_MAX });
    }
    return found;
  }

  async function ask<T>(issuer: string, work: (config: openid.Configuration) => Promise<T>): Promise<T> {
    const log = (reason: string) => options.onProviderError(issuer, reason);
    const config = await configurationOf(issuer).catch((error) => {
      throw providerAway(error, log);
    });
    try {
      return await work(config);
    } catch (error) {
      throw explainFailure(error, log);
    }
  }

  return {
    authorizationUrl: ({ issuer, state, nonce, code_verifier }: SignInAttempt): Promise<URL> =>
      ask(issuer, async (config) =>
        openid.buildAuthorizationUrl(config, {
          redirect_uri,
          response_type: 'code',
          scope: client.scope ?? defaultScope(issuer, oidc.audience),
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(code_verifier),
          code_challenge_method: 'S256',
          ...audienceParameters(issuer, oidc.audience),
        }),
      ),
    /** `query` is that of the address the browser came back to. Throws `unauthenticated` when it does not fit the attempt. */
    exchange: (attempt: SignInAttempt, query: string): Promise<GivenTokens> =>
      ask(attempt.issuer, async (config) => {
        const checks = {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.code_verifier,
          idTokenExpected: true,
        };
        const resource = resourceParameter(attempt.issuer, oidc.audience);
        const address = new URL(redirect_uri + query);
        return givenTokens(await openid.authorizationCodeGrant(config, address, checks, resource));
      }),
    /** `null`: the provider refuses for good. */
    renew: ({ issuer, refresh_token }: SessionTokens & { refresh_token: string }) =>
      ask(issuer, async (config): Promise<GivenTokens | null> => {
        try {
          const parameters = resourceParameter(issuer, oidc.audience);
          return givenTokens(await openid.refreshTokenGrant(config, refresh_token, parameters));
        } catch (error) {
          if (isRefusedForGood(error)) return null;
          throw error;
        }
      }),
    /** `null`: it has no page for signing out. */
    endSessionUrl: (issuer: string) =>
      ask(issuer, async (config): Promise<URL | null> => {
        if (!isSafeAddress(config.serverMetadata().end_session_endpoint)) return null;
        // No id_token_hint: no token goes through the browser, not even in an address.
        return openid.buildEndSessionUrl(config, {
          post_logout_redirect_uri: `${public_url}/auth/signed-out`,
        });
      }),
  };
}

async function discover(
  issuer: string,
  { client_id, client_secret }: ProviderClientOptions['client'],
): Promise<openid.Configuration> {
  const config = await openid.discovery(
    new URL(issuer),
    client_id,
    undefined,
    client_secret === null ? openid.None() : secretAuth(client_secret),
    {
      [openid.customFetch]: fetchWithin,
      timeout: FETCH_MS_MAX / 1000,
      // Loopback only: other issuers without TLS are refused by the configuration.
      execute: new URL(issuer).protocol === 'http:' ? [openid.allowInsecureRequests] : [],
    },
  );
  const { authorization_endpoint, token_endpoint } = config.serverMetadata();
  if (!isSafeAddress(authorization_endpoint) || !isSafeAddress(token_endpoint))
    throw new openid.ClientError('the provider publishes no safe authorization and token endpoints');
  return config;
}

/** In the body where the provider says it takes that, because fewer providers read it wrongly there. */
function secretAuth(secret: string): openid.ClientAuth {
  const [post, basic] = [openid.ClientSecretPost(secret), openid.ClientSecretBasic(secret)];
  return (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(
      server,
      ...rest,
    );
}

/** Microsoft names the service that a token is for in the scope, and refuses to be told in another way. */
const defaultScope = (issuer: string, audience: string): string =>
  isEntra(issuer) ? `${SCOPE} ${audience}/.default` : SCOPE;

/** RFC 8707 takes an address only. */
const resourceParameter = (issuer: string, audience: string): Record<string, string> =>
  !isEntra(issuer) && parseUrl(audience) && !audience.includes('#') ? { resource: audience } : {};

/** Some providers know `audience` and not the standard's `resource`; each passes over what it does not know. */
const audienceParameters = (issuer: string, audience: string): Record<string, string> =>
  isEntra(issuer) ? {} : { audience, ...resourceParameter(issuer, audience) };

function givenTokens(answer: openid.TokenEndpointResponse): GivenTokens {
  return {
    access_token: answer.access_token,
    refresh_token: answer.refresh_token ?? null,
    expires_in_s: Math.max(1, answer.expires_in ?? LIFETIME_S_DEFAULT),
  };
}

/** `fetch` that reads an answer of bounded size. The client library follows no redirects and sets the time limit. */
async function fetchWithin(url: string, options: CustomFetchOptions): Promise<Response> {
  return readBounded(await fetch(url, options as RequestInit));
}
