import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../../test/support/app.ts';
import {
  AUDIENCE,
  type IdentityProvider,
  startIdentityProvider,
} from '../../../../test/support/identity-provider.ts';
import { createReviewWorld, type ReviewWorld } from '../../../../test/support/review-world.ts';
import type { Role } from '../../../gateway/roles.rules.ts';
import { createTokenVerifier } from '../../../gateway/tokens/token-verifier.ts';
import { DAY_MS } from '../../../platform/iso-instant.ts';
import { findTenant } from '../../../platform/tenants/tenants.sql.ts';

let provider: IdentityProvider;
let world: ReviewWorld;
let service: TestApp;
/** Ann's access to the wiki, assigned to olaf, whom mia manages. */
let wiki: string;

beforeAll(async () => {
  provider = await startIdentityProvider();
});
afterAll(() => provider.stop());
beforeEach(async () => {
  world = await createReviewWorld();
  await world.import([
    { kind: 'identity', principal_id: 'olaf', provider: 'azure_ad', external_id: 'oid-of-olaf' },
    { kind: 'identity', principal_id: 'ann', provider: 'okta', external_id: 'Ann.Admin@X.example' },
    { kind: 'principal', id: 'ann-2', display_name: 'Ann (admin)', type: 'user', email: 'Ann@x.example' },
    { kind: 'principal', id: 'sam', display_name: 'Sam', type: 'user', email: 'sam@x.example' },
    { kind: 'principal', id: 'nomail', display_name: 'System', type: 'user' },
    { kind: 'identity', principal_id: 'nomail', provider: 'azure_ad', external_id: 'oid-of-nomail' },
  ]);
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
  wiki = (await world.call({ url: '/v1/reviews?principal_id=ann&asset_id=wiki' })).json().items[0].id;
});
afterEach(async () => {
  await service.app.close();
  await world.close();
});

type Claims = Record<string, unknown>;
const REVIEWER: Role[] = ['service.reviewer'];

async function as(claims: Claims, method: string, url: string, payload?: object) {
  const token = provider.sign({ tid: 'tenant-a', roles: REVIEWER, ...claims });
  const answer = await service.call({
    method: method as 'POST',
    url,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** Every form of a decision about ann's access. */
const FORMS: Record<string, (reason?: string) => [string, object]> = {
  decide: (reason) => ['decide', { decision: 'CONFIRM', justification: reason }],
  'decide, escalating': (reason) => [
    'decide',
    { decision: 'ESCALATE', justification: reason, escalate_to_id: 'cid' },
  ],
  'decide about a grant': (reason) => ['decide', { grant_id: 'g-ann-wiki', decision: 'approve', reason }],
  'decide in bulk': (reason) => [
    'decide/bulk',
    { decisions: [{ grant_id: 'g-ann-wiki', decision: 'approve', reason }] },
  ],
  'the tutorial': (reason) => ['decision', { decision: 'approve', justification: reason }],
};
const decide = (claims: Claims, form = 'decide', reason = 'Needed for the audit.') => {
  const [path, body] = (FORMS[form] as (typeof FORMS)[string])(reason);
  return as(claims, 'POST', `/v1/reviews/${wiki}/${path}`, body);
};
const setPolicy = async (review: object) => {
  const answer = await world.call({ method: 'PUT', url: '/v1/policy', payload: { review } });
  expect(answer.statusCode).toBe(200);
};
const OLAF = { oid: 'oid-of-olaf' };
const MIA = { oid: 'x-mia', email: 'mia@x.example' };
const SAM = { oid: 'x-sam', email: 'sam@x.example' };

describe('the person under review', () => {
  const ANNS: Claims[] = [
    { oid: 'oid-of-ann' },
    { oid: 'OID-OF-ANN' },
    { oid: 'unknown', sub: 'oid-of-ann' },
    { oid: 'unknown', sub: 'x', upn: 'ANN@x.example' },
    { oid: 'unknown', email: 'Ann@X.example' },
    { oid: 'unknown', email: 'ann@x.example', email_verified: false },
    { oid: 'unknown', preferred_username: 'ann@x.example' },
    { oid: 'unknown', preferred_username: 'ann.admin@x.example' },
    { oid: 'ann' },
    // The other account of the same person.
    { oid: 'ann-2' },
  ];
  test.each(Object.keys(FORMS))('is refused under every name: %s', async (form) => {
    await setPolicy({ deciders: 'any_reviewer' });
    for (const claims of ANNS) {
      expect([claims, await decide(claims, form)]).toEqual([
        claims,
        { status: 403, body: { detail: 'Nobody may decide about their own access.' } },
      ]);
    }
    expect((await decide(SAM, form)).status).toBe(200);
  });

  test('is not asked under another name either', async () => {
    const admin = { oid: 'x', roles: ['service.admin'] };
    for (const to of ['ann', 'ann-2']) {
      const reassigned = await as(admin, 'POST', `/v1/reviews/${wiki}/reassign`, { assigned_to_id: to });
      expect([to, reassigned.status]).toEqual([to, 400]);
      const escalated = await as(OLAF, 'POST', `/v1/reviews/${wiki}/decide`, {
        decision: 'ESCALATE',
        justification: 'Not mine.',
        escalate_to_id: to,
      });
      expect([to, escalated.status]).toEqual([to, 400]);
    }
    await world.import([
      { kind: 'asset', id: 'safe', name: 'safe', type: 'table', platform: 'fabric', owner_id: 'ann-2' },
      { kind: 'grant', id: 'g-ann-safe', principal_id: 'ann', asset_id: 'safe', permission: 'read' },
    ]);
    const asked = await world.call({
      method: 'POST',
      url: '/v1/reviews',
      payload: { principal_id: 'ann', asset_id: 'safe', reason: 'manual_trigger' },
    });
    expect([asked.statusCode, asked.json().assigned_to_id]).toEqual([201, 'mia']);
  });
});

describe('members of a group under review', () => {
  /** ann is in the team, the team is in the department; dan has two accounts, of which one is in the department. */
  let department: string;
  beforeEach(async () => {
    await world.import([
      { kind: 'principal', id: 'dept', display_name: 'Department', type: 'group' },
      { kind: 'membership', group_id: 'dept', member_id: 'team' },
      { kind: 'principal', id: 'dan', display_name: 'Dan', type: 'user', email: 'dan@x.example' },
      { kind: 'principal', id: 'dan-adm', display_name: 'Dan (admin)', type: 'user', email: 'DAN@x.example' },
      { kind: 'membership', group_id: 'dept', member_id: 'dan-adm' },
      { kind: 'asset', id: 'vault', name: 'vault', type: 'table', platform: 'fabric', owner_id: 'ann' },
      { kind: 'grant', id: 'g-dept', principal_id: 'dept', asset_id: 'vault', permission: 'read' },
    ]);
    department = await request('dept', 'vault');
  });
  /** So that none of its members is who was asked. */
  const giveToSam = async () => {
    const payload = { assigned_to_id: 'sam' };
    const given = await world.call({ method: 'POST', url: `/v1/reviews/${department}/reassign`, payload });
    expect(given.statusCode).toBe(200);
  };
  const request = async (principal_id: string, asset_id: string): Promise<string> => {
    const payload = { principal_id, asset_id, reason: 'manual_trigger' };
    const asked = await world.call({ method: 'POST', url: '/v1/reviews', payload });
    expect(asked.statusCode).toBe(201);
    return asked.json().review_id;
  };
  const DETAIL =
    'Members of a group decide about its access only where the review is assigned to them; an admin can assign it.';
  const confirm = { decision: 'CONFIRM', justification: 'We need it.' };

  test.each<Claims>([
    { oid: 'oid-of-ann' },
    { oid: 'OID-OF-ANN' },
    { oid: 'unknown', sub: 'oid-of-ann' },
    { oid: 'unknown', sub: 'x', upn: 'ANN@x.example' },
    { oid: 'unknown', email: 'Ann@X.example' },
    { oid: 'unknown', email: 'ann@x.example', email_verified: false },
    { oid: 'unknown', preferred_username: 'ann@x.example' },
    { oid: 'unknown', preferred_username: 'ann.admin@x.example' },
    { oid: 'ann' },
    { oid: 'ANN' },
    { oid: 'ann-2' },
    { oid: 'dan-adm' },
    { oid: 'dan' },
    { oid: 'unknown', email: 'dan@x.example' },
  ])('may not decide about its access, by any name, also through another group: %j', async (claims) => {
    await setPolicy({ deciders: 'any_reviewer' });
    await giveToSam();
    const answer = await as(claims, 'POST', `/v1/reviews/${department}/decide`, confirm);
    expect(answer).toEqual({ status: 403, body: { detail: DETAIL } });
    const { body } = await as(claims, 'GET', `/v1/reviews/${department}`);
    expect(body).toMatchObject({ may_decide: false, decide_refusal: DETAIL });
  });

  test('anybody else may, and a former member too', async () => {
    await setPolicy({ deciders: 'any_reviewer' });
    await world.import([{ kind: 'membership', group_id: 'team', member_id: 'ann', removed: true }]);
    expect((await as(SAM, 'POST', `/v1/reviews/${department}/decide`, confirm)).status).toBe(200);
    const again = await request('dept', 'vault');
    expect((await as({ oid: 'ann' }, 'POST', `/v1/reviews/${again}/decide`, confirm)).status).toBe(200);
  });

  test('are asked last: the owner who is one is passed over when somebody else can be asked, and the review says so', async () => {
    const asked = async () => {
      const review = (await world.call({ url: `/v1/reviews/${await request('dept', 'vault')}` })).json();
      const workflow = (await world.call({ url: `/v1/workflows/${review.workflow_id}` })).json();
      await world.decide(review.id, confirm);
      return [review.assigned_to_id, workflow.steps[0].detail];
    };
    await world.decide(department, confirm);
    const alone = 'was asked, although in the group: nobody else could be found.';
    expect(await asked()).toEqual(['ann', `ann ${alone}`]);
    await setPolicy({ fallback_reviewer_id: 'dan' });
    expect(await asked()).toEqual(['ann', `ann ${alone}`]);
    await setPolicy({ fallback_reviewer_id: 'sam' });
    expect(await asked()).toEqual(['sam', 'sam was asked. Not asked, because they are in the group: Ann.']);
  });

  test('decide what is assigned to them: otherwise nobody could about a group that everybody is in', async () => {
    const admin = { oid: 'x', roles: ['service.admin'] };
    const dan = { oid: 'dan-adm' };
    expect((await as(dan, 'POST', `/v1/reviews/${department}/decide`, confirm)).status).toBe(403);
    const body = { assigned_to_id: 'dan-adm' };
    expect((await as(admin, 'POST', `/v1/reviews/${department}/reassign`, body)).status).toBe(200);
    expect((await as(dan, 'POST', `/v1/reviews/${department}/decide`, confirm)).status).toBe(200);
  });

  test('of another tenant are nobody here', async () => {
    const { b } = world.test.tenants;
    await world.test.admin(
      `INSERT INTO principals (tenant_id, id, display_name, type, source) VALUES ($1, 'sam', 'Sam', 'user', 'import'),
         ($1, 'dept', 'Dept', 'group', 'import')`,
      [b],
    );
    await world.test.admin(
      "INSERT INTO memberships (tenant_id, group_id, member_id) VALUES ($1, 'dept', 'sam')",
      [b],
    );
    await setPolicy({ deciders: 'any_reviewer' });
    expect((await as(SAM, 'POST', `/v1/reviews/${department}/decide`, confirm)).status).toBe(200);
  });
});

describe('what a caller is called', () => {
  test.each(['system', 'System', 'SYS TEM', 'ѕystem', 'dev-admin', 'Dev Admin'])(
    '%j is nobody',
    async (name) => {
      for (const claims of [{ oid: name }, { oid: undefined, sub: name }]) {
        expect((await as(claims, 'GET', '/v1/session')).status).toBe(401);
      }
    },
  );

  test('the directory says who decided; without it the e-mail of the token, else its id', async () => {
    const decidedBy = async (claims: Claims) => {
      const asset_id = `asset-${randomUUID()}`;
      await world.import([
        { kind: 'asset', id: asset_id, name: 'one', type: 'table', platform: 'fabric' },
        { kind: 'grant', id: asset_id, principal_id: 'cid', asset_id, permission: 'read' },
      ]);
      const payload = { principal_id: 'cid', asset_id };
      const { id } = (await world.call({ method: 'POST', url: '/v1/reviews', payload })).json();
      const body = { decision: 'CONFIRM', justification: 'Needed.' };
      const answer = await as(claims, 'POST', `/v1/reviews/${id}/decide`, body);
      const { actor } = (await world.events('review.decided')).at(-1) as { actor: string };
      expect([answer.status, actor]).toEqual([200, answer.body.decided_by]);
      return actor;
    };
    expect(await decidedBy(OLAF)).toBe('olaf@x.example');
    expect(await decidedBy({ oid: 'oid-of-olaf', email: 'someone@else.example' })).toBe('olaf@x.example');
    expect(await decidedBy({ oid: 'oid-of-nomail' })).toBe('System (nomail)');
    expect(await decidedBy({ oid: 'unknown', email: 'new@x.example' })).toBe('new@x.example');
    expect(await decidedBy({ oid: 'unknown' })).toBe('unknown');
  });
});

describe('who may decide', () => {
  const REFUSAL =
    'This review is assigned to Olaf (olaf@x.example): the assignee, their manager, their substitutes and the escalation contact may decide it; an admin can reassign it.';

  test.each(Object.keys(FORMS))('by default the assignee and who stands in for them: %s', async (form) => {
    expect(await decide(SAM, form)).toEqual({ status: 403, body: { detail: REFUSAL } });
    expect((await decide({ oid: 'unknown' }, form)).status).toBe(403);
    expect((await decide({ ...OLAF, roles: ['service.admin'] }, form)).status).toBe(403);
    expect((await decide(OLAF, form)).status).toBe(200);
  });

  test.each([
    ['the manager', {}, MIA],
    ['the escalation contact', { escalation_contact_id: 'sam' }, SAM],
    ['any reviewer when the policy says so', { deciders: 'any_reviewer' }, SAM],
  ])('%s', async (_, review, claims) => {
    await setPolicy(review);
    expect((await decide(claims)).status).toBe(200);
  });

  test('only the assignee when the policy says so', async () => {
    await setPolicy({ deciders: 'assignee', escalation_contact_id: 'sam' });
    for (const claims of [MIA, SAM]) {
      expect((await decide(claims)).body.detail).toContain('only its assignee may decide it');
    }
    expect((await decide(OLAF)).status).toBe(200);
  });

  test('a review of nobody is for every reviewer, unless only assignees may', async () => {
    await world.test.admin('UPDATE reviews SET assigned_to_id = NULL');
    await setPolicy({ deciders: 'assignee' });
    expect((await decide(SAM)).body.detail).toContain('assigned to nobody');
    await setPolicy({ deciders: 'assignee_and_substitutes' });
    expect((await decide(SAM)).status).toBe(200);
  });

  test('lists and reviews say so to each', async () => {
    const seen = async (claims: Claims) => {
      const { items } = (await as(claims, 'GET', '/v1/reviews')).body;
      const listed = items.find((item: { id: string }) => item.id === wiki);
      const { may_decide, decide_refusal } = (await as(claims, 'GET', `/v1/reviews/${wiki}`)).body;
      expect([listed.may_decide, listed.decide_refusal]).toEqual([may_decide, decide_refusal]);
      return [may_decide, decide_refusal];
    };
    expect(await seen(OLAF)).toEqual([true, null]);
    expect(await seen(SAM)).toEqual([false, REFUSAL]);
    expect(await seen({ ...SAM, roles: [] })).toEqual([false, 'Deciding needs the role service.reviewer.']);
    expect(await seen({ oid: 'oid-of-ann' })).toEqual([false, 'Nobody may decide about their own access.']);
    await decide(OLAF);
    expect(await seen(OLAF)).toEqual([false, null]);
  });
});

describe('substitutes', () => {
  const name = (claims: Claims, body: object) => as(claims, 'POST', '/v1/substitutes', body);
  const ADMIN = { oid: 'boss', email: 'boss@x.example', roles: ['service.admin'] };
  const pair = { principal_id: 'olaf', substitute_id: 'sam' };
  const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

  test('decide from when to when they are named, and are in the audit trail', async () => {
    const { status, body } = await name(ADMIN, { ...pair, ends_at: inDays(7) });
    expect([status, body]).toMatchObject([
      201,
      { ...pair, principal_name: 'Olaf', substitute_name: 'Sam', named_by: 'boss@x.example' },
    ]);
    expect((await as(ADMIN, 'GET', '/v1/substitutes?principal_id=olaf')).body).toMatchObject({
      total: 1,
      items: [{ id: body.id }],
    });
    expect((await as(ADMIN, 'GET', '/v1/substitutes?substitute_id=olaf')).body.total).toBe(0);
    expect((await decide(SAM)).status).toBe(200);
    const removed = await as(ADMIN, 'DELETE', `/v1/substitutes/${body.id}`);
    expect([removed.status, removed.body.id]).toEqual([200, body.id]);
    expect((await as(ADMIN, 'DELETE', `/v1/substitutes/${body.id}`)).status).toBe(404);
    expect((await world.events('substitute.named')).map((entry) => entry.actor)).toEqual(['boss@x.example']);
    expect(await world.events('substitute.removed')).toHaveLength(1);
  });

  test('do not decide before, after, or once removed', async () => {
    await name(ADMIN, { ...pair, starts_at: inDays(1) });
    expect((await decide(SAM)).status).toBe(403);
    await world.test.admin("UPDATE substitutes SET starts_at = now() - interval '2 days', ends_at = now()");
    expect((await decide(SAM)).status).toBe(403);
    const { body } = await name(ADMIN, pair);
    await as(ADMIN, 'DELETE', `/v1/substitutes/${body.id}`);
    expect((await decide(SAM)).status).toBe(403);
  });

  test('are named by admins, and by reviewers for themselves', async () => {
    expect((await name(SAM, pair)).status).toBe(403);
    expect((await name({ ...OLAF, roles: [] }, pair)).status).toBe(403);
    const { status, body } = await name(OLAF, pair);
    expect([status, body.named_by]).toEqual([201, 'olaf@x.example']);
    expect((await as(SAM, 'DELETE', `/v1/substitutes/${body.id}`)).status).toBe(403);
    expect((await as(OLAF, 'DELETE', `/v1/substitutes/${body.id}`)).status).toBe(200);
  });

  test.each([
    [{ principal_id: 'nobody', substitute_id: 'sam' }, 'principal_id'],
    [{ principal_id: 'olaf', substitute_id: 'nobody' }, 'substitute_id'],
    [{ principal_id: 'olaf', substitute_id: 'olaf' }, 'substitute_id'],
    [{ principal_id: 'olaf', substitute_id: 'gone' }, 'substitute_id'],
    [{ ...pair, ends_at: '2020-01-01T00:00:00Z' }, 'ends_at'],
    [{ ...pair, starts_at: '2099-01-02T00:00:00Z', ends_at: '2099-01-01T00:00:00Z' }, 'ends_at'],
  ])('%j is refused', async (body, field) => {
    const answer = await name(ADMIN, body);
    expect([answer.status, answer.body.detail[0].loc]).toEqual([400, ['body', field]]);
    expect((await as(ADMIN, 'GET', '/v1/substitutes')).body.total).toBe(0);
  });
});

describe('a reason', () => {
  const isField = (form: string): string[] =>
    form === 'decide in bulk' ? ['body', 'decisions', 0, 'reason'].map(String) : [];

  test.each(Object.keys(FORMS))('is given in every form: %s', async (form) => {
    for (const reason of ['', '  ', '\t\n', '\u00a0\u2003', '\u200b\u2800']) {
      const answer = await decide(OLAF, form, reason);
      expect([reason, answer.status]).toEqual([reason, 400]);
      const { loc } = answer.body.detail[0];
      expect(loc.at(-1)).toMatch(/^(reason|justification)$/);
      if (isField(form).length > 0) expect(loc.map(String)).toEqual(isField(form));
    }
    const [path, body] = (FORMS[form] as (typeof FORMS)[string])(undefined);
    expect((await as(OLAF, 'POST', `/v1/reviews/${wiki}/${path}`, body)).status).toBe(400);
    expect((await decide(OLAF, form)).status).toBe(200);
  });

  test('may be missing where the contract shows none, if the policy says so', async () => {
    await setPolicy({ require_reason: false });
    const attempt = async (form: string) => {
      const [path, body] = (FORMS[form] as (typeof FORMS)[string])(undefined);
      return (await as(OLAF, 'POST', `/v1/reviews/${wiki}/${path}`, body)).status;
    };
    expect(await attempt('decide')).toBe(400);
    expect(await attempt('decide about a grant')).toBe(400);
    expect(await attempt('decide in bulk')).toBe(200);
    expect(await attempt('the tutorial')).toBe(200);
  });
});

test('the synthetic admin of a tutorial decides everything', async () => {
  const answer = await world.call({
    method: 'POST',
    url: `/v1/reviews/${wiki}/decision`,
    payload: { decision: 'approve', justification: 'Needed.' },
  });
  expect([answer.statusCode, answer.json().decided_by]).toEqual([200, 'dev-admin']);
});
