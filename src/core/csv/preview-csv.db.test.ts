import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { callerOf } from '../../../test/support/callers.ts';
import type { Role } from '../../gateway/roles.rules.ts';

let service: TestApp;
let role: Role = 'service.admin';
beforeAll(async () => {
  service = await createTestApp({
    authenticate:
      ({ tenants }) =>
      async () =>
        callerOf(tenants.a, { subject: 'somebody', roles: new Set([role]) }),
  });
});
afterAll(() => service.close());

async function preview(payload: string, query: Record<string, string> = {}, type = 'text/csv') {
  const url = `/v1/csv/preview?${new URLSearchParams({ of: 'grants', ...query })}`;
  const response = await service.call({ method: 'POST', url, headers: { 'content-type': type }, payload });
  return { status: response.statusCode, ...response.json() };
}

test('it says what would be read of which column, shows rows as they would be read, and stores nothing', async () => {
  const file = 'Email;Table;Right;Since;Comment\r\nada@x;t1;read;2026-01-31;"a;b"\r\nben@x;t2;read;soon;\r\n';
  const answer = await preview(file, { set: 'platform=sap', time_zone: 'Europe/Berlin' });
  expect(answer).toMatchObject({
    status: 200,
    separator: 'semicolon',
    columns: ['Email', 'Table', 'Right', 'Since', 'Comment'],
    map: { principal: 'Email', asset: 'Table', permission: 'Right', granted_at: 'Since' },
    set: { platform: 'sap' },
    unread: ['Comment'],
    faults: [],
    rows: [
      {
        line: 2,
        reason: null,
        values: {
          principal: 'ada@x',
          asset: 't1',
          permission: 'read',
          granted_at: '2026-01-30T23:00:00.000Z',
          platform: 'sap',
        },
      },
      { line: 3, values: null, reason: expect.stringContaining('Since (granted_at): expected a date') },
    ],
  });
  expect(answer.fields.map(({ name }: { name: string }) => name)).toContain('owner');
  expect(
    await service.test.admin('SELECT 1 FROM principals WHERE tenant_id = $1', [service.test.tenants.a]),
  ).toEqual([]);
});

test('what is missing is an answer, not a refusal; at most twenty rows are shown, of any number', async () => {
  const answer = await preview(`Foo,Table\n${'a,b\n'.repeat(5_000)}`);
  expect(answer.status).toBe(200);
  expect(answer.faults).toEqual([
    expect.stringMatching(/^principal: expected a column/),
    expect.stringMatching(/^permission: expected a column/),
  ]);
  expect(answer.rows).toHaveLength(20);
});

test('a body that is no CSV, a reading that cannot be and a caller who may not are refused', async () => {
  expect((await preview('{}', {}, 'application/x-ndjson')).status).toBe(415);
  expect((await preview('{}', {}, 'application/json')).status).toBe(415);
  expect((await preview('\xff', { separator: 'colon' })).detail[0].loc).toEqual(['query', 'separator']);
  expect((await preview('a,b\n', { of: 'people' })).detail[0].loc).toEqual(['query', 'of']);
  role = 'service.reviewer';
  expect((await preview('a,b\n')).status).toBe(403);
  role = 'service.ingest';
  expect((await preview('User,Object,Action,Time\n', { of: 'events' })).faults).toEqual([]);
  role = 'service.admin';
});
