import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type AssetName, assetKey, grantKey, parseAssetKey, parseRoleKey, roleKey } from './keys.ts';

const name = fc
  .string({ minLength: 1, maxLength: 30, unit: 'binary' })
  .filter((text) => !text.includes('\0'));
const asset: fc.Arbitrary<AssetName> = fc.oneof(
  fc.record({ kind: fc.constant('database' as const), database: name }),
  fc.record({ kind: fc.constant('schema' as const), database: name, schema: name }),
  fc.record({ kind: fc.constant('table' as const), database: name, schema: name, table: name }),
);

test('every name comes back from its key, and no two share one', () => {
  fc.assert(
    fc.property(asset, asset, name, (one, other, role) => {
      expect(parseAssetKey(assetKey(one))).toEqual(one);
      expect(parseRoleKey(roleKey(role))).toBe(role);
      if (assetKey(one) === assetKey(other)) expect(one).toEqual(other);
      expect(grantKey(role, assetKey(one), true)).not.toBe(grantKey(role, assetKey(one), false));
    }),
  );
});

test.each([
  '',
  'role',
  'role/',
  'role/a/b',
  'table/a/b',
  'table/a//c',
  'schema/a',
  'database/',
  'database/%',
  'x/y',
  'database/%00',
])('not a key: %s', (key) => {
  expect(parseAssetKey(key)).toBeUndefined();
  expect(parseRoleKey(key)).toBeUndefined();
});
