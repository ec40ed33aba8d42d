import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import {
  AUDIENCE,
  type IdentityProvider,
  startIdentityProvider,
} from '../../../test/support/identity-provider.ts';
import { makeServerSafe } from '../../../test/support/safe-server.ts';
import { sequenceEntries } from '../../audit/log/sequence-entries.ts';
import { addConnector } from '../../connectors/manage-connector.ts';
import { connectorSetup } from '../../connectors/open-connectors.ts';
import type { ConnectionSettings } from '../../platform/database/database.ts';
import { listTenants } from '../../platform/tenants/tenants.sql.ts';
import { clockFinding } from './database.ts';
import { examine } from './examine.ts';
import type { Finding } from './finding.ts';
import { examineDisk, examineNode } from './machine.ts';
import { examineSecrets } from './secrets.ts';

const KEY = Buffer.alloc(32, 7);
const CONNECTOR_PASSWORD = 'a-password-of-a-connector';
let store: TestDatabase;
/** Of this file alone: others use the test server's roles at the same time. */
let application: ConnectionSettings;
let provider: IdentityProvider;
let undoSafety: () => Promise<void>;

beforeAll(async () => {
  store = await createTestDatabase();
  undoSafety = await makeServerSafe(store.admin);
  application = { ...store.application, user: `${store.name}_role`, password: 'password-of-a-role' };
  await store.admin(
    `CREATE ROLE ${application.user} LOGIN PASSWORD '${application.password}' IN ROLE ${store.application.user}`,
  );
  provider = await startIdentityProvider();
  const { db, tenants } = store;
  await db.transaction(tenants.a, (tx) => sequenceEntries(tx, { secrets_key: KEY, now: Date.now }));
});
afterAll(async () => {
  await provider.stop();
  await store.admin(`DROP ROLE ${application.user}`);
  await undoSafety();
  await store.drop();
});

function addressOf({ host = '', port = 5432, user = '', password = '', database = '' }: ConnectionSettings) {
  const url = new URL(`postgres://localhost/${database}`);
  Object.assign(url, { username: user, password });
  if (host.startsWith('/')) url.searchParams.set('host', host);
  else Object.assign(url, { hostname: host, port: String(port) });
  return url.href;
}

async function report(extra: Record<string, string | undefined> = {}): Promise<Finding[]> {
  const env = {
    DATABASE_URL: addressOf(application),
    SECRETS_KEY: KEY.toString('base64'),
    OIDC_ISSUER: provider.issuer,
    OIDC_AUDIENCE: AUDIENCE,
    CONNECTOR_HOSTS: '*',
    PORT: '0',
    ...extra,
  };
  const findings = await examine('serve', env, () => {
    throw new Error('not needed');
  });
  const said = JSON.stringify(findings);
  for (const secret of [env.SECRETS_KEY, application.password, CONNECTOR_PASSWORD]) {
    if (secret) expect(said).not.toContain(secret);
  }
  return findings;
}

const faults = (findings: Finding[]): string[] =>
  findings
    .filter(({ level, check }) => level !== 'ok' && check !== 'node')
    .map(({ level, check, message, fix }) => `${level} ${check}: ${message} -> ${fix}`);

/** What is wrong, while it is wrong. */
async function faultsWhile(breaking: string, fixing: string, extra?: Record<string, string>) {
  await store.admin(breaking);
  try {
    return faults(await report(extra));
  } finally {
    await store.admin(fixing);
  }
}

describe('the doctor', () => {
  test('finds nothing wrong where nothing is, and says what it looked at', async () => {
    const findings = await report();
    expect(faults(findings)).toEqual([]);
    expect(new Set(findings.map(({ check }) => check))).toEqual(
      new Set([
        ...[
          'node',
          'configuration',
          'database',
          'settings',
          'connections',
          'migrations',
          'privileges',
          'clock',
        ],
        ...['secrets', 'identity provider', 'identity provider clock', 'connector', 'port'],
      ]),
    );
  });

  test('names every wrong setting, and still looks at what is left', async () => {
    const findings = await report({ PORT: 'eighty', OIDC_AUDIENCE: undefined, SECRETS_KEY: 'too short' });
    expect(faults(findings)).toEqual([
      expect.stringMatching(/^problem configuration: PORT: is "eighty"\. -> Expected a whole number/),
      expect.stringMatching(/^problem configuration: OIDC_AUDIENCE: is missing\. -> Expected the `aud`/),
      expect.stringMatching(/^problem configuration: SECRETS_KEY: has \d+ bytes\. -> Expected 32 bytes/),
    ]);
  });

  test('says that a database cannot be reached, without its password', async () => {
    const address = 'postgres://lapse_app:very-secret-word@127.0.0.1:1/lapse';
    const findings = await report({ DATABASE_URL: address });
    expect(faults(findings)).toEqual([
      expect.stringMatching(
        /^problem database: The database of DATABASE_URL \(127\.0\.0\.1:1\/lapse\) cannot be used: .*ECONNREFUSED/,
      ),
    ]);
    expect(JSON.stringify(findings)).not.toContain('very-secret-word');
  });

  test('sees settings of the server and the role that are unsafe or in the way', async () => {
    const role = application.user as string;
    const set = (...settings: string[]) => settings.map((each) => `ALTER ROLE ${role} ${each};`).join(' ');
    const found = await faultsWhile(
      set('SET synchronous_commit = off', "SET statement_timeout = '5s'", 'CONNECTION LIMIT 12') +
        set('SET default_transaction_isolation = serializable', 'BYPASSRLS'),
      set('RESET synchronous_commit', 'RESET statement_timeout', 'CONNECTION LIMIT -1') +
        set('RESET default_transaction_isolation', 'NOBYPASSRLS'),
    );
    expect(found).toEqual([
      expect.stringMatching(/^problem database: Synchronous_commit is off.* -> Run ALTER ROLE/),
      expect.stringMatching(
        /^problem database: Role .* ignores row security\. -> Run ALTER ROLE .* NOBYPASSRLS/,
      ),
      expect.stringMatching(/^warning database: Transactions are serializable/),
      expect.stringMatching(/^warning database: statement_timeout is 5s/),
      expect.stringMatching(/^warning connections: .* 12 are allowed, .* -> Raise max_connections/),
    ]);
    const readOnly = await faultsWhile(
      set('SET default_transaction_read_only = on'),
      set('RESET default_transaction_read_only'),
    );
    expect(readOnly).toEqual([expect.stringMatching(/^problem database: The server takes no writes/)]);
  });

  test('sees a schema that is behind or ahead, and privileges that are missing', async () => {
    const row = (await store.admin('SELECT name FROM schema_migrations ORDER BY name DESC LIMIT 1'))[0]?.name;
    const behind = await faultsWhile(
      `UPDATE schema_migrations SET name = '0000_another' WHERE name = '${row}'`,
      `UPDATE schema_migrations SET name = '${row}' WHERE name = '0000_another'`,
    );
    expect(behind).toEqual([
      expect.stringMatching(/^problem migrations: .*newer Lapse.* -> Start that version/),
    ]);
    const role = store.application.user as string;
    const unable = await faultsWhile(
      `REVOKE INSERT ON inbox FROM ${role}`,
      `GRANT INSERT ON inbox TO ${role}`,
    );
    expect(unable).toEqual([
      expect.stringMatching(
        /^problem privileges: The role lacks 1 privilege: INSERT on inbox\. -> Run "lapse migrate"/,
      ),
    ]);
  });

  test('tries the key on what is stored', async () => {
    const found = faults(await report({ SECRETS_KEY: Buffer.alloc(32, 8).toString('base64') }));
    expect(found).toEqual([
      expect.stringMatching(
        /^problem secrets: SECRETS_KEY does not open the signing keys of 1 of 1 audit logs\. -> Set the key/,
      ),
    ]);
  });

  test('has nothing to say against any key where nothing is sealed', async () => {
    const { a, b } = store.tenants;
    const all = (await listTenants(store.db)).filter(({ tenant_id }) => [a, b].includes(tenant_id));
    const sealed = all.filter(({ tenant_id }) => tenant_id === a);
    const empty = all.filter(({ tenant_id }) => tenant_id === b);
    const other = Buffer.alloc(32, 8);
    expect((await examineSecrets(store.db, empty, other)).message).toMatch(/^Nothing is sealed/);
    expect((await examineSecrets(store.db, sealed, KEY)).level).toBe('ok');
    for (const key of [other, null])
      expect((await examineSecrets(store.db, all, key)).message).toMatch(/of 1 of 1 audit logs/);
  });

  test('asks the identity provider for its description, its keys and its time', async () => {
    expect(faults(await report({ OIDC_ISSUER: `${provider.issuer}/other` }))).toEqual([
      expect.stringMatching(/^problem identity provider: .*\/other does not describe itself/),
    ]);
    provider.answerWith((_request, response) => response.end('{"keys":[]}'));
    const jwks = { OIDC_JWKS_URI: provider.jwks_uri };
    expect(faults(await report(jwks))).toEqual([
      expect.stringMatching(/^problem identity provider: .* publishes no keys/),
    ]);
    provider.answerWith((_request, response) => {
      response.setHeader('date', new Date(Date.now() - 600_000).toUTCString());
      response.end('{"keys":[{}]}');
    });
    expect(faults(await report(jwks))).toEqual([
      expect.stringMatching(
        /^problem identity provider clock: .* (599|600|601) s behind this machine's\. -> .*NTP/,
      ),
    ]);
    provider.answerWith(null);
  });

  test('says whether people can sign in with a browser', async () => {
    const client = { OIDC_CLIENT_ID: 'lapse', PUBLIC_URL: 'https://lapse.example' };
    expect(await report(client)).toContainEqual(
      expect.objectContaining({
        level: 'ok',
        check: 'sign-in',
        message: expect.stringContaining('as client lapse'),
      }),
    );
    expect(faults(await report({ OIDC_CLIENT_ID: 'lapse', OIDC_SCOPE: 'profile' }))).toEqual([
      expect.stringMatching(
        /^problem configuration: PUBLIC_URL: is missing\. -> Expected the address that browsers/,
      ),
      expect.stringMatching(/^problem configuration: OIDC_SCOPE: is "profile"\. -> .*openid among them/),
    ]);
    provider.answerWith((_request, response) =>
      response.end('{"keys":[{}],"authorization_endpoint":"http://login.example.com"}'),
    );
    expect(faults(await report({ ...client, OIDC_JWKS_URI: provider.jwks_uri }))).toEqual([
      expect.stringMatching(/^problem sign-in: .* has no authorization_endpoint with an https address/),
    ]);
    provider.answerWith(null);
  });

  test('tries every connector', async () => {
    const settings = {
      host: '127.0.0.1',
      port: 1,
      database: 'gone',
      user: 'reader',
      password: CONNECTOR_PASSWORD,
    };
    const setup = connectorSetup(KEY, { hosts: null, log_dir: '', baton_dir: null });
    await store.db.transaction(store.tenants.a, (tx) =>
      addConnector(
        tx,
        setup,
        { platform: 'postgres', name: 'A warehouse', settings },
        { actor: 'test', now: Date.now() },
      ),
    );
    expect(faults(await report())).toEqual([
      expect.stringMatching(
        /^problem connector: postgres "A warehouse" of tenant-a: .* -> Fix the platform or PATCH/,
      ),
    ]);
    expect(faults(await report({ CONNECTOR_HOSTS: 'db.example.com' }))).toEqual([
      expect.stringMatching(/^problem connector: .*no longer valid: host/),
    ]);
    await store.admin('DELETE FROM connectors');
  });

  test('says which programs tenants can run', async () => {
    const BATON_DIR = await mkdtemp(path.join(tmpdir(), 'lapse-programs-'));
    const about = async () => (await report({ BATON_DIR })).filter(({ check }) => check === 'baton');
    expect(faults(await about())).toEqual([
      expect.stringMatching(/^warning baton: BATON_DIR offers no program/),
    ]);
    await writeFile(path.join(BATON_DIR, 'baton-things'), '#!/bin/sh\n', { mode: 0o755 });
    expect(await about()).toMatchObject([{ level: 'ok', message: 'BATON_DIR offers baton-things.' }]);
    await chmod(BATON_DIR, 0o777);
    expect(faults(await about())).toEqual([expect.stringContaining(`chmod o-w ${BATON_DIR}`)]);
    await rm(BATON_DIR, { recursive: true });
    expect(faults(await report({ BATON_DIR })).join()).toContain('BATON_DIR');
  });

  test('knows a port that is taken from one where Lapse is', async () => {
    const answers = { status: 'ok', version: '9.9.9' };
    const server = createServer((_request, response) => response.end(JSON.stringify(answers)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const PORT = String((server.address() as AddressInfo).port);
    const own = await report({ PORT });
    expect(own.at(-1)?.message).toBe(`Lapse 9.9.9 is running on port ${PORT} of 127.0.0.1.`);
    Object.assign(answers, { version: 9 });
    expect(faults(await report({ PORT }))).toEqual([
      expect.stringMatching(
        /^problem port: Port \d+ of 127\.0\.0\.1 is taken by another program\. -> Stop that, or choose/,
      ),
    ]);
    server.close();
  });
});

test('clocks that agree within what the answer took are not called wrong', () => {
  expect(clockFinding('clock', 'x', 900, 0).level).toBe('ok');
  expect(clockFinding('clock', 'x', -5_000, 4_500).level).toBe('ok');
  expect(clockFinding('clock', 'x', -5_000, 100)).toMatchObject({
    level: 'warning',
    message: "The clock of x is 4.9 s behind this machine's.",
  });
  expect(clockFinding('clock', 'x', 60_000, 0).level).toBe('problem');
});

test('Node without security fixes is a warning from the day after its end', () => {
  expect(examineNode(new Date('2026-04-30T12:00:00Z'), '20.19.1').level).toBe('ok');
  expect(examineNode(new Date('2026-05-01T12:00:00Z'), '20.19.1').level).toBe('warning');
  expect(examineNode(new Date('2026-05-01T12:00:00Z'), '24.1.0').level).toBe('ok');
});

test('room is found for a directory that does not exist yet', async () => {
  expect((await examineDisk('/no/such/place')).message).toMatch(
    /iB of .*iB are free where \/no\/such\/place is/,
  );
});
