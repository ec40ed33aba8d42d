import { type Faults, type Get, httpUrl } from '../../platform/config/settings.ts';

export interface OidcConfig {
  readonly issuer: string;
  readonly audience: string;
  readonly jwks_uri: string | null;
  /** `null`: nobody signs in with a browser. */
  readonly client: OidcClient | null;
}

/** Lapse as the identity provider knows it, for people who sign in with a browser. */
export interface OidcClient {
  readonly client_id: string;
  /** `null`: a public client, which PKCE alone protects. */
  readonly client_secret: string | null;
  /** `null`: what the issuer needs. */
  readonly scope: string | null;
}

export function oidcSettings(faults: Faults, get: Get, authDisabled: boolean): OidcConfig | null {
  const issuer = httpUrl(faults, 'OIDC_ISSUER', get('OIDC_ISSUER'));
  const audience = get('OIDC_AUDIENCE');
  const jwksUri = httpUrl(faults, 'OIDC_JWKS_URI', get('OIDC_JWKS_URI'));
  if (authDisabled) return null;
  if (!get('OIDC_ISSUER')) {
    faults.add(
      'OIDC_ISSUER',
      "is missing; expected the address of the identity provider that signs the callers' tokens",
    );
  }
  if (!audience) {
    faults.add('OIDC_AUDIENCE', 'is missing; expected the `aud` that tokens for this service carry');
  }
  const client = oidcClient(faults, get);
  return issuer && audience ? { issuer, audience, jwks_uri: jwksUri, client } : null;
}

function oidcClient(faults: Faults, get: Get): OidcClient | null {
  const clientId = get('OIDC_CLIENT_ID');
  const scope = get('OIDC_SCOPE');
  if (clientId === null) {
    const stray = ['OIDC_CLIENT_SECRET', 'OIDC_SCOPE'].find((name) => get(name) !== null);
    if (stray)
      faults.add(
        'OIDC_CLIENT_ID',
        `is missing; expected the id of Lapse at the identity provider, because ${stray} is set`,
      );
    return null;
  }
  if (get('PUBLIC_URL') === null)
    faults.add(
      'PUBLIC_URL',
      'is missing; expected the address that browsers open, because OIDC_CLIENT_ID is set',
    );
  if (scope !== null && !scope.split(/\s+/).includes('openid'))
    faults.add('OIDC_SCOPE', `is "${scope}"; expected scopes with spaces between, openid among them`);
  return { client_id: clientId, client_secret: get('OIDC_CLIENT_SECRET'), scope };
}
