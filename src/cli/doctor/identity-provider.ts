import type { Config } from '../../config.ts';
import {
  discoverJwksUri,
  FETCH_MS_MAX,
  fetchBounded,
  fetchMetadata,
} from '../../gateway/tokens/issuer-metadata.ts';
import { counted } from '../../platform/counted.ts';
import {
  expectedIssuer,
  isSafeAddress,
  type Tenant,
  withTenant,
} from '../../platform/tenants/tenant.rules.ts';
import { clockFinding } from './database.ts';
import { type Finding, ok, problem } from './finding.ts';

const CHECK = 'identity provider';
/** With many tenants each with a provider of its own, the first ones stand for the rest. */
const PROVIDERS_MAX = 20;

/** Without tenants that are known, the configured provider is looked at. */
export async function examineIdentityProviders(
  oidc: Config['oidc'],
  tenants: readonly Tenant[] | null,
): Promise<Finding[]> {
  if (oidc === null) return [ok(CHECK, 'Authentication is off: there is no identity provider.')];
  if (tenants === null)
    return withTenant(oidc.issuer, '') === null ? [] : examineIssuer(oidc.issuer, oidc.jwks_uri);
  if (tenants.length === 0) {
    return [
      problem(
        CHECK,
        'There is no tenant, so no token is accepted.',
        'Set TENANTS, or run "lapse tenant add".',
      ),
    ];
  }
  const providers = new Map<string, string | null>();
  for (const tenant of tenants) {
    const issuer = expectedIssuer(oidc.issuer, tenant);
    if (issuer === null) continue;
    const isOwn = tenant.issuer !== null && tenant.issuer !== withTenant(oidc.issuer, tenant.tid);
    providers.set(issuer, isOwn || oidc.jwks_uri === null ? null : withTenant(oidc.jwks_uri, tenant.tid));
  }
  const first = [...providers].slice(0, PROVIDERS_MAX);
  const findings = await Promise.all(
    first.flatMap(([issuer, jwks]) => [
      examineIssuer(issuer, jwks),
      ...(oidc.client ? [examineSignIn(issuer, oidc.client.client_id)] : []),
    ]),
  );
  return findings.flat();
}

/** Whether people can sign in there; that the provider knows the client shows only when one does. */
async function examineSignIn(issuer: string, clientId: string): Promise<Finding[]> {
  try {
    const metadata = await fetchMetadata(issuer);
    const missing = ['authorization_endpoint', 'token_endpoint'].find(
      (name) => !isSafeAddress(metadata?.[name]),
    );
    if (missing === undefined) return [ok('sign-in', `People sign in at ${issuer} as client ${clientId}.`)];
    return [
      problem(
        'sign-in',
        `${issuer} has no ${missing} with an https address, so nobody can sign in with a browser.`,
        'Allow the authorization code flow at the provider, or leave OIDC_CLIENT_ID out.',
      ),
    ];
  } catch {
    // The check of its keys tells why.
    return [];
  }
}

async function examineIssuer(issuer: string, configured: string | null): Promise<Finding[]> {
  let jwksUri = configured;
  try {
    jwksUri ??= await discoverJwksUri(issuer);
  } catch (error) {
    return [unreachable(`${issuer} does not describe itself`, error)];
  }
  try {
    const response = await fetchBounded(jwksUri);
    const keys = ((await response.json()) as { keys?: unknown[] } | null)?.keys;
    if (!Array.isArray(keys) || keys.length === 0) {
      return [problem(CHECK, `${jwksUri} publishes no keys.`, 'Correct OIDC_JWKS_URI, or fix the provider.')];
    }
    return [
      ok(CHECK, `${issuer} publishes ${counted(keys.length, 'key')}.`),
      ...(await examineClock(jwksUri, issuer)),
    ];
  } catch (error) {
    return [unreachable(`The keys of ${issuer} cannot be fetched from ${jwksUri}`, error)];
  }
}

/** HTTP tells the time to the second. */
async function examineClock(uri: string, issuer: string): Promise<Finding[]> {
  const asked = Date.now();
  const response = await fetch(uri, { signal: AbortSignal.timeout(FETCH_MS_MAX), redirect: 'manual' });
  await response.body?.cancel();
  const date = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(date)) return [];
  const answered = Date.now();
  const ahead = date + 500 - (asked + answered) / 2;
  return [clockFinding(`${CHECK} clock`, issuer, ahead, 500 + (answered - asked) / 2)];
}

function unreachable(what: string, error: unknown): Finding {
  const { message, cause } = error as Error & { cause?: Error };
  const why = cause?.message ? `${message}: ${cause.message}` : message;
  return problem(
    CHECK,
    `${what} (${why.replace(/\.$/, '')}).`,
    'Check OIDC_ISSUER (letter by letter as in the tokens) and that this machine may reach it.',
  );
}
