import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batonType } from './baton-connector.ts';
import { offeredPrograms, programFault } from './programs.ts';

let root: string;
let programs: string;
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'baton-programs-'));
  programs = path.join(root, 'programs');
  mkdirSync(path.join(programs, 'folder'), { recursive: true });
  const file = (name: string, mode: number): void => {
    writeFileSync(path.join(programs, name), '#!/bin/sh\n');
    chmodSync(path.join(programs, name), mode);
  };
  file('baton-one', 0o755);
  file('baton-two', 0o700);
  file('.hidden', 0o755);
  file('not-a-program', 0o644);
  file('anybodys', 0o777);
  file('with space', 0o755);
  writeFileSync(path.join(root, 'outside'), '#!/bin/sh\n');
  chmodSync(path.join(root, 'outside'), 0o755);
  symlinkSync(path.join(root, 'outside'), path.join(programs, 'link-out'));
  symlinkSync('baton-one', path.join(programs, 'link-in'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('programs', () => {
  test('are those of the directory that can be run and are nobody else’s', () => {
    expect(offeredPrograms(programs)).toEqual(['baton-one', 'baton-two']);
    expect(programFault(programs, 'baton-one')).toBeNull();
  });

  test.each([
    '../outside',
    'folder/../baton-one',
    './baton-one',
    '/bin/sh',
    'folder',
    'link-out',
    'link-in',
    '.hidden',
    'not-a-program',
    'anybodys',
    'with space',
    'baton-one\n',
    'baton-one/',
    '..',
    '.',
    '',
    'baton-three',
  ])('are named by nothing else: %j', (name) => {
    expect(programFault(programs, name)).toBe('expected one of baton-one, baton-two');
  });

  test('are none where the operator names no directory, or one that is not there', () => {
    expect(programFault(null, 'baton-one')).toContain('BATON_DIR');
    expect(programFault(path.join(root, 'nowhere'), 'baton-one')).toContain('none that can be run');
  });
});

describe('settings', () => {
  const faultsOf = (settings: object, hosts: string[] | null = null): [string, string][] => {
    const read = batonType({ hosts, baton_dir: programs }).readSettings({
      program: 'baton-one',
      ...settings,
    });
    return 'faults' in read ? read.faults.map(({ loc, msg }) => [loc.join('.'), msg]) : [];
  };

  test('are variables of the program', () => {
    expect(
      faultsOf({
        variables: ['BATON_DOMAIN=corp.example', 'BATON_EMPTY=', 'BATON_QUERY=a=b'],
        secret_variables: 'BATON_TOKEN=/9j/4AAQ==\nBATON_OTHER=x\r\n',
      }),
    ).toEqual([]);
    expect(faultsOf({ secret_variables: '{"BATON_KEY": "-----BEGIN KEY-----\\nabc\\n"}' })).toEqual([]);
  });

  test.each([
    'PATH=/tmp',
    'LD_PRELOAD=/tmp/x.so',
    'BATON_=x',
    'BATON_a=x',
    'no name',
    'NODE_OPTIONS=--require x',
    'BATON_CONNECTOR_SERVICE_LISTENER_FD=5',
    'BATON_PROVISIONING=true',
    'BATON_FILE=x',
    'BATON_LOG_PATH=x',
    'BATON_OTEL_COLLECTOR_ENDPOINT=x',
    'BATON_KEY_PATH=/etc/passwd',
    'BATON_KEY_PATH=//etc/passwd',
    'BATON_KEY_PATH=../../etc/passwd',
    'BATON_KEY_PATH=a/../../etc/passwd',
    'BATON_KEY_PATH=~/.ssh/id_rsa',
    'BATON_URL=file:///etc/passwd',
    'BATON_URL=http://169.254.169.254/latest',
  ])('are refused where they would do something else: %j', (variable) => {
    expect(faultsOf({ variables: [variable] }).map(([field]) => field)).toEqual(['variables']);
    expect(faultsOf({ secret_variables: variable }).map(([field]) => field)).toEqual(['secret_variables']);
  });

  test('lead only where the operator lets connectors go, as far as values say', () => {
    const urls = ['https://db.example/x', 'postgres://me:pw@db.example:5432/x', 'https://other.example'];
    const given = urls.map((url, i) => `BATON_URL${i}=${url}`);
    expect(faultsOf({ variables: given }, ['db.example'])).toEqual([
      ['variables', expect.stringContaining('BATON_URL2 expected a host that the operator of Lapse names')],
    ]);
    expect(faultsOf({ variables: given })).toEqual([]);
  });

  test('a fault repeats no value', () => {
    for (const secret_variables of [
      'hunter2',
      '{"BATON_A": hunter2}',
      '{"BATON_A": ["hunter2"]}',
      'PATH=hunter2',
    ])
      expect(JSON.stringify(faultsOf({ secret_variables }))).not.toContain('hunter2');
    expect(faultsOf({ variables: ['BATON_A=1'], secret_variables: 'BATON_A=2' })).toEqual([
      ['variables', 'has BATON_A, which is among the secret ones, too'],
    ]);
  });
});
