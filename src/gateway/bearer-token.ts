import { LapseError } from '../platform/errors.ts';

/** Decoding and hashing cost grows with the length, and it is paid before the sender is known. */
const TOKEN_LENGTH_MAX = 16 * 1024;

/** The scheme is case-insensitive (RFC 9110); what follows is one token and nothing else (RFC 6750). */
const BEARER = /^bearer +([\w.~+/-]+=*)$/i;

/** The token of an `Authorization` header. */
export function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined || authorization.trim() === '') {
    throw new LapseError('unauthenticated', 'A token is required: send Authorization: Bearer <token>.');
  }
  if (!/^bearer( |$)/i.test(authorization)) {
    throw new LapseError('unauthenticated', 'Only the Bearer scheme is accepted in Authorization.');
  }
  if (authorization.length > TOKEN_LENGTH_MAX + 'Bearer '.length) {
    throw new LapseError('unauthenticated', `The token is longer than ${TOKEN_LENGTH_MAX} characters.`);
  }
  const token = BEARER.exec(authorization)?.[1];
  if (token === undefined) {
    throw new LapseError('unauthenticated', 'Authorization must carry exactly one token after Bearer.');
  }
  return token;
}
