import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { createTestApp, type TestApp } from './app.ts';

type Method = NonNullable<InjectOptions['method']>;

/** The service, and what an identity provider sends to it with the token of tenant A. */
export interface ScimWorld {
  service: TestApp;
  token: string;
  token_id: string;
  /** As providers write it. */
  send(
    method: Method,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  /** Answers the id. */
  createUser(body: object): Promise<string>;
  createGroup(body: object): Promise<string>;
  principal(id: string): Promise<Record<string, unknown> | undefined>;
  members(groupId: string): Promise<string[]>;
  entries(): Promise<{ event_type: string; actor: string; data: Record<string, unknown> }[]>;
  close(): Promise<void>;
}

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

export const patchOf = (...Operations: object[]) => ({ schemas: [PATCH_OP], Operations });
export const userOf = (userName: string, more: object = {}) => ({
  schemas: [USER_SCHEMA, ENTERPRISE],
  userName,
  active: true,
  ...more,
});
export const groupOf = (displayName: string, more: object = {}) => ({
  schemas: [GROUP_SCHEMA],
  displayName,
  ...more,
});

export async function createScimWorld(env: Record<string, string> = {}): Promise<ScimWorld> {
  const service = await createTestApp({ env });
  const created = await service.call({
    method: 'POST',
    url: '/v1/scim/tokens',
    payload: { name: 'Entra ID' },
  });
  const { id: token_id, token } = created.json<{ id: string; token: string }>();
  const tenant = service.test.tenants.a;
  const send: ScimWorld['send'] = (method, path, body, headers = {}) =>
    service.call({
      method,
      url: `/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const create = async (path: string, body: object): Promise<string> => {
    const response = await send('POST', path, body);
    if (response.statusCode !== 201) throw new Error(`${path} was refused: ${response.body}`);
    return response.json<{ id: string }>().id;
  };
  return {
    service,
    token,
    token_id,
    send,
    createUser: (body) => create('/Users', body),
    createGroup: (body) => create('/Groups', body),
    principal: async (id) =>
      (
        await service.test.admin('SELECT * FROM principals WHERE tenant_id = $1 AND id = $2', [tenant, id])
      )[0],
    members: async (groupId) => {
      const rows = await service.test.admin(
        'SELECT member_id FROM memberships WHERE tenant_id = $1 AND group_id = $2 ORDER BY member_id',
        [tenant, groupId],
      );
      return rows.map((row) => String(row.member_id));
    },
    entries: async () =>
      (await service.test.admin(
        'SELECT event_type, actor, data FROM audit_entries WHERE tenant_id = $1 ORDER BY id',
        [tenant],
      )) as unknown as Awaited<ReturnType<ScimWorld['entries']>>,
    close: () => service.close(),
  };
}
