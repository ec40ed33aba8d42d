import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type KnownPerson, type LinkableAccount, linkAccounts } from './link.rules.ts';

const account = (id: string, more: Partial<LinkableAccount> = {}): LinkableAccount => ({
  id,
  connector_id: id.split('.')[0] as string,
  type: 'user',
  home_id: `home-${id}`,
  principal_id: more.home_id ?? `home-${id}`,
  entra_object_id: null,
  sign_in_key: null,
  email_key: null,
  disabled: false,
  how: 'own',
  settled: null,
  ...more,
});
const person = (id: string, more: Partial<KnownPerson> = {}): KnownPerson => ({
  id,
  type: 'user',
  entra_object_ids: [],
  addresses: [],
  disabled: false,
  ...more,
});
const principals = (accounts: LinkableAccount[], known: KnownPerson[] = []) =>
  Object.fromEntries(
    linkAccounts(accounts, known).linked.map((link) => [link.account_id, link.principal_id]),
  );
const kinds = (accounts: LinkableAccount[], known: KnownPerson[] = []) =>
  Object.fromEntries(
    linkAccounts(accounts, known).conflicts.map(({ account_id, kind }) => [account_id, kind]),
  );

describe('accounts are linked', () => {
  test('by the object id and the kind, whatever the rest says', () => {
    const found = linkAccounts(
      [
        account('a', { entra_object_id: 'o1', sign_in_key: 'ana@x.example' }),
        account('b', { entra_object_id: 'o1', sign_in_key: 'ruiz@x.example' }),
        account('c', { entra_object_id: 'o1', type: 'service_account' }),
      ],
      [],
    );
    expect(found.linked).toEqual([
      { account_id: 'a', principal_id: 'home-a', how: 'own' },
      { account_id: 'b', principal_id: 'home-a', how: 'object_id' },
      { account_id: 'c', principal_id: 'home-c', how: 'own' },
    ]);
    expect(found.conflicts).toEqual([]);
  });

  test('by the name that people sign in with, and across both', () => {
    const accounts = [
      account('entra', { entra_object_id: 'o1', sign_in_key: 'ana@x.example' }),
      account('fabric', { entra_object_id: 'o1' }),
      account('postgres', { sign_in_key: 'ana@x.example' }),
    ];
    expect(new Set(Object.values(principals(accounts)))).toEqual(new Set(['home-entra']));
    expect(linkAccounts(accounts, []).linked[2]?.how).toBe('sign_in_name');
  });

  test('to whom an import names by the address, by an e-mail too', () => {
    const known = [person('imported', { addresses: ['ana@x.example'] })];
    expect(principals([account('a', { email_key: 'ana@x.example' })], known)).toEqual({ a: 'imported' });
    expect(
      principals([
        account('a', { email_key: 'ana@x.example' }),
        account('b', { email_key: 'ana@x.example' }),
      ]),
    ).toEqual({ a: 'home-a', b: 'home-b' });
  });

  test('never by an address when they are no people', () => {
    for (const type of ['service_account', 'group'] as const) {
      const two = ['a', 'b'].map((id) => account(id, { type, sign_in_key: 'bot@x.example' }));
      expect(principals(two)).toEqual({ a: 'home-a', b: 'home-b' });
      const known = [person('imported', { type, addresses: ['bot@x.example'] })];
      expect(principals(two, known)).toEqual({ a: 'home-a', b: 'home-b' });
    }
  });
});

describe('what does not agree is a conflict and no link', () => {
  test('two of one platform have the address', () => {
    const three = [
      account('entra', { entra_object_id: 'o1', sign_in_key: 'ana@x.example' }),
      account('pg.1', { sign_in_key: 'ana@x.example' }),
      account('pg.2', { sign_in_key: 'ana@x.example' }),
    ];
    expect(new Set(Object.values(principals(three))).size).toBe(3);
    expect(kinds(three)).toEqual({
      entra: 'shared_address',
      'pg.1': 'shared_address',
      'pg.2': 'shared_address',
    });
  });

  test('two people of the directory have it', () => {
    const known = ['p', 'q'].map((id) => person(id, { addresses: ['ana@x.example'] }));
    expect(kinds([account('a', { sign_in_key: 'ana@x.example' })], known)).toEqual({
      a: 'several_candidates',
    });
    expect(principals([account('a', { sign_in_key: 'ana@x.example' })], known)).toEqual({ a: 'home-a' });
  });

  test('the object id says one thing and the name another', () => {
    const three = [
      account('entra.1', { entra_object_id: 'o1', sign_in_key: 'ana@x.example' }),
      account('entra.2', { entra_object_id: 'o2', sign_in_key: 'eva@x.example' }),
      account('databricks', { entra_object_id: 'o1', sign_in_key: 'eva@x.example' }),
    ];
    expect(principals(three)).toMatchObject({ 'entra.1': 'home-databricks', databricks: 'home-databricks' });
    expect(principals(three)['entra.2']).toBe('home-entra.2');
    expect(kinds(three).databricks).toBe('contradiction');
  });

  test('somebody who is disabled has an address that was given to another', () => {
    const two = [
      account('entra', { entra_object_id: 'o1', sign_in_key: 'ana@x.example' }),
      account('pg', { sign_in_key: 'ana@x.example', disabled: true }),
    ];
    expect(principals(two)).toEqual({ entra: 'home-entra', pg: 'home-pg' });
    expect(linkAccounts(two, []).conflicts).toEqual([
      {
        account_id: 'pg',
        kind: 'disabled_look_alike',
        candidate_ids: ['home-entra'],
        shared: ['ana@x.example'],
      },
    ]);
  });

  test('but whoever was linked while he could sign in stays linked when he leaves', () => {
    const two = (gone: boolean[]) => [
      account('entra', { entra_object_id: 'o1', sign_in_key: 'ana@x.example', disabled: gone[0] as boolean }),
      account('pg', {
        sign_in_key: 'ana@x.example',
        principal_id: 'home-entra',
        how: 'sign_in_name',
        disabled: gone[1] as boolean,
      }),
    ];
    for (const gone of [
      [true, false],
      [false, true],
      [true, true],
    ]) {
      expect(principals(two(gone))).toEqual({ entra: 'home-entra', pg: 'home-entra' });
      expect(kinds(two(gone))).toEqual({});
    }
  });
});

describe('what an admin has settled', () => {
  test('stays, whatever is found out', () => {
    const three = [
      account('entra', { entra_object_id: 'o1', sign_in_key: 'ana@x.example' }),
      account('pg', {
        sign_in_key: 'eva@x.example',
        principal_id: 'home-entra',
        settled: 'linked',
        how: 'admin',
      }),
      account('fabric', { entra_object_id: 'o1', settled: 'unlinked' }),
    ];
    expect(principals(three)).toEqual({
      entra: 'home-entra',
      pg: 'home-entra',
      fabric: 'home-fabric',
    });
    expect(kinds(three)).toEqual({});
  });

  test('keeps the principal who he is to whom it was linked', () => {
    const three = [
      account('a', { entra_object_id: 'o1' }),
      account('b', { entra_object_id: 'o1' }),
      account('pg', { principal_id: 'home-b', settled: 'linked', how: 'admin' }),
    ];
    expect(principals(three)).toEqual({ a: 'home-b', b: 'home-b', pg: 'home-b' });
  });
});

const some = (values: string[]) => fc.option(fc.constantFrom(...values), { nil: null });
const anyAccount = fc.record({
  connector_id: fc.constantFrom('c1', 'c2', 'c3', 'c4'),
  type: fc.constantFrom<LinkableAccount['type']>('user', 'user', 'user', 'service_account', 'group'),
  entra_object_id: some(['o1', 'o2', 'o3']),
  sign_in_key: some(['ana', 'eva', 'tom']),
  email_key: some(['ana', 'eva', 'tom', 'ina']),
  disabled: fc.boolean(),
});
const anyWorld = fc
  .array(anyAccount, { maxLength: 9 })
  .map((all) =>
    all.map((more, index) => account(`${more.connector_id}.${index}`, { ...more, home_id: `home-${index}` })),
  );
const anyKnown = fc.array(
  fc.record({
    id: fc.constantFrom('p', 'q'),
    type: fc.constantFrom<KnownPerson['type']>('user', 'group'),
    entra_object_ids: fc.subarray(['o1', 'o2']),
    addresses: fc.subarray(['ana', 'eva', 'ina']),
    disabled: fc.constant(false),
  }),
  { maxLength: 2 },
);

describe('for any accounts', () => {
  test('the order does not matter, and what is linked stays so when it is looked at again', () => {
    fc.assert(
      fc.property(anyWorld, anyKnown, fc.nat(), (world, known, seed) => {
        const unique = [...new Map(known.map((each) => [each.id, each])).values()];
        const once = principals(world, unique);
        const shuffled = [...world].sort((a, b) => hash(a.id, seed) - hash(b.id, seed));
        expect(principals(shuffled, [...unique].reverse())).toEqual(once);
        expect(kinds(shuffled, [...unique].reverse())).toEqual(kinds(world, unique));
        const linking = linkAccounts(world, unique);
        const after = world.map((each) => {
          const link = linking.linked.find(({ account_id }) => account_id === each.id);
          return {
            ...each,
            principal_id: link?.principal_id as string,
            how: link?.how as LinkableAccount['how'],
          };
        });
        expect(principals(after, unique)).toEqual(once);
      }),
      { numRuns: 500 },
    );
  });

  test('nobody has two object ids or two kinds, and whoever has a conflict is linked by no address', () => {
    fc.assert(
      fc.property(anyWorld, (world) => {
        const { linked, conflicts } = linkAccounts(world, []);
        for (const principal of new Set(linked.map(({ principal_id }) => principal_id))) {
          const ids = linked
            .filter((link) => link.principal_id === principal)
            .map(({ account_id }) => account_id);
          const theirs = world.filter(({ id }) => ids.includes(id));
          expect(new Set(theirs.map(({ type }) => type)).size).toBe(1);
          expect(new Set(theirs.flatMap((each) => each.entra_object_id ?? [])).size).toBeLessThan(2);
        }
        for (const { account_id, kind, candidate_ids } of conflicts) {
          const link = linked.find((each) => each.account_id === account_id);
          if (kind !== 'disabled_look_alike') expect(link?.how).not.toBe('sign_in_name');
          expect(candidate_ids).not.toContain(link?.principal_id);
        }
      }),
      { numRuns: 500 },
    );
  });
});

const hash = (text: string, seed: number): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0) + seed) % 9973, seed % 9973);
