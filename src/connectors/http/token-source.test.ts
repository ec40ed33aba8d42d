import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { jwtVerify } from 'jose';
import { afterEach, expect, test } from 'vitest';
import { expectError } from '../../../test/support/connector-world.ts';
import { clientCertificate } from '../../../test/support/receiver-tls.ts';
import {
  type ScriptedAnswer,
  type ScriptedServer,
  type SeenRequest,
  startScriptedServer,
} from '../../../test/support/scripted-server.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';
import { type ClientCredentials, createTokenSource, type TokenSource } from './token-source.ts';

let server: ScriptedServer;
let clients: HttpClient[] = [];
let now = new Date('2026-03-01T12:00:00Z');
const { signal } = new AbortController();
const WITH_SECRET: ClientCredentials = { client_id: 'app', secret: 's3cret&=', certificate: null };

async function source(
  answer: (request: SeenRequest, index: number) => ScriptedAnswer,
  credentials = WITH_SECRET,
): Promise<{ tokens: TokenSource; http: HttpClient }> {
  server = await startScriptedServer(answer);
  const common = { base_url: server.url, secrets: ['s3cret&='], now: () => now, sleep: async () => {} };
  const login = createHttpClient({ ...common, name: 'The sign-in' });
  const tokens = createTokenSource({
    http: login,
    path: '/tenant/oauth2/v2.0/token',
    audience: 'https://login.example.com/tenant/oauth2/v2.0/token',
    scope: 'https://api.example.com/.default',
    credentials,
    now: () => now,
  });
  const http = createHttpClient({ ...common, name: 'The platform', tokens });
  clients = [login, http];
  return { tokens, http };
}

afterEach(async () => {
  for (const client of clients) await client.close();
  await server.close();
  now = new Date('2026-03-01T12:00:00Z');
});

const isToken = ({ path }: SeenRequest): boolean => path.endsWith('/token');
const numbered = (_: SeenRequest, index: number): ScriptedAnswer => ({
  json: { access_token: `token-${index}`, expires_in: '3600' },
});

test('one request serves all who ask, until shortly before the token ends', async () => {
  const { tokens } = await source(numbered);
  const got = await Promise.all(Array.from({ length: 5 }, () => tokens.get(signal)));
  expect(new Set(got)).toEqual(new Set(['token-0']));
  now = new Date('2026-03-01T12:54:59Z');
  expect(await tokens.get(signal)).toBe('token-0');
  now = new Date('2026-03-01T12:55:00Z');
  expect(await tokens.get(signal)).toBe('token-1');
  expect(Object.fromEntries(new URLSearchParams(server.seen[0]?.body))).toEqual({
    grant_type: 'client_credentials',
    client_id: 'app',
    client_secret: 's3cret&=',
    scope: 'https://api.example.com/.default',
  });
});

test('who leaves takes nobody along', async () => {
  const { tokens } = await source(numbered);
  const controller = new AbortController();
  const left = tokens.get(controller.signal);
  const stays = tokens.get(signal);
  controller.abort();
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
  expect(await stays).toBe('token-0');
});

test('a token that is refused is replaced once, then the refusal stands', async () => {
  const { http } = await source((request, index) => {
    if (isToken(request)) return numbered(request, index);
    return request.headers.authorization === 'Bearer token-0' ? { status: 401 } : { json: { ok: true } };
  });
  expect((await http.send({ path: '/x', signal })).body).toEqual({ ok: true });
  expect(server.seen.filter(isToken)).toHaveLength(2);
});

test('two refusals are a failure to authenticate, and tell no token', async () => {
  const { http } = await source((request, index) =>
    isToken(request)
      ? numbered(request, index)
      : {
          status: 401,
          json: { error: { code: 'InvalidAuthenticationToken', message: request.headers.authorization } },
        },
  );
  const error = await expectError(
    http.send({ method: 'DELETE', path: '/x', signal }),
    'authentication',
    'none',
  );
  expect(error.message).toContain('InvalidAuthenticationToken');
  expect(error.message).not.toContain('token-');
  expect(server.seen.filter((request) => !isToken(request))).toHaveLength(2);
});

test.each([
  [401, 'invalid_client', 'authentication'],
  [400, 'unauthorized_client', 'authentication'],
  [400, 'invalid_scope', 'invalid_settings'],
  [503, 'temporarily_unavailable', 'unavailable'],
] as const)('%s %s is %s', async (status, error, code) => {
  const { tokens } = await source(() => ({
    status,
    json: { error, error_description: 'AADSTS1: you sent s3cret&=' },
  }));
  const failure = await expectError(tokens.get(signal), code);
  expect(failure.message).toContain('AADSTS1');
  expect(failure.message).not.toContain('s3cret');
  // The next one asks again.
  await expectError(tokens.get(signal), code);
});

test('an answer without a token is no token', async () => {
  const { tokens } = await source(() => ({ json: { token_type: 'Bearer' } }));
  await expectError(tokens.get(signal), 'protocol');
});

test('a certificate proves who we are by a signature', async () => {
  const { tokens } = await source(numbered, {
    client_id: 'app',
    secret: null,
    certificate: clientCertificate,
  });
  await tokens.get(signal);
  const sent = new URLSearchParams(server.seen[0]?.body);
  expect(sent.get('client_secret')).toBeNull();
  expect(sent.get('client_assertion_type')).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
  const { publicKey, fingerprint256 } = new X509Certificate(clientCertificate.certificate);
  const { payload, protectedHeader } = await jwtVerify(sent.get('client_assertion') as string, publicKey, {
    currentDate: now,
    audience: 'https://login.example.com/tenant/oauth2/v2.0/token',
    issuer: 'app',
    subject: 'app',
  });
  const thumbprint = Buffer.from(fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');
  expect(protectedHeader).toEqual({ alg: 'PS256', typ: 'JWT', 'x5t#S256': thumbprint });
  expect(payload.exp).toBe(now.getTime() / 1000 + 600);
  expect(payload.jti).toMatch(/^[0-9a-f-]{36}$/);
});

test('a certificate that went through a form of one line is still one', async () => {
  const oneLine = (pem: string): string => pem.replaceAll('\n', ' ');
  const { tokens } = await source(numbered, {
    client_id: 'app',
    secret: null,
    certificate: {
      certificate: oneLine(clientCertificate.certificate),
      private_key: oneLine(clientCertificate.private_key),
    },
  });
  expect(await tokens.get(signal)).toBe('token-0');
});

test('a key of another certificate is a fault of the settings, and is not quoted', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  for (const key of [private_key, 'not a key']) {
    const certificate = { ...clientCertificate, private_key: key };
    const { tokens } = await source(numbered, { client_id: 'app', secret: null, certificate });
    const error = await expectError(tokens.get(signal), 'invalid_settings');
    expect(error.message).not.toContain(key.slice(0, 9));
    await server.close();
  }
});

test('a secret in the header is not in the form, and its colons and blanks survive', async () => {
  const { tokens } = await source(numbered, {
    client_id: 'app:1',
    secret: 's3 cret:é',
    certificate: null,
    is_basic: true,
  });
  await tokens.get(signal);
  const [asked] = server.seen;
  const basic = Buffer.from(asked?.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString();
  expect(basic).toBe('app%3A1:s3+cret%3A%C3%A9');
  expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
    grant_type: 'client_credentials',
    scope: 'https://api.example.com/.default',
  });
});
