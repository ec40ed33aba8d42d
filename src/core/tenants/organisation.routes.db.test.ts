import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/support/app.ts';
import { readXlsx } from '../../../test/support/read-xlsx.ts';
import { createReportWorld, type ReportWorld } from '../../../test/support/report-world.ts';
import { createDevAuthenticate } from '../../gateway/tokens/token-verifier.ts';
import { addTenant } from './add-tenant.ts';

let world: ReportWorld;
let stranger: TestApp;

beforeAll(async () => {
  world = await createReportWorld();
  stranger = await createTestApp({
    test: world.test,
    authenticate: ({ tenants }) => createDevAuthenticate(tenants.b),
  });
});
afterAll(async () => {
  await stranger.app.close();
  await world.close();
});

const put = (name: unknown) =>
  world.call({ method: 'PUT', url: '/v1/organisation', payload: { name } as object });
const entries = () =>
  world.test.admin(
    "SELECT actor, description, data FROM audit_entries WHERE event_type = 'organisation.renamed' ORDER BY id",
  );
const NOBODY = { name: null, changed_by: null, changed_at: null };

test('has no name until somebody gives it one, which is on record once', async () => {
  expect((await world.call({ url: '/v1/organisation' })).json()).toEqual(NOBODY);
  expect((await world.call({ url: '/v1/session' })).json().organisation_name).toBeNull();
  const first = await put('Northwind Mutual');
  expect([first.statusCode, first.json()]).toMatchObject([
    200,
    { name: 'Northwind Mutual', changed_by: 'dev-admin' },
  ]);
  expect((await put('Northwind Mutual')).json()).toEqual(first.json());
  await put('Nørdwind & Söhne');
  expect(await entries()).toMatchObject([
    { actor: 'dev-admin', data: { previous_name: null, name: 'Northwind Mutual' } },
    {
      description: 'The organisation was renamed from Northwind Mutual to Nørdwind & Söhne, by dev-admin.',
      data: { previous_name: 'Northwind Mutual', name: 'Nørdwind & Söhne' },
    },
  ]);
  expect((await world.call({ url: '/v1/session' })).json().organisation_name).toBe('Nørdwind & Söhne');
});

test('is nobody else’s name', async () => {
  await put('Nørdwind & Söhne');
  expect((await stranger.call({ url: '/v1/organisation' })).json()).toEqual(NOBODY);
  expect((await stranger.call({ url: '/v1/session' })).json().organisation_name).toBeNull();
});

test.each(['', ' ', ' spaces at the ends ', 'two\nlines', 'hidden\u200bjoiner', 'x'.repeat(201), 7, null])(
  'refuses %j with the name of the field, and changes nothing',
  async (name) => {
    await put('Nørdwind & Söhne');
    const before = await entries();
    const answer = await put(name);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().detail[0].loc).toEqual(['body', 'name']);
    expect((await world.call({ url: '/v1/organisation' })).json().name).toBe('Nørdwind & Söhne');
    expect(await entries()).toEqual(before);
  },
);

test('is in the head of every report that has one', async () => {
  await put('Nørdwind & Söhne');
  const json = JSON.parse((await world.file({ type: 'stale_access', format: 'json' })).bytes.toString());
  expect(json.head).toMatchObject({ tenant_name: 'tenant-a', organisation_name: 'Nørdwind & Söhne' });
  const workbook = readXlsx((await world.file({ type: 'stale_access', format: 'xlsx' })).bytes);
  const rows = workbook.flatMap((sheet) => sheet.rows);
  expect(rows).toContainEqual(['Organisation', 'Nørdwind & Söhne']);
  for (const type of ['stale_access', 'compliance_summary']) {
    const { bytes } = await world.file({ type, format: 'pdf' });
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false });
    for (const page of text) expect(page).toContain('Nørdwind & Söhne');
  }
});

test('can be given when the tenant is added, and when it is added again', async () => {
  const { db } = world.test;
  const add = (name: string | null) =>
    addTenant(db, { tid: 'tenant-new', issuer: null, name, actor: 'operator' });
  const { tenant_id } = await add('First');
  await add(null);
  await add('Second');
  const named = await world.test.admin('SELECT name, changed_by FROM organisations WHERE tenant_id = $1', [
    tenant_id,
  ]);
  expect(named).toEqual([{ name: 'Second', changed_by: 'operator' }]);
  await expect(add('a\u0007bell')).rejects.toMatchObject({ code: 'invalid_request' });
});
