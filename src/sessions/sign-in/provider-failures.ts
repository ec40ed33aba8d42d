import * as openid from 'openid-client';
import { LapseError } from '../../platform/errors.ts';

/** The person must sign in again; asking again with the same refresh token never helps. */
const FOR_GOOD: ReadonlySet<string> = new Set([
  'invalid_grant',
  'interaction_required',
  'login_required',
  'consent_required',
]);

export const isRefusedForGood = (error: unknown): boolean =>
  error instanceof openid.ResponseBodyError && FOR_GOOD.has(error.error);

/** What a check found: somebody else's answer, a wrong clock, a wrong signature. */
const CHECK_CODES = /^OAUTH_(JWT_|JSON_ATTRIBUTE|INVALID_RESPONSE|KEY_SELECTION|UNSUPPORTED)/;

/**
 * What a person is told. Neither the words of the provider, which may be anybody's by then, nor any token is in it; the
 * reason for the log is made of codes.
 */
export function explainFailure(error: unknown, log: (reason: string) => void): LapseError {
  if (error instanceof LapseError) return error;
  if (error instanceof openid.AuthorizationResponseError) {
    if (error.error === 'access_denied')
      return new LapseError(
        'forbidden',
        'The sign-in was cancelled, or your organisation does not allow it.',
      );
    log(`sign-in refused: ${codeOf(error.error)}`);
    return new LapseError(
      'forbidden',
      `The identity provider did not complete the sign-in (${codeOf(error.error)}).`,
    );
  }
  if (isRefusedForGood(error))
    return new LapseError('unauthenticated', 'This sign-in was used before, or it took too long.');
  const code = (error as { code?: unknown }).code;
  if (error instanceof openid.ClientError && typeof code === 'string' && CHECK_CODES.test(code)) {
    log(`${error.message} (${code})`);
    return new LapseError(
      'unauthenticated',
      'The answer of the identity provider does not fit this sign-in.',
    );
  }
  return providerAway(error, log);
}

export function providerAway(error: unknown, log: (reason: string) => void): LapseError {
  log(reasonOf(error));
  return new LapseError(
    'unavailable',
    'The identity provider cannot be reached, or does not serve this client; try again shortly.',
  );
}

function reasonOf(error: unknown): string {
  if (error instanceof openid.ResponseBodyError) return `${error.status} ${codeOf(error.error)}`;
  const { message, code, cause } = error as Error & { code?: string; cause?: { code?: string } };
  return [message, code, cause?.code].filter((part) => typeof part === 'string').join(', ');
}

/** Codes are registered words; whatever else stands there is not repeated. */
const codeOf = (code: string): string => (/^[a-z_]{1,50}$/.test(code) ? code : 'unknown error');
