import { expect, test } from 'vitest';
import { type Connector, type ConnectorType, changedSettings, initialValues } from './connector-settings.ts';

const setting = (name: string, changes: object = {}) => ({
  name,
  type: 'text',
  required: false,
  secret: false,
  default: null,
  min: null,
  max: null,
  one_of: null,
  reaches: null,
  description: '',
  ...changes,
});
const type: ConnectorType = {
  platform: 'postgres',
  title: 'PostgreSQL',
  settings: [
    setting('host', { required: true }),
    setting('port', { type: 'integer', default: 5432 }),
    setting('password', { secret: true }),
    setting('databases', { type: 'text_list', default: [] }),
  ],
  steps: [],
};
const connector = { settings: { host: 'db', port: 5433, databases: ['a'] } } as unknown as Connector;

test('a new one sends what is required and what differs from the standard', () => {
  const values = { ...initialValues(type), host: 'db' };
  expect(changedSettings(type, values)).toEqual({ host: 'db' });
  expect(changedSettings(type, { ...values, port: 5433, password: 's', databases: ['a'] })).toEqual({
    host: 'db',
    port: 5433,
    password: 's',
    databases: ['a'],
  });
});

test('a change sends only what was changed, and keeps a secret that was not typed', () => {
  const values = initialValues(type, connector);
  expect(values).toEqual({ host: 'db', port: 5433, password: '', databases: ['a'] });
  expect(changedSettings(type, values, connector)).toEqual({});
  expect(changedSettings(type, { ...values, port: '' }, connector)).toEqual({ port: null });
  expect(changedSettings(type, { ...values, databases: [] }, connector)).toEqual({ databases: [] });
});
