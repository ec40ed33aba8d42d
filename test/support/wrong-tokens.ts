import { AUDIENCE, type IdentityProvider } from './identity-provider.ts';
import { encode, forgeToken, makeTokenKey, privateJwk } from './token-keys.ts';

export interface WrongToken {
  name: string;
  authorization: string | undefined;
}

export interface WrongTokenSettings {
  /** The configured issuer. */
  provider: IdentityProvider;
  /** A registered tenant without an issuer of its own. */
  tid: string;
  /** Another issuer, and a registered tenant whose issuer it is. */
  other_provider: IdentityProvider;
  other_tid: string;
}

type Json = Record<string, unknown>;

/** Every way we know of to present something that must not be accepted. */
export function wrongTokens(settings: WrongTokenSettings): WrongToken[] {
  const tokens = { ...wrongSignatures(settings), ...wrongHeaders(settings), ...wrongClaims(settings) };
  const bearer = Object.entries({ ...tokens, ...wrongShapes(settings) }).map(([name, token]) => ({
    name,
    authorization: `Bearer ${token}`,
  }));
  return [...bearer, ...wrongAuthorizations(settings)];
}

function validClaims({ provider, tid }: WrongTokenSettings): Json {
  return provider.claims({ tid, roles: ['service.admin'] });
}

function wrongSignatures(settings: WrongTokenSettings): Record<string, string> {
  const { provider, other_provider: other, tid } = settings;
  const { keys } = provider;
  const strange = { rsa: makeTokenKey('rsa'), p256: makeTokenKey('P-256'), ed25519: makeTokenKey('Ed25519') };
  const payload = validClaims(settings);
  const rs256 = { alg: 'RS256', kid: keys.rsa.kid };
  const es256 = { alg: 'ES256', kid: keys['P-256'].kid };
  const good = provider.sign({ tid });
  const [head, body, signature] = good.split('.') as [string, string, string];
  const bytes = Buffer.from(signature, 'base64url');
  const flipped = Buffer.from(bytes);
  flipped[10] = (flipped[10] as number) ^ 1;
  const pem = keys.rsa.public_key.export({ type: 'spki', format: 'pem' }).toString();
  const modulus = String(keys.rsa.public_key.export({ format: 'jwk' }).n);

  return {
    'signed with a strange key under a published key id': forgeToken({
      header: rs256,
      payload,
      key: strange.rsa,
    }),
    'signed with a strange elliptic key': forgeToken({ header: es256, payload, key: strange.p256 }),
    'signed with a strange Ed25519 key': forgeToken({
      header: { alg: 'EdDSA', kid: keys.Ed25519.kid },
      payload,
      key: strange.ed25519,
    }),
    'signed with a strange key, key id unknown': forgeToken({
      header: { alg: 'RS256', kid: strange.rsa.kid },
      payload,
      key: strange.rsa,
    }),
    'signed with a strange key, no key id': forgeToken({
      header: { alg: 'RS256' },
      payload,
      key: strange.rsa,
    }),
    'signed with a key of another issuer, with its key id': forgeToken({
      header: { alg: 'RS256', kid: other.keys.rsa.kid },
      payload,
      key: other.keys.rsa,
    }),
    'signed with a key of another issuer, under our key id': forgeToken({
      header: rs256,
      payload,
      key: other.keys.rsa,
    }),
    'HS256 with the public key (PEM) as the secret': forgeToken({
      header: { ...rs256, alg: 'HS256' },
      payload,
      key: pem,
      signed_as: 'HS256',
    }),
    'HS256 with the modulus as the secret': forgeToken({
      header: { ...rs256, alg: 'HS256' },
      payload,
      key: modulus,
      signed_as: 'HS256',
    }),
    'RS256 in the header, HMAC with the public key in truth': forgeToken({
      header: rs256,
      payload,
      key: pem,
      signed_as: 'HS256',
    }),
    'RSA signature under an ES256 header': forgeToken({
      header: es256,
      payload,
      key: keys.rsa,
      signed_as: 'RS256',
    }),
    'elliptic signature under an RS256 header': forgeToken({
      header: rs256,
      payload,
      key: keys['P-256'],
      signed_as: 'ES256',
    }),
    'PSS signature under an RS256 header': forgeToken({
      header: rs256,
      payload,
      key: keys.rsa,
      signed_as: 'PS256',
    }),
    'SHA-256 signature under an RS512 header': forgeToken({
      header: { ...rs256, alg: 'RS512' },
      payload,
      key: keys.rsa,
      signed_as: 'RS256',
    }),
    'ES256 header with the key id of the P-384 key': forgeToken({
      header: { alg: 'ES256', kid: keys['P-384'].kid },
      payload,
      key: keys['P-384'],
      signed_as: 'ES384',
    }),
    'all-zero elliptic signature': `${encode(es256)}.${encode(payload)}.${Buffer.alloc(64).toString('base64url')}`,
    'one bit of the signature flipped': `${head}.${body}.${flipped.toString('base64url')}`,
    'signature cut short': `${head}.${body}.${bytes.subarray(0, 128).toString('base64url')}`,
    'signature with a byte more': `${head}.${body}.${Buffer.concat([bytes, Buffer.alloc(1)]).toString('base64url')}`,
    'signature of another token': `${head}.${body}.${provider.sign({ tid, sub: 'another' }).split('.')[2]}`,
    'payload exchanged after signing': `${head}.${encode({ ...payload, roles: ['service.admin', 'x'] })}.${signature}`,
    'header exchanged after signing': `${encode({ ...rs256, typ: 'JWT' })}.${body}.${signature}`,
  };
}

function wrongHeaders(settings: WrongTokenSettings): Record<string, string> {
  const { provider, other_provider: other, tid } = settings;
  const { rsa } = provider.keys;
  const strange = makeTokenKey('rsa');
  const strangeJwk = { ...strange.public_key.export({ format: 'jwk' }), kid: strange.kid };
  const payload = validClaims(settings);
  const header = { alg: 'RS256', kid: rsa.kid };
  const kid = JSON.stringify(rsa.kid);
  /** Properly signed by the provider; only the header is strange. */
  const withHeader = (more: Json) => provider.sign({ tid }, { header: more });
  const verbatim = (text: string) => forgeToken({ header: text, payload, key: rsa, signed_as: 'RS256' });
  const embedded = (more: Json) =>
    forgeToken({ header: { alg: 'RS256', kid: strange.kid, ...more }, payload, key: strange });

  return {
    'alg none': withHeader({ alg: 'none' }),
    'alg None': withHeader({ alg: 'None' }),
    'alg empty': withHeader({ alg: '' }),
    'alg absent': withHeader({ alg: undefined }),
    'alg null': withHeader({ alg: null }),
    'alg in an array': withHeader({ alg: ['RS256'] }),
    'alg in lower case': withHeader({ alg: 'rs256' }),
    'alg RS1': withHeader({ alg: 'RS1' }),
    'alg ES256K': withHeader({ alg: 'ES256K' }),
    'alg HS256 on an RSA signature': withHeader({ alg: 'HS256' }),
    'alg twice, the last one none': verbatim(`{"alg":"RS256","kid":${kid},"alg":"none"}`),
    'alg twice, the first one none': verbatim(`{"alg":"none","kid":${kid},"alg":"RS256"}`),
    'alg twice, once with an escape': verbatim(`{"\\u0061lg":"none","kid":${kid},"alg":"RS256"}`),
    'kid twice': verbatim(`{"alg":"RS256","kid":"x","kid":${kid}}`),
    'crit with an extension': withHeader({ crit: ['exp'], exp: 1 }),
    'crit empty': withHeader({ crit: [] }),
    'b64 false': withHeader({ b64: false }),
    'b64 false, named in crit': withHeader({ b64: false, crit: ['b64'] }),
    'typ of an ID token': withHeader({ typ: 'id_token+jwt' }),
    'typ of a logout token': withHeader({ typ: 'logout+jwt' }),
    'typ of a client assertion': withHeader({ typ: 'client-authentication+jwt' }),
    'typ dpop+jwt': withHeader({ typ: 'dpop+jwt' }),
    'typ a number': withHeader({ typ: 1 }),
    'kid a path': forgeToken({ header: { ...header, kid: '../../../../dev/null' }, payload, key: strange }),
    'kid a path, empty secret': forgeToken({
      header: { alg: 'HS256', kid: '/dev/null' },
      payload,
      key: '',
      signed_as: 'HS256',
    }),
    'kid with an SQL injection': forgeToken({
      header: { ...header, kid: "' OR 1=1 --" },
      payload,
      key: strange,
    }),
    'kid a number': withHeader({ kid: 1 }),
    'kid an object': withHeader({ kid: {} }),
    'kid null': withHeader({ kid: null }),
    'kid __proto__': withHeader({ kid: '__proto__' }),
    'own key embedded (jwk)': embedded({ jwk: strangeJwk }),
    'own private key embedded (jwk)': embedded({ jwk: privateJwk(strange) }),
    'own key embedded (jwk), no key id': embedded({ jwk: strangeJwk, kid: undefined }),
    'own key at an address (jku)': forgeToken({
      header: { alg: 'RS256', kid: other.keys.rsa.kid, jku: other.jwks_uri },
      payload,
      key: other.keys.rsa,
    }),
    'own certificate at an address (x5u)': embedded({ x5u: `${other.issuer}/certificate` }),
    'own certificate embedded (x5c)': embedded({ x5c: ['MIIB'] }),
    'header an array': verbatim('["RS256"]'),
    'header null': verbatim('null'),
    'header not JSON': verbatim('{"alg":"RS256",}'),
    'header with text after it': verbatim(`${JSON.stringify(header)} {}`),
  };
}

function wrongClaims(settings: WrongTokenSettings): Record<string, string> {
  const { provider, other_provider: other, tid, other_tid } = settings;
  const { rsa } = provider.keys;
  const now_s = Math.floor(Date.now() / 1000);
  const header = { alg: 'RS256', kid: rsa.kid };
  /** Properly signed by the provider; only the claims are wrong. */
  const sign = (claims: Json) => provider.sign({ tid, roles: ['service.admin'], ...claims });
  const verbatim = (payload: string) => forgeToken({ header, payload, key: rsa });
  const replaced = (name: string, text: string) => {
    const payload = { ...validClaims(settings), [name]: '<here>' };
    return verbatim(JSON.stringify(payload).replace('"<here>"', text));
  };

  return {
    'iss missing': sign({ iss: undefined }),
    'iss of a stranger': sign({ iss: 'https://login.example.com' }),
    'iss with a slash at its end': sign({ iss: `${provider.issuer}/` }),
    'iss in upper case': sign({ iss: provider.issuer.toUpperCase() }),
    'iss in an array': sign({ iss: [provider.issuer] }),
    'iss with a suffix': sign({ iss: `${provider.issuer}.example.com` }),
    'iss null': sign({ iss: null }),
    'aud missing': sign({ aud: undefined }),
    'aud of another service': sign({ aud: 'api://other' }),
    'aud an array without us': sign({ aud: ['api://other', `${AUDIENCE}/x`] }),
    'aud an empty array': sign({ aud: [] }),
    'aud in another case': sign({ aud: AUDIENCE.toUpperCase() }),
    'aud a list in one string': sign({ aud: `${AUDIENCE} api://other` }),
    'aud an object': sign({ aud: { [AUDIENCE]: true } }),
    'aud an array with a number in it': sign({ aud: [AUDIENCE, 1] }),
    'exp missing': sign({ exp: undefined }),
    'exp an hour ago': sign({ exp: now_s - 3600 }),
    'exp just beyond the tolerance': sign({ exp: now_s - 62 }),
    'exp a string': sign({ exp: String(now_s + 3600) }),
    'exp null': sign({ exp: null }),
    'exp infinite': replaced('exp', '1e999'),
    'exp in milliseconds': sign({ exp: (now_s + 3600) * 1000 }),
    'exp negative': sign({ exp: -1 }),
    'exp NaN': sign({ exp: 'NaN' }),
    'exp an array': sign({ exp: [now_s + 3600] }),
    'exp twice, the last one in the future': verbatim(
      JSON.stringify({ ...validClaims(settings), exp: 1 }).replace(/}$/, `,"exp":${now_s + 3600}}`),
    ),
    'nbf in five minutes': sign({ nbf: now_s + 300 }),
    'nbf a string': sign({ nbf: String(now_s) }),
    'nbf infinite': replaced('nbf', '1e999'),
    'nbf minus infinity': replaced('nbf', '-1e999'),
    'iat in five minutes': sign({ iat: now_s + 300 }),
    'iat a string': sign({ iat: String(now_s) }),
    'iat infinite': replaced('iat', '1e999'),
    'tid missing': sign({ tid: undefined }),
    'tid unknown': sign({ tid: 'nobody' }),
    'tid empty': sign({ tid: '' }),
    'tid a number': sign({ tid: 1 }),
    'tid null': sign({ tid: null }),
    'tid true': sign({ tid: true }),
    'tid in an array': sign({ tid: [tid] }),
    'tid in an object': sign({ tid: { tid } }),
    'tid in another case': sign({ tid: tid.toUpperCase() }),
    'tid with a space': sign({ tid: `${tid} ` }),
    'tid with NUL': sign({ tid: `${tid}\u0000` }),
    'tid with a line break': sign({ tid: `${tid}\n` }),
    'tid with a zero-width space': sign({ tid: `${tid}\u200b` }),
    'tid half a surrogate': replaced('tid', '"\\ud800"'),
    'tid too long': sign({ tid: 't'.repeat(201) }),
    'tid twice': verbatim(
      JSON.stringify(validClaims(settings)).replace('{', `{"tid":${JSON.stringify(other_tid)},`),
    ),
    'tid of a tenant of another issuer': sign({ tid: other_tid }),
    'tid and iss of another issuer, our key': sign({ tid: other_tid, iss: other.issuer }),
    'issued by another issuer for our tenant': other.sign({ tid }),
    'issued by another issuer in the name of ours': other.sign({ tid, iss: provider.issuer }),
    'roles a string': sign({ roles: 'service.admin' }),
    'roles an object': sign({ roles: { 'service.admin': true } }),
    'roles null': sign({ roles: null }),
    'roles with a number': sign({ roles: ['service.admin', 1] }),
    'roles nested': sign({ roles: [['service.admin']] }),
    'nobody: no oid, sub or e-mail': sign({ sub: undefined }),
    'sub empty': sign({ sub: '' }),
    'sub a number': sign({ sub: 1 }),
    'sub with NUL': sign({ sub: 'some\u0000one' }),
    'sub with an escape character': sign({ sub: 'some\u001bone' }),
    'sub with a bidirectional override': sign({ sub: 'some\u202eone' }),
    'sub too long': sign({ sub: 's'.repeat(256) }),
    'oid an object': sign({ oid: {} }),
    'oid with a line break': sign({ oid: 'o\r\n' }),
    'e-mail with NUL as the only name': sign({ sub: undefined, email: 'a\u0000@example.com' }),
    'e-mail not verified as the only name': sign({
      sub: undefined,
      email: 'a@example.com',
      email_verified: false,
    }),
    'ID token with nonce': sign({ nonce: 'n-0S6_WzA2Mj' }),
    'ID token with at_hash': sign({ at_hash: '77QmUPtjPfzWtF2AnpK9RQ' }),
    'ID token with c_hash': sign({ c_hash: 'LDktKdoQak3Pk0cnXxCltA' }),
    'ID token with s_hash': sign({ s_hash: 'LDktKdoQak3Pk0cnXxCltA' }),
    'ID token with token_use': sign({ token_use: 'id' }),
    'ID token with typ in the payload': sign({ typ: 'ID' }),
    'payload an array': verbatim('[]'),
    'payload a string': verbatim('"token"'),
    'payload not JSON': verbatim('{'),
    'payload empty': `${encode(header)}..${encode('signature')}`,
  };
}

function wrongShapes(settings: WrongTokenSettings): Record<string, string> {
  const { provider, tid } = settings;
  const good = provider.sign({ tid });
  const [head, body, signature] = good.split('.') as [string, string, string];
  const unsigned = `${encode({ alg: 'none' })}.${encode(validClaims(settings))}.`;
  const jwe = encode({ alg: 'RSA-OAEP', enc: 'A256GCM', kid: provider.keys.rsa.kid });
  const notUtf8 = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]).toString('base64url');
  const general = { payload: body, signatures: [{ protected: head, signature }] };

  return {
    'unsecured, empty signature': unsigned,
    'unsecured, signature kept': `${unsigned}${signature}`,
    'signature removed': `${head}.${body}.`,
    'one part': body,
    'two parts': `${head}.${body}`,
    'four parts': `${good}.${signature}`,
    'four parts, the last one empty': `${good}.`,
    'five parts (JWE)': `${jwe}.${encode('key')}.${encode('iv')}.${encode('text')}.${encode('tag')}`,
    'six parts': `${good}.${good}`,
    'only dots': '..',
    'a word': 'token',
    'base64 with padding': `${head}.${body}.${signature}==`,
    'base64 instead of base64url': `${Buffer.from('{"alg":"RS256","x":"~~~???"}').toString('base64')}.${body}.${signature}`,
    'base64 with a character outside the alphabet': `${head}.${body}.~${signature.slice(1)}`,
    'base64 of an impossible length': `${head}.${body}.${signature.slice(0, 341)}`,
    'unused bits of the last character set': `${head}.${body}.${otherSpelling(signature)}`,
    'header not UTF-8': `${notUtf8}.${body}.${signature}`,
    'payload not UTF-8': `${head}.${notUtf8}.${signature}`,
    'JWS in JSON': encode(general),
    'JWS in JSON, not encoded': JSON.stringify(general),
    'larger than 16 KiB, properly signed': provider.sign({ tid, padding: 'p'.repeat(16 * 1024) }),
    'a megabyte': 'a'.repeat(1024 * 1024),
  };
}

/** The same bytes, written with another last character: its low bits are not used. */
function otherSpelling(signature: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = alphabet.indexOf(signature.slice(-1));
  return `${signature.slice(0, -1)}${alphabet[last ^ 1]}`;
}

function wrongAuthorizations({ provider, tid }: WrongTokenSettings): WrongToken[] {
  const good = provider.sign({ tid });
  const headers: Record<string, string | undefined> = {
    'no header': undefined,
    'empty header': '',
    'a valid token without a scheme': good,
    'Bearer without a token': 'Bearer',
    'Bearer with a space only': 'Bearer ',
    'Basic with the token as password': `Basic ${Buffer.from(`user:${good}`).toString('base64')}`,
    'Basic with a valid token': `Basic ${good}`,
    'DPoP with a valid token': `DPoP ${good}`,
    'Token with a valid token': `Token ${good}`,
    'two valid tokens': `Bearer ${good} ${good}`,
    'two headers joined by a comma': `Bearer ${good}, Bearer ${good}`,
    'a tab instead of a space': `Bearer\t${good}`,
    'a colon after the scheme': `Bearer: ${good}`,
    'the token as a parameter': `Bearer token=${good}`,
    'the token in quotes': `Bearer "${good}"`,
    'the scheme twice': `Bearer Bearer ${good}`,
    'something before the scheme': `x Bearer ${good}`,
    'a line break after the token': `Bearer ${good}\n`,
  };
  return Object.entries(headers).map(([name, authorization]) => ({ name, authorization }));
}
