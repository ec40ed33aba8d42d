import { expect, test } from 'vitest';
import { isReservedActor } from './reserved-actors.rules.ts';

test.each([
  'system',
  'System',
  'SYSTEM',
  ' system ',
  's y s t e m',
  'sys-tem',
  's\u0443stem',
  '\u0455\u0443\u0455t\u0435m',
  '\uff53\uff59\uff53\uff54\uff45\uff4d',
  'sy\u0301stem',
  'system\u00a0',
  'dev-admin',
  'DEV ADMIN',
  'dev_admin',
  'devadmin',
])('%j is not a name for a caller', (name) => expect(isReservedActor(name)).toBe(true));

test.each(['system@corp.example', 'systems', 'ecosystem', 'dev-admin-2', 'admin', 'sam', '', '\u7cfb\u7edf'])(
  '%j is',
  (name) => expect(isReservedActor(name)).toBe(false),
);
