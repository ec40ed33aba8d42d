import { AUDIENCE, type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { makeTokenKeys } from '../support/token-keys.ts';
import { assetId, principalId, TENANTS, type Tenant } from './uses.ts';

/** Organisations with a real identity provider, and somebody in each who may do everything. */
export interface Tenants {
  provider: IdentityProvider;
  tokens: Record<Tenant, string>;
  /** Of more tenants, all with the same as b. */
  others: string[];
  /** What Lapse has to be told to let them in; no limit is on. */
  env: Record<string, string>;
  /** People, assets and grants of all. */
  fill(address: string, grants?: { days_old: number; assets?: number }): Promise<void>;
}

/** Making keys takes longer than most tests. */
const KEYS = makeTokenKeys();
const UNLIMITED = Object.fromEntries(
  ['READS', 'WRITES', 'REPORTS', 'BULK', 'SIGN_IN'].map((category) => [`RATE_LIMIT_${category}`, 'off']),
);

export async function startTenants(more = 0): Promise<Tenants> {
  const provider = await startIdentityProvider(KEYS);
  const tokens = { a: tokenOf(provider, 'a'), b: tokenOf(provider, 'b') };
  const names = Array.from({ length: more }, (_, index) => `b${index}`);
  const others = names.map((name) => tokenOf(provider, name));
  return {
    provider,
    tokens,
    others,
    env: {
      OIDC_ISSUER: provider.issuer,
      OIDC_AUDIENCE: AUDIENCE,
      TENANTS: [...TENANTS, ...names].map((tenant) => `tenant-${tenant}`).join(','),
      ...UNLIMITED,
    },
    async fill(address, grants = { days_old: 3 }) {
      for (const tenant of TENANTS) {
        await importInto(address, tokens[tenant], directory(tenant, grants));
        await letAnyReviewerDecide(address, tokens[tenant]);
      }
      for (const token of others) await importInto(address, token, directory('b', grants));
    },
  };
}

const tokenOf = (provider: IdentityProvider, tenant: string): string =>
  provider.sign({
    tid: `tenant-${tenant}`,
    sub: `caller-${tenant}`,
    roles: ['service.admin', 'service.reviewer', 'service.ingest', 'service.auditor'],
    exp: Math.floor(Date.now() / 1000) + 365 * 86_400,
  });

/** The caller of these tests is nobody of the directory, so no review is ever assigned to it. */
async function letAnyReviewerDecide(address: string, token: string): Promise<void> {
  const answer = await fetch(`${address}/v1/policy`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ review: { deciders: 'any_reviewer', weekly_budget: null } }),
  });
  if (!answer.ok) throw new Error(`policy: ${answer.status} ${await answer.text()}`);
}

function directory(
  tenant: Tenant,
  { days_old, assets = 5 }: { days_old: number; assets?: number },
): object[] {
  const people = Array.from({ length: 5 }, (_, index) => ({
    kind: 'principal',
    id: principalId(tenant, index),
    display_name: principalId(tenant, index),
    type: 'user',
    email: `${principalId(tenant, index)}@x.example`,
  }));
  const things = Array.from({ length: assets }, (_, index) => ({
    kind: 'asset',
    id: assetId(tenant, index),
    name: assetId(tenant, index),
    type: 'table',
    platform: 'fabric',
    classification: 'internal',
    owner_id: principalId(tenant, 0),
  }));
  const granted_at = new Date(Date.now() - days_old * 86_400_000).toISOString();
  const grants = people.flatMap(({ id: principal_id }) =>
    things.map(({ id: asset_id }) => ({
      kind: 'grant',
      id: `${principal_id}-${asset_id}`,
      principal_id,
      asset_id,
      permission: 'read',
      granted_at,
    })),
  );
  return [...people, ...things, ...grants];
}

async function importInto(address: string, token: string, lines: object[]): Promise<void> {
  const response = await fetch(`${address}/v1/directory/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', authorization: `Bearer ${token}` },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  if (!response.ok) throw new Error(`the import failed: ${response.status} ${await response.text()}`);
}
