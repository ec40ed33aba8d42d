import { describe, expect, test } from 'vitest';
import { valueReachFault } from './value-reach.ts';

const HOSTS = ['acme.okta.com', '*.data.example.com', '10.0.0.7', 'db', '::1'];
const faultOf = (value: string, hosts: string[] | null = HOSTS) => valueReachFault(value, { hosts });

test.each([
  'acme.okta.com',
  'ACME.Okta.com',
  'acme.okta.com.',
  'acme.okta.com:443',
  'acme.okta.com/api/v1?x=y',
  '//acme.okta.com/api',
  'https://acme.okta.com/api;v=1',
  'postgres://me:pw@acme.okta.com:5432/x',
  'eu.data.example.com, us.data.example.com;acme.okta.com',
  '10.0.0.7',
  '10.0.0.7:5432',
  '::1',
  '[::1]:9000',
  'db:5432',
  'https://db',
])('%s leads where connectors may go', (value) => {
  expect(faultOf(value)).toBeNull();
});

test.each([
  'evil.example',
  'evil.example.',
  ' evil.example ',
  'evil.example:443',
  'evil.example/acme.okta.com',
  'acme.okta.com.evil.example',
  'data.example.com',
  '//evil.example/x',
  'https://evil.example',
  ' https://evil.example',
  'https://acme.okta.com@evil.example',
  'https://acme.okta.com,https://evil.example',
  'acme.okta.com evil.example',
  'acme.okta.com\nevil.example',
  'shop.xn--p1ai',
  '10.0.0.70',
  '127.0.0.1:6379',
  '[fd00::1]:80',
  'fd00::1',
  'localhost',
  'localhost:6379',
  'other:5432',
])('%s does not', (value) => {
  expect(faultOf(value)).toContain('CONNECTOR_HOSTS');
  expect(faultOf(value, [])).toContain('no hosts may be connected here');
  expect(faultOf(value, null)).toBeNull();
});

test.each([
  '169.254.169.254',
  '169.254.169.254:80',
  'http://169.254.169.254/latest',
  '168.63.129.16/metadata',
  '[::ffff:169.254.169.254]',
  '::ffff:169.254.169.254',
  'acme.okta.com,169.254.169.254',
])('%s never does', (value) => {
  expect(faultOf(value, null)).toContain('metadata service');
  expect(faultOf(value, ['169.254.169.254', 'acme.okta.com'])).toContain('metadata service');
});

test.each(['file:///etc/passwd', 'file://db/x', 'https://', 'https://[::zz]', 'mysql://me@tcp(evil:1)/x'])(
  '%s is no address that can be judged',
  (value) => {
    expect(faultOf(value, null)).toMatch(/address/);
  },
);

describe('what only looks a little like a host is left alone', () => {
  test.each([
    '',
    'acme',
    'true',
    '1.2.3',
    'v2.0',
    'ana@corp.example',
    'arn:aws:iam::123456789012:role/lapse',
    '0a000000-0000-4000-8000-00000000000a',
    'a1b2.c3d4',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U',
    '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',
    '-----BEGIN KEY-----\nMIIE/vQ+IBADANBgkq==\n-----END KEY-----',
    '/9j/4AAQ==',
    'a=b',
  ])('%j', (value) => {
    expect(faultOf(value, [])).toBeNull();
  });
});
