import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { expectedIssuer, isIssuer, isPlainText, isSafeAddress } from './tenant.rules.ts';

it.each([
  ['https://id.example', { tid: 'acme', issuer: null }, 'https://id.example'],
  ['https://id.example', { tid: 'acme', issuer: 'https://own.example' }, 'https://own.example'],
  ['https://id.example/{tid}', { tid: 'acme', issuer: 'https://own.example' }, 'https://own.example'],
  ['https://id.example/{tenantid}/v2.0', { tid: '0f-1e', issuer: null }, 'https://id.example/0f-1e/v2.0'],
  ['https://{tid}.example/{tid}/', { tid: 'acme', issuer: null }, 'https://acme.example/acme/'],
  ['https://id.example/{tid}', { tid: '../other', issuer: null }, null],
  ['https://id.example/{tid}', { tid: '..', issuer: null }, null],
  ['https://id.example/{tid}', { tid: "$'", issuer: null }, null],
])('%s for %j is %s', (configured, tenant, expected) => {
  expect(expectedIssuer(configured, tenant)).toBe(expected);
});

test.prop([fc.string({ unit: 'binary' })])('no tid leads outside its place in the address', (tid) => {
  const issuer = expectedIssuer('https://id.example/t/{tid}/v2.0', { tid, issuer: null });
  if (issuer !== null) expect(new URL(issuer).href).toBe(`https://id.example/t/${tid}/v2.0`);
});

it.each([
  'https://id.example',
  'https://id.example:8443/a/',
  'http://127.0.0.1:4000',
  'http://[::1]',
  'http://localhost',
])('takes %s for an issuer', (address) => {
  expect(isIssuer(address)).toBe(true);
});

it.each([
  'id.example',
  'ftp://id.example',
  'http://id.example',
  'http://127.0.0.1.example',
  'https://id.example?x=1',
  'https://id.example#x',
  'https://user:secret@id.example',
  'https://id.example/ ',
  '',
  undefined,
  7,
])('does not take %s for an issuer', (address) => {
  expect(isIssuer(address)).toBe(false);
});

it('tells safe addresses from others', () => {
  expect(isSafeAddress('https://id.example/keys?v=2')).toBe(true);
  expect(isSafeAddress('http://id.example/keys')).toBe(false);
  expect(isSafeAddress('javascript:alert(1)')).toBe(false);
});

it.each([
  '',
  'a\u0000',
  'a\nb',
  'a\u007f',
  '\u200b',
  '\u202e',
  '\ud800',
  '\u2028',
  'four!',
  undefined,
  4,
  ['a'],
])('%j is not plain text of at most four characters', (value) => {
  expect(isPlainText(value, 4)).toBe(false);
});

it.each(['a', 'ä-ß', 'a b', '😀', '山田'])('%s is', (value) => {
  expect(isPlainText(value, 4)).toBe(true);
});
