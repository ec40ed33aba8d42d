import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as service from '../../../../../src/connectors/snippets.ts';
import { HOSTILE_TEXT } from '../../../../../test/support/hostile-text.ts';
import { type ConnectorType, changedSettings } from '../connector-settings.ts';
import { chosenValues, fillSnippet, firstValues, hostsOf, untoldSettings } from './connect-values.ts';

const setting = (name: string, more: object = {}): ConnectorType['settings'][number] => ({
  ...{ name, type: 'text', required: false, secret: false, default: null, min: null, max: null },
  ...{ one_of: null, reaches: null, description: '' },
  ...more,
});
const step = (
  needed_for: 'discover' | 'revoke',
  settings: { name: string; suggestion: string | null }[],
): ConnectorType['steps'][number] => ({
  ...{ title: needed_for, needed_for, instructions: [], permissions: [], snippets: [], settings },
});
const type: ConnectorType = {
  platform: 'x',
  title: 'X',
  settings: [
    setting('host', { required: true, reaches: 'host' }),
    setting('login_url', { default: 'https://login.example:8443/x', reaches: 'url' }),
    setting('user', { required: true }),
    setting('remover'),
    setting('remover_secret', { secret: true }),
  ],
  steps: [
    step('discover', [
      { name: 'host', suggestion: null },
      { name: 'user', suggestion: 'lapse' },
    ]),
    step('revoke', [
      { name: 'remover', suggestion: 'lapse_remover' },
      { name: 'remover_secret', suggestion: null },
    ]),
  ],
};

test('what a needed step suggests stands there, what one for removals suggests does not', () => {
  expect(firstValues(type)).toMatchObject({
    user: 'lapse',
    remover: '',
    login_url: 'https://login.example:8443/x',
  });
});

test('what was typed for removals is sent only with them', () => {
  const values = { ...firstValues(type), host: 'db', remover: 'r', remover_secret: 's' };
  expect(changedSettings(type, chosenValues(type, values, false))).toEqual({ host: 'db', user: 'lapse' });
  expect(changedSettings(type, chosenValues(type, values, true))).toEqual({
    ...{ host: 'db', user: 'lapse', remover: 'r', remover_secret: 's' },
  });
});

test('settings that no step tells are the rest', () => {
  expect(untoldSettings(type).map(({ name }) => name)).toEqual(['login_url']);
});

test('the hosts that will be reached, without ports and sockets', () => {
  expect(hostsOf(type, { host: 'db.example', login_url: 'https://login.example:8443/x' })).toEqual([
    'db.example',
    'login.example',
  ]);
  expect(hostsOf(type, { host: '/run/postgresql', login_url: 'no address' })).toEqual([]);
});

test('what can be copied is filled as the service fills it', () => {
  const { backtick, identifier, inShell, inUrl, literal, partsOf, plain } = service;
  const places = [plain, inUrl, inShell, identifier, literal, backtick].map((place) => place('user'));
  const parts = places.flatMap((place) => partsOf`${place} and ${{ ...place, setting: 'tenant_id' }};`);
  const same = (values: { user?: string; tenant_id?: string }): void =>
    expect(fillSnippet(parts, values)).toBe(service.fillSnippet(parts, values));
  fc.assert(fc.property(HOSTILE_TEXT, HOSTILE_TEXT, (user, tenant_id) => void same({ user, tenant_id })));
  same({});
  same({ user: '' });
});
