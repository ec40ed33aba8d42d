import { expect, test } from 'vitest';
import { postgresType } from './postgres/postgres-connector.ts';

const read = (input: unknown) => postgresType.readSettings(input);

test('what is not given has its default', () => {
  expect(read({ host: 'db.example', user: 'lapse', password: 'x' })).toMatchObject({
    settings: {
      host: 'db.example',
      port: 5432,
      database: 'postgres',
      tls: 'verify-full',
      databases: [],
      log_path: null,
    },
  });
});

test('every fault at once, with its field and without what was given', () => {
  const answer = read({
    port: 0,
    tls: 'maybe-secret',
    databases: 'secret',
    pasword: 'secret',
    timeout_ms: 'secret',
  });
  const faults = (answer as { faults: { loc: unknown[]; msg: string }[] }).faults;
  expect(faults.map(({ loc }) => loc[0]).sort()).toEqual(
    ['databases', 'host', 'pasword', 'port', 'timeout_ms', 'tls', 'user'].sort(),
  );
  expect(JSON.stringify(faults)).not.toContain('secret');
});

test.each([null, [], 'text', 7])('%j is no object of settings', (input) => {
  expect(read(input)).toMatchObject({ faults: [{ msg: 'expected an object' }] });
});

test('the fields that are secret are marked so', () => {
  const secret = postgresType.settings.filter((field) => field.secret).map((field) => field.name);
  expect(secret).toEqual(['password', 'remediation_password']);
});
