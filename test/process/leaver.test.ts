import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TARGET_PASSWORD, TARGETS, type TargetServer } from '../support/target-server.ts';
import { eventually, startLapse, temporaryDirectory } from './lapse-process.ts';

/**
 * The path of somebody who leaves: known from the identity provider, on a platform under another name, found by a rule, removed and
 * read back there, put back when that was a mistake, and recorded all the way.
 */

let shop: TargetServer;
beforeAll(async () => {
  shop = await (TARGETS[0] as (typeof TARGETS)[0]).start({
    shared_preload_libraries: 'pg_stat_statements',
  });
  await shop.query(`CREATE EXTENSION pg_stat_statements;
    CREATE ROLE lapse_reader LOGIN PASSWORD '${TARGET_PASSWORD}' IN ROLE pg_monitor;
    CREATE ROLE lapse_admin LOGIN SUPERUSER PASSWORD '${TARGET_PASSWORD}';
    CREATE ROLE dana LOGIN PASSWORD '${TARGET_PASSWORD}';
    CREATE ROLE sam LOGIN PASSWORD '${TARGET_PASSWORD}'`);
  await shop.query('CREATE DATABASE shop');
  await shop.query(
    'CREATE TABLE customers (id integer); GRANT SELECT ON customers TO dana, sam',
    undefined,
    'shop',
  );
  await shop.as('dana', 'SELECT count(*) FROM customers', 'shop');
});
afterAll(() => shop?.stop());

interface Page<T> {
  items: T[];
}
interface Remediation {
  id: string;
  review_id: string;
  status: string;
  verified_at: string | null;
  error: string | null;
}

const mayRead = (role: string): Promise<boolean> =>
  shop.as(role, 'SELECT count(*) FROM customers', 'shop').then(
    () => true,
    (error: { code?: string }) => {
      if (error.code !== '42501') throw error;
      return false;
    },
  );

test('whoever leaves loses access by a rule, on the platform itself, and nobody else does', async () => {
  const url = await startLapse({
    data_dir: await temporaryDirectory(),
    env: { CONNECTOR_HOSTS: '*', RATE_LIMIT_READS: 'off' },
  }).ready();
  const api = async <T>(method: string, path: string, body?: object, token?: string): Promise<T> => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(body && {
          'content-type': path.startsWith('/scim') ? 'application/scim+json' : 'application/json',
        }),
        ...(method === 'POST' && !token && { 'idempotency-key': randomUUID() }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? null : JSON.parse(text)) as T;
  };
  await api('PUT', '/v1/policy', { remediation: { min_grant_age_days: 0 } });

  // The people come from the identity provider.
  const { token } = await api<{ token: string }>('POST', '/v1/scim/tokens', { name: 'Entra ID' });
  const push = (displayName: string) =>
    api<{ id: string }>(
      'POST',
      '/scim/v2/Users',
      {
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        userName: `${displayName.toLowerCase().replace(' ', '.')}@shop.example`,
        externalId: randomUUID(),
        displayName,
        active: true,
      },
      token,
    );
  const [dana, , owner] = [await push('Dana Reed'), await push('Sam Hill'), await push('Olga Lind')];

  // On the platform she has another name, which an admin says is hers.
  const connector = await api<{ id: string }>('POST', '/v1/connectors', {
    platform: 'postgres',
    name: 'Shop',
    settings: {
      host: shop.host,
      port: shop.port,
      user: 'lapse_reader',
      password: TARGET_PASSWORD,
      remediation_user: 'lapse_admin',
      remediation_password: TARGET_PASSWORD,
      databases: ['shop'],
      tls: 'disable',
    },
  });
  await api('PATCH', `/v1/connectors/${connector.id}`, { mode: 'automatic' });
  type Grant = {
    id: string;
    principal_id: string;
    principal_name: string;
    asset_name: string;
    status: string;
  };
  const held = async (name: string) =>
    (await api<Page<Grant>>('GET', `/v1/grants?connector_id=${connector.id}&limit=100`)).items.find(
      (grant) => grant.asset_name === 'shop.public.customers' && grant.principal_name === name,
    );
  await eventually(async () => (await held('dana')) !== undefined);
  const account = ((await held('dana')) as Grant).principal_id;
  await api('POST', `/v1/principals/${dana.id}/accounts`, { account_id: account });
  await eventually(async () => (await held('Dana Reed'))?.principal_id === dana.id);

  // She leaves. What the rule is going to do is looked at before it is switched on.
  await api(
    'PATCH',
    `/scim/v2/Users/${dana.id}`,
    {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'active', value: false }],
    },
    token,
  );
  const rule = await api<{ id: string }>('POST', '/v1/rules', {
    name: 'Leavers',
    kind: 'leaver',
    days: 0,
    cap_per_day: 10,
    owner_id: owner.id,
    expires_at: new Date(Date.now() + 90 * 86_400_000).toISOString(),
  });
  const preview = await api<{ seen: { count: number } }>('POST', `/v1/rules/${rule.id}/preview`);
  expect(preview.seen.count).toBeGreaterThan(0);
  expect(await mayRead('dana')).toBe(true);
  await api('POST', `/v1/rules/${rule.id}/switch-on`, { seen: preview.seen });

  const grant = (await held('Dana Reed')) as Grant;
  const removal = async () =>
    (await api<Page<Remediation>>('GET', `/v1/remediations?grant_id=${grant.id}`)).items.at(-1);
  await eventually(async () => (await removal())?.status === 'completed');
  const removed = (await removal()) as Remediation;
  expect(removed).toMatchObject({ error: null, verified_at: expect.any(String) });
  expect([await mayRead('dana'), await mayRead('sam')]).toEqual([false, true]);

  // Who decided, and why, is on record; nobody was asked.
  const by = 'the rule "Leavers" of';
  const { items } = await api<Page<{ decided_by: string; decision: string; reason: string }>>(
    'GET',
    `/v1/decisions?review_id=${removed.review_id}`,
  );
  expect(items).toEqual([
    expect.objectContaining({ decision: 'REVOKE', decided_by: expect.stringContaining(by) }),
  ]);
  const { items: entries } = await api<Page<{ event_type: string; actor: string }>>(
    'GET',
    `/v1/audit?review_id=${removed.review_id}&limit=100`,
  );
  expect(entries).toContainEqual(
    expect.objectContaining({ event_type: 'review.decided', actor: expect.stringContaining(by) }),
  );
  expect(entries.map(({ event_type }) => event_type)).toContain('remediation.executed');

  // She is back after all: her access is put back, and the rule does not take it again.
  await api('POST', `/v1/remediations/${removed.id}/revert`);
  await eventually(async () => (await removal())?.status === 'reverted');
  expect(await mayRead('dana')).toBe(true);
  const again = await api<{ seen: { count: number } }>('POST', `/v1/rules/${rule.id}/preview`);
  expect(again.seen.count).toBe(0);
}, 300_000);
