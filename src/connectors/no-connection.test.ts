import { expect, test } from 'vitest';
import { noConnection } from './no-connection.ts';

const at = { host: 'db.exmaple.com', port: 5432 };

test.each([
  ['ENOTFOUND', 'There is no host named db.exmaple.com: check how it is spelled (ENOTFOUND)'],
  [
    'ECONNREFUSED',
    'Nothing listens at db.exmaple.com:5432: check host and port, and that the server runs (ECONNREFUSED)',
  ],
  [
    'ETIMEDOUT',
    'db.exmaple.com:5432 cannot be reached from the machine of Lapse: check host and port, and firewalls between them (ETIMEDOUT)',
  ],
])('says of %s what to look at', (code, sentence) => {
  expect(noConnection({ code, message: 'x' }, at)).toBe(sentence);
});

test('finds the reason in the message of a driver that hides its code', () => {
  const message = 'Failed to connect to db.exmaple.com:1433 - getaddrinfo ENOTFOUND db.exmaple.com';
  expect(noConnection({ code: 'ESOCKET', message }, at)).toContain('There is no host named db.exmaple.com');
});

test('writes addresses as they are typed', () => {
  expect(noConnection({ code: 'ECONNREFUSED', message: '' }, { host: '::1', port: 5432 })).toContain(
    '[::1]:5432',
  );
  expect(noConnection({ code: 'ENOENT', message: '' }, { host: '/run/postgresql', port: 5432 })).toContain(
    'in /run/postgresql',
  );
});

test('says nothing of what is no matter of the network', () => {
  expect(noConnection({ code: '28P01', message: 'password authentication failed' }, at)).toBeNull();
  expect(noConnection({ message: 'socket hang up' }, at)).toBeNull();
});
