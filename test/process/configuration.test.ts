import { describe, expect, test } from 'vitest';
import { refusal, temporaryDirectory } from './lapse-process.ts';

describe('settings that must not be used', () => {
  test('every wrong or missing setting is listed at once, with what is expected', async () => {
    const env = {
      PORT: 'eighty',
      LOG_LEVEL: 'loud',
      DATABASE_URL: 'mysql://localhost/lapse',
      RATE_LIMIT_READS: 'many',
      RATE_LIMIT_SIGN_IN: '0',
      TRUSTED_PROXIES: 'proxy.example',
      CONNECTOR_HOSTS: 'db.example.com,https://db.example.com:5432',
    };
    const { code, errors } = await refusal({ command: 'serve', env });
    expect(code).toBe(1);
    expect(errors).toMatch(/^lapse: The configuration is not usable:/);
    for (const name of [...Object.keys(env), 'OIDC_ISSUER', 'OIDC_AUDIENCE']) {
      expect(errors).toMatch(new RegExp(`^ {2}- ${name}: .*expected`, 'm'));
    }
    expect(errors).not.toMatch(/^\s+at /m);
  });

  test.each([
    [
      'in production',
      { NODE_ENV: 'production' },
      /AUTH_DISABLED: must not be true when NODE_ENV is production/,
    ],
    [
      'in production even when told to be insecure',
      { NODE_ENV: 'production', ALLOW_INSECURE: 'true' },
      /AUTH_DISABLED: must not be true when NODE_ENV is production/,
    ],
    ['beyond loopback', { HOST: '0.0.0.0' }, /AUTH_DISABLED: must not be true when HOST \(0\.0\.0\.0\)/],
  ])('AUTH_DISABLED=true is refused %s', async (_where, env: Record<string, string>, sentence) => {
    const data_dir = await temporaryDirectory();
    const end = await refusal({ command: 'serve', data_dir, env: { AUTH_DISABLED: 'true', ...env } });
    expect(end.errors).toMatch(sentence);
    expect(end.code).toBe(1);
  });

  test('a database that does not answer is named without its password', async () => {
    const env = {
      AUTH_DISABLED: 'true',
      DATABASE_URL: 'postgres://lapse_app:hush@127.0.0.1:1/lapse',
      SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
    };
    const { code, errors } = await refusal({ command: 'serve', env });
    expect(errors).toMatch(/^lapse: The database of DATABASE_URL \(127\.0\.0\.1:1\/lapse\) cannot be used/);
    expect(errors.trim().split('\n')).toHaveLength(1);
    expect(errors).not.toContain('hush');
    expect(code).toBe(1);
  });

  test('migrating without the two addresses says which they are', async () => {
    const { code, errors } = await refusal({ command: 'migrate', data_dir: await temporaryDirectory() });
    expect(errors).toMatch(/^lapse: .*DATABASE_URL.*MIGRATIONS_DATABASE_URL/);
    expect(code).toBe(1);
  });
});
