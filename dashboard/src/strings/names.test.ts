import { expect, test } from 'vitest';
import { assetTypeName, classificationName } from './assets.ts';
import { permissionName } from './permissions.ts';
import { platformName } from './platforms.ts';
import { roleName } from './roles.ts';

test.each([
  ['read', 'Read'],
  ['read_write', 'Read and write'],
  ['ReadWrite', 'Read and write'],
  ['READ-WRITE', 'Read and write'],
  ['Admin', 'Admin'],
  ['owner', 'Owner'],
  ['db_datareader', 'db_datareader'],
  ['CAN_MANAGE', 'CAN_MANAGE'],
  ['SELECT, INSERT', 'SELECT, INSERT'],
])('the permission %s is called %s', (permission, name) => {
  expect(permissionName(permission)).toBe(name);
});

test('what Lapse has a word for is called by it, and what only a platform knows by its own', () => {
  expect([platformName('azure_ad'), platformName('postgres'), platformName('snowflake')]).toEqual([
    'Entra ID',
    'PostgreSQL',
    'snowflake',
  ]);
  expect([classificationName('pii'), classificationName('secret')]).toEqual(['Personal data', 'secret']);
  expect([assetTypeName('table'), assetTypeName('enterprise_application')]).toEqual([
    'Table',
    'Enterprise application',
  ]);
  expect([roleName('service.admin'), roleName('service.ingest')]).toEqual(['Admin', 'Sender of events']);
});
