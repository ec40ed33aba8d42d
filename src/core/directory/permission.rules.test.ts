import { expect, it } from 'vitest';
import { isWayIn, normalisePermission } from './permission.rules.ts';

it.each([
  ['ReadWrite', 'read_write'],
  ['read_write', 'read_write'],
  ['READ-WRITE', 'read_write'],
  ['readwrite', 'read_write'],
  ['rw', 'read_write'],
  ['write', 'write'],
  ['Contributor', 'write'],
  ['Storage Blob Data Contributor', 'write'],
  ['MODIFY', 'write'],
  ['db_datawriter', 'write'],
  ['INSERT, UPDATE', 'write'],
  ['Member', 'write'],
  ['read', 'read'],
  ['Viewer', 'read'],
  ['SELECT', 'read'],
  ['db_datareader', 'read'],
  ['CAN_USE', 'read'],
  ['admin', 'admin'],
  ['Administrator', 'admin'],
  ['CAN_MANAGE', 'admin'],
  ['ALL PRIVILEGES', 'admin'],
  ['User Access Administrator', 'admin'],
  ['owner', 'owner'],
  ['db_owner', 'owner'],
  ['IS_OWNER', 'owner'],
  ['frobnicate', null],
  ['', null],
])('%s is %s', (raw, permission) => {
  expect(normalisePermission(raw)).toBe(permission);
});

it.each(['use', 'USAGE', 'CONNECT', 'USE_CATALOG', 'BROWSE'])(
  '%s on a container is the way in, and no more',
  (permission) => expect(isWayIn(permission)).toBe(true),
);

it.each(['read', 'SELECT', 'use, select', 'db_datareader', 'Viewer', 'owner', 'frobnicate', ''])(
  '%s on a container gives what is in it',
  (permission) => expect(isWayIn(permission)).toBe(false),
);
