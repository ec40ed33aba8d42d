import { v7 as uuidv7 } from 'uuid';
import { THINK_AGAIN_MS } from '../../src/core/reviews/groups/decisions/group-decision.rules.ts';
import type { Caller, Role } from '../../src/gateway/roles.rules.ts';
import { createDevAuthenticate } from '../../src/gateway/tokens/token-verifier.ts';
import { createReviewWorld, daysAgo } from './review-world.ts';

export const person = (id: string, more: object = {}) => ({
  kind: 'principal',
  id,
  display_name: id.toUpperCase(),
  type: 'user',
  ...more,
});

/** All of them have never used what they hold. */
export const SIX = Array.from({ length: 6 }, (_, i) => `p${i}`);
const LINES = [
  person('owner', { email: 'owner@x.example' }),
  ...SIX.map((id) => person(id, { email: `${id}@x.example` })),
  {
    kind: 'asset',
    id: 'sales',
    name: 'sales',
    type: 'table',
    platform: 'fabric',
    classification: 'internal',
    owner_id: 'owner',
  },
  ...SIX.map((id) => ({
    kind: 'grant',
    id: `g-${id}`,
    principal_id: id,
    asset_id: 'sales',
    permission: 'read',
    granted_at: daysAgo(300),
  })),
];

type AsCaller = (tenant: number) => Caller;

export const somebody =
  (email: string, roles: Role[] = ['service.reviewer']): AsCaller =>
  (tenant_id) => ({
    tenant_id,
    subject: email,
    label: email,
    roles: new Set(roles),
    identifiers: [email],
    aliases: [email],
  });
export const owner = somebody('owner@x.example');
export const admin = somebody('admin@x.example', ['service.admin', 'service.reviewer']);

export interface Group {
  key: string;
  seen: string;
  together: number;
  members: number;
}

/** Six open reviews about one asset that may all be decided together. */
export async function createGroupWorld() {
  let as: AsCaller | null = null;
  const world = await createReviewWorld(LINES, {
    authenticate: ({ tenants }) => {
      const synthetic = createDevAuthenticate(tenants.a);
      return async (authorization) => as?.(tenants.a) ?? synthetic(authorization);
    },
  });
  await world.sweep();
  as = owner;
  const send = async (url: string, payload: object, key: string = uuidv7()) => {
    const answer = await world.call({ method: 'POST', url, payload, headers: { 'idempotency-key': key } });
    return { status: answer.statusCode, body: answer.json() };
  };
  const groups = async (): Promise<Group[]> =>
    (await world.call({ url: '/v1/reviews/groups?by=asset' })).json().items;
  const reviews = async (): Promise<{ id: string; principal_id: string; status: string }[]> =>
    (await world.call({ url: '/v1/reviews?limit=100' })).json().items;
  return {
    world,
    send,
    groups,
    reviews,
    signIn: (caller: AsCaller) => {
      as = caller;
    },
    theGroup: async (): Promise<Group> => (await groups())[0] as Group,
    async decide(more: object = {}, key?: string) {
      const { key: name, seen } = (await groups())[0] as Group;
      const body = { key: name, seen, decision: 'REVOKE', reason: 'never rolled out', ...more };
      return send('/v1/reviews/groups/decide', body, key);
    },
    undo: (id: string) => send(`/v1/reviews/groups/decisions/${id}/undo`, { note: 'a mistake' }),
    progress: async (id: string) => (await world.call({ url: `/v1/reviews/groups/decisions/${id}` })).json(),
    /** The time to think again is over. */
    wait: () => {
      world.now = Date.now() + THINK_AGAIN_MS + 1;
    },
    idOf: async (principal_id: string) =>
      (await reviews()).find((each) => each.principal_id === principal_id)?.id as string,
    count: async (sql: string): Promise<number> =>
      ((await world.test.admin(`SELECT count(*)::integer AS n FROM ${sql}`)) as { n: number }[])[0]
        ?.n as number,
  };
}
