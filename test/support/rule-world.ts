import { DAY_MS } from '../../src/platform/iso-instant.ts';
import { createReviewWorld, daysAgo, type ReviewWorld } from './review-world.ts';

/** ann and olaf are there; the leavers are not any more. nia and others never used what they may read. */
const LINES = [
  { kind: 'principal', id: 'ann', display_name: 'Ann', type: 'user', email: 'ann@x.example' },
  { kind: 'principal', id: 'olaf', display_name: 'Olaf', type: 'user', email: 'olaf@x.example' },
  {
    kind: 'asset',
    id: 'sales',
    name: 'sales',
    type: 'table',
    platform: 'fabric',
    classification: 'internal',
    owner_id: 'olaf',
  },
  {
    kind: 'asset',
    id: 'people',
    name: 'people',
    type: 'table',
    platform: 'fabric',
    classification: 'pii',
    owner_id: 'olaf',
  },
];

export const person = (id: string, more: object = {}) => ({
  kind: 'principal',
  id,
  display_name: id,
  type: 'user',
  ...more,
});
export const grantTo = (principal_id: string, asset_id = 'sales', more: object = {}) => ({
  kind: 'grant',
  id: `g-${principal_id}-${asset_id}`,
  principal_id,
  asset_id,
  permission: 'read',
  granted_at: daysAgo(300),
  ...more,
});

export interface RuleWorld extends ReviewWorld {
  /** Off. */
  rule(more?: object): Promise<string>;
  /** With what its dry run shows. */
  switchOn(id: string): Promise<{ status: number; body: Record<string, unknown> }>;
  send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
  ): Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>;
  /** As if it had been observed so many days ago. */
  disabledFor(days: number): Promise<void>;
  decisions(): Promise<
    { grant_id: string; decided_by: string; rule_id: string | null; decided_at: string }[]
  >;
}

export const LEAVERS = { name: 'Leavers', kind: 'leaver', days: 30, cap_per_day: 100, owner_id: 'ann' };
export const NEVER_USED = {
  name: 'Never used',
  kind: 'never_used',
  days: 120,
  cap_per_day: 100,
  owner_id: 'ann',
};

export async function createRuleWorld(lines: object[] = []): Promise<RuleWorld> {
  const world = await createReviewWorld([...LINES, ...lines]);
  // What the directory lists was watched for as long as it has been granted, and somebody uses it.
  await world.test.admin('UPDATE grants SET created_at = granted_at');
  const send: RuleWorld['send'] = async (method, url, payload) => {
    const answer = await world.call({ method, url, ...(payload === undefined ? {} : { payload }) });
    return { status: answer.statusCode, body: answer.json() };
  };
  return Object.assign(world, {
    send,
    async rule(more: object = {}) {
      const expires_at = new Date(world.now + 200 * DAY_MS).toISOString();
      const { status, body } = await send('POST', '/v1/rules', { ...LEAVERS, expires_at, ...more });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return body.id as string;
    },
    async switchOn(id: string) {
      const { body } = await send('POST', `/v1/rules/${id}/preview`);
      return send('POST', `/v1/rules/${id}/switch-on`, { seen: body.seen });
    },
    async disabledFor(days: number) {
      await world.test.admin('UPDATE disabled_accounts SET since = $1', [daysAgo(days)]);
    },
    decisions: () =>
      world.test.admin(
        'SELECT grant_id, decided_by, rule_id, decided_at FROM review_decisions ORDER BY decided_at, grant_id',
      ) as ReturnType<RuleWorld['decisions']>,
  });
}
