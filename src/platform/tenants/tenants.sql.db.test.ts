import { Command } from 'commander';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { register } from '../../cli/tenant.ts';
import { addTenant, ensureTenants, findTenant, listTenants } from './tenants.sql.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

describe('the registry of tenants', () => {
  it('finds a tenant by its tid, exactly', async () => {
    expect(await findTenant(test.db, 'tenant-a')).toEqual({
      tenant_id: test.tenants.a,
      tid: 'tenant-a',
      issuer: null,
    });
    expect(await findTenant(test.db, 'TENANT-A')).toBeNull();
    expect(await findTenant(test.db, "' OR true --")).toBeNull();
  });

  it('registers missing tenants once, however many processes start together', async () => {
    const tids = ['c', 'tenant-a', 'd', 'c'];
    const starts = await Promise.all(Array.from({ length: 5 }, () => ensureTenants(test.db, tids)));
    for (const tenants of starts) expect(tenants).toEqual(starts[0]);
    expect(starts[0]?.map(({ tid }) => tid)).toEqual(tids);
    expect(starts[0]?.[1]?.tenant_id).toBe(test.tenants.a);
    expect(await ensureTenants(test.db, [])).toEqual([]);
  });

  it('uses up no numbers for tenants that exist', async () => {
    const [before] = await ensureTenants(test.db, ['n1']);
    for (let start = 0; start < 10; start += 1) await ensureTenants(test.db, ['n1']);
    const [after] = await ensureTenants(test.db, ['n2']);
    expect(after?.tenant_id).toBe(Number(before?.tenant_id) + 1);
  });

  it('finds a tenant right after it was added, though it was looked for before', async () => {
    expect(await findTenant(test.db, 'soon')).toBeNull();
    const added = await addTenant(test.db, 'soon', 'https://id.example');
    expect(await findTenant(test.db, 'soon')).toEqual(added);
    expect(await findTenant(test.db, 'ensured')).toBeNull();
    await ensureTenants(test.db, ['ensured']);
    expect(await findTenant(test.db, 'ensured')).not.toBeNull();
  });

  it('adds the same tenant twice, but not with another issuer', async () => {
    const first = await addTenant(test.db, 'twice', 'https://id.example');
    expect(await addTenant(test.db, 'twice', 'https://id.example')).toEqual(first);
    const conflict = expect.objectContaining({ code: 'conflict' });
    await expect(addTenant(test.db, 'twice', null)).rejects.toEqual(conflict);
    await expect(addTenant(test.db, 'twice', 'https://other.example')).rejects.toEqual(conflict);
    await expect(addTenant(test.db, 'tenant-b', 'https://id.example')).rejects.toEqual(conflict);
  });

  it('lists all of them in order', async () => {
    const tids = (await listTenants(test.db)).map(({ tid }) => tid);
    expect(tids).toContain('tenant-b');
    expect(tids).toEqual([...tids].sort());
  });
});

describe('lapse tenant', () => {
  afterEach(() => vi.restoreAllMocks());

  async function run(...args: string[]): Promise<string> {
    const written: string[] = [];
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    const program = new Command();
    register(program.command('tenant'), (work) => work(test.db));
    await program.parseAsync(['tenant', ...args], { from: 'user' });
    return written.join('');
  }

  it('adds and lists', async () => {
    expect(await run('add', 'by-hand', '--issuer', 'https://id.example/x')).toContain(
      'by-hand is registered',
    );
    expect(await run('add', 'by-hand-2')).toContain('by-hand-2');
    const list = await run('list');
    expect(list).toMatch(/^\d+\tby-hand\thttps:\/\/id\.example\/x$/m);
    expect(list).toMatch(/^\d+\tby-hand-2\t\(configured issuer\)$/m);
  });

  it.each([
    ['', undefined],
    [' x', undefined],
    ['a\nb', undefined],
    ['t'.repeat(201), undefined],
    ['x', 'http://id.example'],
    ['x', 'not an address'],
    ['x', 'https://id.example?a=b'],
  ])('refuses %j with issuer %s', async (tid, issuer) => {
    const options = issuer === undefined ? [] : ['--issuer', issuer];
    const refused = expect.objectContaining({ code: 'invalid_request' });
    await expect(run('add', tid, ...options)).rejects.toEqual(refused);
  });
});
