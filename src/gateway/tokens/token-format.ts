import { LapseError } from '../../platform/errors.ts';

/** Only asymmetric algorithms: with a shared secret, whoever can check a token can also make one. */
export const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
];

const TYPES = ['jwt', 'at+jwt', 'application/at+jwt'];

type JsonObject = Record<string, unknown>;

/**
 * What a token says about itself. Nothing in it is true until the signature has been checked; refuses what no honest issuer
 * sends, before any key is looked up.
 */
export function parseToken(token: string) {
  const parts = token.split('.');
  if (parts.length === 5) throw refuse('The token is encrypted (JWE); a signed one (JWS) is expected.');
  const [header, payload, signature] = parts;
  if (parts.length !== 3 || !header || !payload || !signature) {
    throw refuse('The token is not a signed JWT of three parts.');
  }
  decodePart(signature);
  const parsed = { header: parseObject(header), payload: parseObject(payload) };
  checkHeader(parsed.header);
  return parsed;
}

/**
 * Embedded keys and addresses of keys (`jwk`, `jku`, `x5u`, `x5c`) are ignored, not refused: some providers send
 * them in honest tokens, and only keys of the expected issuer are ever used.
 */
function checkHeader(header: JsonObject): void {
  if (typeof header.alg !== 'string' || !ALGORITHMS.includes(header.alg)) {
    throw refuse(`The signature algorithm (alg) must be one of ${ALGORITHMS.join(', ')}.`);
  }
  if (Object.hasOwn(header, 'crit') || Object.hasOwn(header, 'b64')) {
    throw refuse('The token uses header extensions (crit, b64) that are not supported.');
  }
  if (
    header.typ !== undefined &&
    !(typeof header.typ === 'string' && TYPES.includes(header.typ.toLowerCase()))
  ) {
    throw refuse('The header typ must be JWT or at+jwt, or absent: only access tokens are accepted.');
  }
  if (header.kid !== undefined && typeof header.kid !== 'string') {
    throw refuse('The header kid must be a string.');
  }
}

function parseObject(part: string): JsonObject {
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(decodePart(part));
    value = JSON.parse(text);
  } catch {
    throw refuse('The token is not made of base64url-encoded JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse('The header and the payload of the token must be JSON objects.');
  }
  if (countMembers(text) !== Object.keys(value).length) {
    throw refuse('The token names a header parameter or a claim twice.');
  }
  return value as JsonObject;
}

/** The one canonical spelling only; otherwise one signature could be written in several ways. */
function decodePart(part: string): Buffer {
  const bytes = Buffer.from(part, 'base64url');
  if (bytes.toString('base64url') !== part) throw refuse('The token is not properly base64url-encoded.');
  return bytes;
}

const JSON_STRING_OR_BRACKET = /"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[{}[\]]/g;

/**
 * How many members the outermost object is written with. `JSON.parse` keeps the last of two equal names, other
 * parsers the first; a proxy in front that reads a different `tid` or `alg` than Lapse is not worth the risk.
 */
function countMembers(text: string): number {
  let depth = 0;
  let members = 0;
  for (const [token, colon] of text.matchAll(JSON_STRING_OR_BRACKET)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth === 1 && colon !== undefined) members += 1;
  }
  return members;
}

export function refuse(reason: string): LapseError {
  return new LapseError('unauthenticated', reason);
}
