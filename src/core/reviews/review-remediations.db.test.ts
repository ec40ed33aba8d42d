import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import {
  AUDIENCE,
  type IdentityProvider,
  startIdentityProvider,
} from '../../../test/support/identity-provider.ts';
import { workOffRemediations } from '../../../test/support/remediation-worker.ts';
import { createReviewWorld, type ReviewWorld } from '../../../test/support/review-world.ts';
import { createTokenVerifier } from '../../gateway/tokens/token-verifier.ts';
import { findTenant } from '../../platform/tenants/tenants.sql.ts';

let provider: IdentityProvider;
let world: ReviewWorld;
let service: TestApp;
let wiki: string;

beforeAll(async () => {
  provider = await startIdentityProvider();
});
afterAll(() => provider.stop());
beforeEach(async () => {
  world = await createReviewWorld();
  await world.sweep();
  service = await createTestApp({
    test: world.test,
    authenticate: ({ db }) =>
      createTokenVerifier({
        issuer: provider.issuer,
        audience: AUDIENCE,
        jwks_uri: null,
        findTenant: (tid) => findTenant(db, tid),
      }),
  });
  await world.call({
    method: 'PUT',
    url: '/v1/policy',
    payload: { remediation: { mode: 'automatic', undo_window_minutes: 0 } },
  });
  wiki = (await world.call({ url: '/v1/reviews?principal_id=ann&asset_id=wiki' })).json().items[0].id;
});
afterEach(async () => {
  await service.app.close();
  await world.close();
});

const work = () => workOffRemediations(world.test, world.tenant);
const get = async (url: string) => (await world.call({ url })).json();
const protectAnn = () => world.test.admin("UPDATE principals SET protected = true WHERE id = 'ann'");
const REVOKE = { decision: 'REVOKE', justification: 'left the project' };

const PROTECTED = {
  guard: 'protected_principal',
  message: 'Ann is protected, such as a break-glass account.',
  remedy: 'Remove the access by hand, or lift the protection with an import and retry.',
};

describe('a review shows what came of each grant that was revoked', () => {
  test('blocked, with the guard and its sentence; in the list too', async () => {
    expect((await get(`/v1/reviews/${wiki}`)).removals).toEqual([]);
    await protectAnn();
    expect((await world.decide(wiki, REVOKE)).status).toBe(200);
    await work();
    const { removals } = await get(`/v1/reviews/${wiki}`);
    expect(removals).toMatchObject(
      ['g-ann-wiki', 'g-ann-wiki-team'].map((grant_id) => ({
        grant_id,
        status: 'blocked',
        verification: null,
        blocked_by: [PROTECTED],
      })),
    );
    const found = await get(`/v1/remediations/${removals[0].id}`);
    expect(found).toMatchObject({ review_id: wiki, grant_id: 'g-ann-wiki', status: 'blocked' });
    const list = await get('/v1/reviews?status=DECIDED');
    expect(list.items.map((item: { removals: unknown }) => item.removals)).toEqual([removals]);
    const open = await get('/v1/reviews?status=PENDING');
    expect(open.items.every((item: { removals: unknown[] }) => item.removals.length === 0)).toBe(true);
  });

  test('requested of a person, attested, verified: each as what it is', async () => {
    await world.decide(wiki, { grant_id: 'g-ann-wiki', decision: 'revoke', reason: 'unused' });
    await work();
    const removal = async () => (await get(`/v1/reviews/${wiki}`)).removals[0];
    expect(await removal()).toMatchObject({ status: 'requested', execution: 'person', verification: null });
    await world.call({
      method: 'POST',
      url: `/v1/remediations/${(await removal()).id}/attest`,
      payload: { attestation: 'Removed in the console.' },
    });
    expect(await removal()).toMatchObject({
      status: 'completed',
      verification: 'attested',
      verified_at: null,
    });
    await world.import([{ kind: 'grant', id: 'g-ann-wiki', removed: true }]);
    await world.drain();
    expect(await removal()).toMatchObject({ status: 'completed', verification: 'verified' });
    expect((await removal()).blocked_by).toEqual([]);
  });

  test('to those only who may see remediations', async () => {
    await protectAnn();
    await world.decide(wiki, REVOKE);
    await work();
    const seen = async (roles: string[]) => {
      const token = provider.sign({ tid: 'tenant-a', oid: randomUUID(), roles });
      const headers = { authorization: `Bearer ${token}` };
      const one = await service.call({ url: `/v1/reviews/${wiki}`, headers });
      const many = await service.call({ url: '/v1/reviews?status=DECIDED', headers });
      expect([one.statusCode, many.statusCode]).toEqual([200, 200]);
      return [one.json().removals?.length ?? null, many.json().items[0].removals?.length ?? null];
    };
    for (const role of ['service.reviewer', 'service.auditor', 'service.admin'])
      expect(await seen([role])).toEqual([2, 2]);
    expect(await seen([])).toEqual([null, null]);
    expect(await seen(['service.ingest'])).toEqual([null, null]);
  });
});

describe('the answer to a decision says which guards would refuse the remediation', () => {
  const post = async (path: string, payload: object) => {
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await world.call({ method: 'POST', url: `/v1/reviews/${wiki}/${path}`, headers, payload });
    return { status: answer.statusCode, body: answer.json() };
  };
  const FORMS: Record<string, [string, object, number]> = {
    'decide, all grants': ['decide', REVOKE, 2],
    'decide, one grant': ['decide', { grant_id: 'g-ann-wiki', decision: 'revoke', reason: 'unused' }, 1],
    bulk: [
      'decide/bulk',
      {
        decisions: [
          { grant_id: 'g-ann-wiki', decision: 'revoke', reason: 'unused' },
          { grant_id: 'g-ann-wiki-team', decision: 'revoke', reason: 'left the team' },
        ],
      },
      2,
    ],
    tutorial: ['decision', { decision: 'revoke', justification: 'unused' }, 2],
  };

  test.each(Object.entries(FORMS))('%s', async (_, [path, payload, count]) => {
    await protectAnn();
    const { status, body } = await post(path, payload);
    expect(status).toBe(200);
    expect(body.removals).toHaveLength(count);
    for (const { id, grant_id, refused_by } of body.removals) {
      expect(refused_by).toEqual([PROTECTED]);
      // The worker has not been asked yet; then it says the same.
      expect(await get(`/v1/remediations/${id}`)).toMatchObject({
        grant_id,
        status: 'pending',
        guards: null,
      });
    }
    await work();
    const { removals } = await get(`/v1/reviews/${wiki}`);
    expect(removals.map((each: { blocked_by: unknown }) => each.blocked_by)).toEqual(
      body.removals.map((each: { refused_by: unknown }) => each.refused_by),
    );
  });

  test('none where none does, and nothing of remediations where nothing is revoked', async () => {
    const revoked = await post('decide', { grant_id: 'g-ann-wiki', decision: 'revoke', reason: 'unused' });
    expect(revoked.body.removals).toMatchObject([
      { grant_id: 'g-ann-wiki', execution: 'person', refused_by: [] },
    ]);
    const kept = await post('decide', { decision: 'CONFIRM', justification: 'needed' });
    expect(kept.body).toMatchObject({ status: 'DECIDED', removals: [] });
  });

  test('of the whole organisation: the last administrator, other access in use, the breaker', async () => {
    await world.import([
      { kind: 'asset', id: 'vault', name: 'vault', type: 'table', platform: 'fabric', owner_id: 'olaf' },
      { kind: 'asset', id: 'desk', name: 'desk', type: 'table', platform: 'fabric', owner_id: 'olaf' },
      ...[
        { id: 'g-vault', asset_id: 'vault', permission: 'CAN_MANAGE' },
        { id: 'g-desk', asset_id: 'desk', permission: 'read', last_used_at: new Date().toISOString() },
      ].map((grant) => ({
        kind: 'grant',
        principal_id: 'ann',
        via_group_id: 'team',
        granted_at: '2024-01-01T00:00:00Z',
        ...grant,
      })),
    ]);
    await world.drain();
    await world.test.admin(
      `INSERT INTO remediation_breakers (tenant_id, id, scope, asset_id, tripped_at, reason)
       VALUES ($1, 'b', 'tenant', '', now(), 'Too many at once.')`,
      [world.tenant],
    );
    const asked = await world.call({
      method: 'POST',
      url: '/v1/reviews',
      payload: { principal_id: 'ann', asset_id: 'vault' },
    });
    wiki = asked.json().review_id;
    const { body } = await post('decide', REVOKE);
    const refused = body.removals[0].refused_by;
    expect(refused.map((each: { guard: string }) => each.guard)).toEqual([
      'last_admin',
      'other_access',
      'breaker',
    ]);
    expect(refused[1].message).toContain('read on desk');
    await work();
    expect((await get(`/v1/reviews/${wiki}`)).removals[0].blocked_by).toEqual(refused);
  });
});
