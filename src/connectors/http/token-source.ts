import { ConnectorError } from '../connector.ts';
import { type ClientCertificate, signAssertion } from './client-assertion.ts';
import type { HttpClient } from './http-client.ts';
import { PlatformError } from './platform-error.ts';

/** Tokens of one scope. */
export interface TokenSource {
  /** One that is good for a while; whoever asks meanwhile gets the same. */
  get(signal: AbortSignal): Promise<string>;
  /** The platform no longer takes it. */
  forget(token: string): void;
}

export interface ClientCredentials {
  client_id: string;
  secret: string | null;
  certificate: ClientCertificate | null;
  /** The secret goes into the Authorization header; otherwise into the form. */
  is_basic?: boolean | undefined;
}

/** So long before its end a token is renewed: the platform's clock and ours differ. */
const MARGIN_MS = 300_000;
const REQUEST_MS_MAX = 30_000;
const LIFETIME_S_DEFAULT = 600;

/** Client credentials of OAuth 2.0, as Microsoft's and Databricks' token endpoints take them. */
export function createTokenSource({
  http,
  path,
  audience,
  scope,
  credentials,
  now,
}: {
  /** Without tokens of its own. */
  http: HttpClient;
  path: string;
  /** What an assertion is for: the address of the token endpoint. */
  audience: string;
  scope: string;
  credentials: ClientCredentials;
  now: () => Date;
}): TokenSource {
  let held: { token: string; renew_at: number } | null = null;
  let asked: Promise<string> | null = null;

  const request = async (): Promise<string> => {
    const { client_id, secret, certificate, is_basic } = credentials;
    const proof = is_basic
      ? {}
      : certificate
        ? {
            client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
            client_assertion: await signAssertion(certificate, { client_id, audience, now: now() }),
          }
        : { client_secret: secret ?? '' };
    const answer = await http
      .send<{ access_token?: unknown; expires_in?: unknown } | null>({
        method: 'POST',
        path,
        form: { grant_type: 'client_credentials', ...(is_basic ? {} : { client_id }), scope, ...proof },
        ...(is_basic ? { headers: { authorization: basicAuthorization(client_id, secret ?? '') } } : {}),
        is_read: true,
        // The request is shared: it outlives the caller who happened to begin it.
        signal: AbortSignal.timeout(REQUEST_MS_MAX),
      })
      .catch((error: unknown) => {
        throw tokenError(error);
      });
    const token = answer.body?.access_token;
    if (typeof token !== 'string' || token === '') {
      throw new ConnectorError('protocol', 'the token endpoint answered without a token');
    }
    // The older endpoint writes the number as text.
    const seconds = Number(answer.body?.expires_in);
    const lifetimeMs = (seconds > 0 ? seconds : LIFETIME_S_DEFAULT) * 1000;
    const renew_at = now().getTime() + Math.max(lifetimeMs - MARGIN_MS, lifetimeMs / 2);
    held = { token, renew_at };
    return token;
  };

  return {
    async get(signal) {
      signal.throwIfAborted();
      if (held && now().getTime() < held.renew_at) return held.token;
      asked ??= request().finally(() => {
        asked = null;
      });
      return untilAborted(asked, signal);
    },
    forget(token) {
      if (held?.token === token) held = null;
    },
  };
}

/** Each part is encoded as in a form, because either may contain a colon. */
function basicAuthorization(client_id: string, secret: string): string {
  const parts = [client_id, secret].map((part) => new URLSearchParams({ '': part }).toString().slice(1));
  return `Basic ${Buffer.from(parts.join(':')).toString('base64')}`;
}

/** A refused request for a token is about the settings, whatever its status. */
function tokenError(error: unknown): unknown {
  if (!(error instanceof PlatformError) || error.retryable) {
    return error instanceof DOMException
      ? new ConnectorError('timeout', `no token within ${REQUEST_MS_MAX} ms`)
      : error;
  }
  const isAboutRequest = error.platform_codes.some((code) =>
    /^invalid_(scope|request|resource|target)$/.test(code),
  );
  return new ConnectorError(isAboutRequest ? 'invalid_settings' : 'authentication', error.message);
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
