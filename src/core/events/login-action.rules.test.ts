import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLogin } from './login-action.rules.ts';

describe('what counts as a sign-in', () => {
  test.each([
    // The contract and our own connectors.
    'login',
    'admin_login',
    // Entra ID and Microsoft 365
    'Sign-in activity',
    'UserLoggedIn',
    'signIn',
    'SIGNIN',
    'sign_in',
    // Databricks
    'aadBrowserLogin',
    'aadTokenLogin',
    'samlLogin',
    'mfaLogin',
    'tokenLogin',
    'jwtLogin',
    // Azure Synapse and SQL Server audit
    'LOGIN SUCCEEDED',
    'DATABASE AUTHENTICATION SUCCEEDED',
    // Snowflake
    'LOGIN',
    // AWS, Google, Okta, Windows
    'ConsoleLogin',
    'login_success',
    'user.authentication.sso',
    'Logon',
    'interactive logon',
    // PostgreSQL
    'connection authenticated',
    'logged in',
    'log in',
  ])('%s is one', (action) => expect(isLogin(action)).toBe(true));

  test.each([
    'signing',
    'assign_instance',
    'assignInstance',
    'code_signing_key.read',
    'design_index',
    'loginless',
    'logins',
    'plugin',
    'blogon',
    'query',
    'write',
    'logout',
    'sign_out',
    'Logoff',
    // It did not succeed.
    'UserLoginFailed',
    'LOGIN FAILED',
    'DATABASE AUTHENTICATION FAILED',
    'login_failure',
    'login_challenge',
    // It is about logins.
    'CREATE LOGIN',
    'ALTER LOGIN',
    'CreateLoginProfile',
    'UpdateLoginProfile',
    'GetLoginProfile',
    'query_login_history',
    'login_history.read',
    'sign_in_logs.read',
    'auditLogs/signIns.list',
    'Update authentication method',
    'getTable',
    'generateTemporaryTableCredential',
    'commandSubmit',
    'ReadWrite',
    '',
    'log',
    'in log',
  ])('%s is none', (action) => expect(isLogin(action)).toBe(false));

  test('case and separators do not matter; letters around the word do', () => {
    const word = fc.constantFrom('login', 'logon', 'signin', 'authenticate');
    const separator = fc.constantFrom(' ', '_', '-', '.', '/', ':');
    const other = fc.constantFrom('user', 'admin', 'v2', 'workspace', 'sso');
    fc.assert(
      fc.property(word, separator, other, fc.boolean(), (name, between, beside, isFirst) => {
        const action = (isFirst ? [name, beside] : [beside, name]).join(between);
        expect([action, isLogin(action), isLogin(action.toUpperCase())]).toEqual([action, true, true]);
      }),
    );
    const letters = fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom(...'abcdefghijk') });
    fc.assert(
      fc.property(word, letters, (name, more) => {
        expect(isLogin(`${more}${name}`)).toBe(false);
        // `authenticated` is one of the words itself.
        if (`${name}${more}` !== 'authenticated') expect(isLogin(`${name}${more}`)).toBe(false);
      }),
    );
  });
});
