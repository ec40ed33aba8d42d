import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOSTILE_TEXT } from '../../test/support/hostile-text.ts';
import { backtick, fillSnippet, inShell, inUrl, partsOf, plain } from './snippets.ts';

test('a shell passes on what was typed as one word', () => {
  fc.assert(
    fc.property(fc.array(HOSTILE_TEXT, { minLength: 50, maxLength: 50 }), (typed) => {
      const words = typed.map((user) => fillSnippet(partsOf`${inShell('user')}`, { user }));
      const told = execFileSync('sh', ['-c', `printf '%s\\0' ${words.join(' ')}`], { encoding: 'utf8' });
      expect(told.split('\0').slice(0, -1)).toEqual(typed);
    }),
    { numRuns: 20 },
  );
});

test('an address has what was typed in one place', () => {
  const parts = partsOf`${plain('login_url')}/${inUrl('tenant_id')}/adminconsent?client_id=${inUrl('client_id')}`;
  fc.assert(
    fc.property(HOSTILE_TEXT, HOSTILE_TEXT, (tenant_id, client_id) => {
      const login_url = 'https://login.example:8443';
      const url = new URL(fillSnippet(parts, { login_url, tenant_id, client_id }));
      expect(url.origin).toBe(login_url);
      expect([...url.searchParams]).toEqual([['client_id', client_id]]);
      // Dots alone are a path to browsers, also when they are encoded.
      if (!/^\.{1,2}$/.test(tenant_id)) {
        expect(url.pathname.split('/').map(decodeURIComponent)).toEqual(['', tenant_id, 'adminconsent']);
      }
    }),
  );
});

test('a name for Databricks ends where it was said to end', () => {
  const statement = partsOf`GRANT USE CATALOG ON CATALOG system TO ${backtick('client_id')};`;
  fc.assert(
    fc.property(HOSTILE_TEXT, (client_id) => {
      const [, name] = /TO `((?:[^`]|``)*)`;$/.exec(fillSnippet(statement, { client_id })) ?? [];
      expect(name?.replaceAll('``', '`')).toBe(client_id);
    }),
  );
});

test('what is not known yet says what belongs there', () => {
  const parts = partsOf`/${inUrl('tenant_id')}/${inShell('tenant_id')}/${plain('tenant_id')}`;
  expect(fillSnippet(parts, {})).toBe("/<tenant id>/'<tenant id>'/<tenant id>");
  expect(fillSnippet(parts, { tenant_id: '' })).toBe("/<tenant id>/'<tenant id>'/<tenant id>");
  expect(fillSnippet(parts, { tenant_id: ['a'] })).toBe("/<tenant id>/'<tenant id>'/<tenant id>");
});
