import { fc, test } from '@fast-check/vitest';
import { expect } from 'vitest';
import { openSecret, sealSecret } from './sealed-secret.ts';

const KEY = Buffer.alloc(32, 1);

test.prop([fc.string({ unit: 'binary' }), fc.string()])('what was sealed opens again', (text, purpose) => {
  expect(openSecret(KEY, purpose, sealSecret(KEY, purpose, text))).toBe(Buffer.from(text).toString());
});

test('the same text never looks the same twice', () => {
  expect(sealSecret(KEY, 'p', 'hunter2')).not.toBe(sealSecret(KEY, 'p', 'hunter2'));
});

test('another key, another purpose or another version does not open it, and the message does not tell it', () => {
  const sealed = sealSecret(KEY, 'tenant 1 x', 'hunter2');
  for (const [key, purpose, value] of [
    [Buffer.alloc(32, 2), 'tenant 1 x', sealed],
    [KEY, 'tenant 2 x', sealed],
    [KEY, 'tenant 1 x', sealed.replace('v1', 'v2')],
    [KEY, 'tenant 1 x', ''],
    [KEY, 'tenant 1 x', 'v1.AAAA'],
  ] as const) {
    expect(() => openSecret(key, purpose, value)).toThrow(/cannot be decrypted/);
  }
});

test.prop([fc.nat(), fc.integer({ min: 1, max: 255 })])('no changed byte is accepted', (at, change) => {
  const sealed = sealSecret(KEY, 'p', 'hunter2');
  const bytes = Buffer.from(sealed.slice(3), 'base64url');
  bytes[at % bytes.length] = (bytes[at % bytes.length] as number) ^ change;
  expect(() => openSecret(KEY, 'p', `v1.${bytes.toString('base64url')}`)).toThrow(/cannot be decrypted/);
});
