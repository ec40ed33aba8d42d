import { ROLES } from '../../src/gateway/roles.rules.ts';
import { DAY_MS } from '../../src/platform/iso-instant.ts';
import { callerOf } from './callers.ts';
import { workOffRemediations } from './remediation-worker.ts';
import { createReviewWorld, daysAgo, type ReviewWorld } from './review-world.ts';

/** Tokens: the tenant, who, and the roles. */
export const RITA = 'a rita service.reviewer';
export const OLAF = 'a olaf service.reviewer';
export const ADMIN = 'a boss service.admin';

/** So long ago olaf decided. */
export const DECIDED_DAYS = 100;
/** On so many days bob used what was confirmed, after that. */
export const USED_DAYS = 12;

const person = (id: string, more: object = {}) => ({
  kind: 'principal',
  id,
  display_name: id[0]?.toUpperCase() + id.slice(1),
  type: 'user',
  email: `${id}@x.example`,
  ...more,
});
const asset = (id: string, owner_id: string) => ({
  kind: 'asset',
  id,
  name: id,
  type: 'table',
  platform: 'fabric',
  classification: 'internal',
  owner_id,
});
const stale = (principal_id: string, asset_id: string, more: object = {}) => ({
  kind: 'grant',
  id: `g-${principal_id}-${asset_id}`,
  principal_id,
  asset_id,
  permission: 'read',
  granted_at: daysAgo(500),
  ...more,
});

/** What rita owns, and cid holds: what she is asked about today. */
const TODAY = Array.from({ length: 40 }, (_, n) => `today-${n}`);

const LINES = [
  person('olaf'),
  person('rita'),
  person('boss'),
  person('ann'),
  person('bob'),
  person('cid'),
  asset('ledger', 'olaf'),
  asset('payroll', 'olaf'),
  ...TODAY.map((id) => asset(id, 'rita')),
  stale('ann', 'ledger'),
  stale('bob', 'payroll'),
];

export interface SeededWorld extends ReviewWorld {
  /** Whose access to what olaf revoked, and confirmed. */
  past: { revoked: string; confirmed: string };
  /** As somebody, with what came back. */
  as(
    who: string,
    url: string,
    payload?: object,
    more?: { method?: 'PUT'; headers?: Record<string, string> },
    // biome-ignore lint/suspicious/noExplicitAny: as JSON.parse has it.
  ): Promise<{ status: number; body: any }>;
  policy(review: object): Promise<void>;
  /** Rita decides so many of the reviews that she is asked about. */
  decideToday(count: number, who?: string): Promise<void>;
  /** The open question of somebody. */
  // biome-ignore lint/suspicious/noExplicitAny: as JSON.parse has it.
  question(who?: string): Promise<any>;
}

/**
 * A history that really happened, but for its dates: olaf revoked ann's access to the ledger, it was removed and an import verified that;
 * he confirmed bob's access to payroll, which bob then used on many days. Then all of it is made 100 days older.
 */
export async function createSeededWorld(): Promise<SeededWorld> {
  const world = await createReviewWorld(LINES, {
    authenticate:
      ({ tenants }) =>
      async (authorization) => {
        const [tenant, subject, ...roles] = (authorization ?? `a dev-admin ${ROLES.join(' ')}`).split(' ');
        return callerOf(tenant === 'b' ? tenants.b : tenants.a, {
          subject: subject as string,
          roles: new Set(ROLES.filter((role) => roles.includes(role))),
        });
      },
  });
  const as: SeededWorld['as'] = async (who, url, payload, { method, headers = {} } = {}) => {
    const answer = await world.call({
      method: method ?? (payload === undefined ? 'GET' : 'POST'),
      url,
      headers: { authorization: who, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const must = async (...call: Parameters<typeof as>) => {
    const { status, body } = await as(...call);
    if (status >= 300) throw new Error(`${call[1]}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const decide = (id: string, decision: string, who: string) =>
    must(
      who,
      `/v1/reviews/${id}/decide`,
      { decision, justification: 'as I know it' },
      { headers: { 'idempotency-key': crypto.randomUUID() } },
    );
  const policy = async (review: object) => {
    await must(`a boss ${ROLES.join(' ')}`, '/v1/policy', { review }, { method: 'PUT' });
  };
  const openReviews = async (who: string, query: string): Promise<{ id: string; asset_id: string }[]> =>
    (await must(who, `/v1/reviews?status=PENDING&limit=100&fields=asset_id&${query}`)).items;

  await policy({ weekly_budget: null });
  await world.sweep();
  const [revoked] = await openReviews(OLAF, 'asset_id=ledger');
  const [confirmed] = await openReviews(OLAF, 'asset_id=payroll');
  if (!revoked || !confirmed) throw new Error('olaf is asked about both');
  await decide(revoked.id, 'REVOKE', OLAF);
  await decide(confirmed.id, 'CONFIRM', OLAF);
  await workOffRemediations(world.test, world.tenant);
  await world.import([stale('ann', 'ledger', { status: 'revoked' })]);
  await makeOlder(world);
  for (let day = 1; day <= USED_DAYS; day += 1)
    await world.use('bob', 'payroll', Date.now() - (DECIDED_DAYS - 2 * day) * DAY_MS);
  // Still in use, so nobody is asked about it again.
  await world.use('bob', 'payroll');
  // What is asked today comes after that.
  await world.import(TODAY.map((id) => stale('cid', id)));
  await world.drain();
  await world.sweep();
  return {
    ...world,
    past: { revoked: revoked.id, confirmed: confirmed.id },
    as,
    policy,
    async decideToday(count, who = RITA) {
      const open = await openReviews(RITA, 'assigned_to_id=rita');
      if (open.length < count) throw new Error(`there are only ${open.length} reviews left to decide`);
      for (const { id } of open.slice(0, count)) await decide(id, 'CONFIRM', who);
    },
    question: async (who = RITA) => (await must(who, '/v1/reviews/seeded')).question,
  };
}

/** All that was recorded of what was decided and removed, as if it had been then. */
async function makeOlder({ test, tenant }: ReviewWorld): Promise<void> {
  const columns = {
    reviews: ['created_at', 'closed_at', 'due_at'],
    review_decisions: ['decided_at', 'next_review_at'],
    remediations: ['created_at', 'requested_at', 'completed_at', 'verified_at', 'observed_at'],
  };
  for (const [table, names] of Object.entries(columns)) {
    const set = names.map((name) => `${name} = ${name} - $2 * interval '1 day'`).join(', ');
    await test.admin(`UPDATE ${table} SET ${set} WHERE tenant_id = $1`, [tenant, DECIDED_DAYS]);
  }
}
