import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  formatKey,
  keyId,
  openCheckpoint,
  parseKey,
  rawPublicKey,
  signCheckpoint,
} from './signed-note.rules.ts';

// RFC 8032, 7.1, test 1: the seed and the public key that belongs to it.
const SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const PUBLIC = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a';
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(SEED, 'hex')]),
  format: 'der',
  type: 'pkcs8',
});
const key = { name: 'lapse-audit/contoso/1', public_key: Buffer.from(PUBLIC, 'hex') };
const checkpoint = { origin: key.name, tree_size: 3, root_hash: Buffer.alloc(32, 4) };

test('a key is one word and reads back; its id belongs to its name', () => {
  expect(rawPublicKey(privateKey)).toEqual(key.public_key);
  expect(parseKey(formatKey(key))).toEqual(key);
  expect(formatKey(key)).toMatch(/^lapse-audit\/contoso\/1\+[0-9a-f]{8}\+Add[A-Za-z0-9+/]{41}$/);
  expect(keyId({ ...key, name: 'another' })).not.toEqual(keyId(key));
  for (const wrong of ['', 'x', formatKey(key).replace('contoso', 'other'), formatKey(key).slice(0, -1)]) {
    expect(parseKey(wrong)).toBeNull();
  }
});

test('a note has the form of C2SP and opens with the key that signed it', () => {
  const note = signCheckpoint(checkpoint, privateKey);
  expect(note.split('\n').slice(0, 4)).toEqual([key.name, '3', checkpoint.root_hash.toString('base64'), '']);
  expect(openCheckpoint(note, key)).toEqual({ checkpoint });
  // Others may sign it as well.
  expect(openCheckpoint(`${note}\u2014 witness.example AAAAAAAA\n`, key)).toEqual({ checkpoint });
});

test('what is not signed with the key, or not a checkpoint, does not open', () => {
  const note = signCheckpoint(checkpoint, privateKey);
  const other = generateKeyPairSync('ed25519').privateKey;
  for (const [text, trouble] of [
    [signCheckpoint(checkpoint, other), /but with another/],
    [note.replace('\n3\n', '\n4\n'), /not valid/],
    [note.replace('\n3\n', '\n03\n'), /not a signed checkpoint/],
    [note.replaceAll('contoso', 'fabrikam'), /of the log lapse-audit\/fabrikam\/1/],
    [note.slice(0, note.indexOf('\n\n') + 2), /but with another/],
    ['', /not a signed checkpoint/],
  ] as const) {
    expect(openCheckpoint(text, key).trouble).toMatch(trouble);
  }
});
