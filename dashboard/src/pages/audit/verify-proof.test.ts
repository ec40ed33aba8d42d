import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as reference from '../../../../src/audit/tree/merkle.rules.ts';
import { inclusionProof } from '../../../../src/audit/tree/merkle-proof.rules.ts';
import { keyId, rawPublicKey, signCheckpoint } from '../../../../src/audit/tree/signed-note.rules.ts';
import { leafHash, nodeHash, toBase64 } from './merkle.ts';
import { verifyProof } from './verify-proof.ts';

const origin = 'lapse-audit/test/1';
const { privateKey } = generateKeyPairSync('ed25519');
const public_key = rawPublicKey(privateKey);
const key = {
  origin,
  key_id: keyId({ name: origin, public_key }).toString('hex'),
  public_key: public_key.toString('base64'),
};

const entryOf = (place: number): string =>
  JSON.stringify({ id: `entry-${place}`, description: `Größe ${place}` });

/** As the server makes it, with its own code. */
function prove(position: number, size: number) {
  const leaves = Array.from({ length: size }, (_, place) => reference.leafHash(Buffer.from(entryOf(place))));
  const over = (begin: number, end: number): Buffer =>
    reference.foldRoots(
      reference.subtreesOf(begin, end).map(({ level, index }) => {
        let row = leaves.slice(index * 2 ** level, (index + 1) * 2 ** level);
        while (row.length > 1)
          row = row.flatMap((left, place) =>
            place % 2 === 0 ? [reference.nodeHash(left, row[place + 1] as Buffer)] : [],
          );
        return row[0] as Buffer;
      }),
    );
  const root = over(0, size);
  const hashes = inclusionProof(position, size).map((subtrees) => {
    const first = subtrees[0] as reference.Subtree;
    const begin = first.index * 2 ** first.level;
    return over(begin, begin + subtrees.reduce((sum, { level }) => sum + 2 ** level, 0)).toString('base64');
  });
  return {
    id: `entry-${position}`,
    position,
    tree_size: size,
    root_hash: root.toString('base64'),
    checkpoint: signCheckpoint({ origin, tree_size: size, root_hash: root }, privateKey),
    entry: entryOf(position),
    leaf_hash: (leaves[position] as Buffer).toString('base64'),
    hashes,
  };
}

test('hashes leaves and nodes as the service does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array(),
      fc.uint8Array({ minLength: 32, maxLength: 32 }),
      async (entry, hash) => {
        expect(toBase64(await leafHash(entry))).toBe(reference.leafHash(entry).toString('base64'));
        expect(toBase64(await nodeHash(hash, hash))).toBe(reference.nodeHash(hash, hash).toString('base64'));
      },
    ),
  );
});

test('every entry of a tree of any size is proved', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 70 }), fc.nat(), async (size, any) => {
      const position = any % size;
      const verdict = await verifyProof(prove(position, size), key, `entry-${position}`);
      expect(verdict).toMatchObject({ is_proved: true, reason: null, signature: 'valid' });
    }),
    { numRuns: 60 },
  );
});

describe('what was tampered with is not proved', () => {
  const good = prove(5, 13);
  const other = Buffer.alloc(32, 7).toString('base64');
  test.each([
    ['the entry', { entry: good.entry.replace('Größe', 'Grösse') }, 'leaf'],
    ['the entry and its hash', { entry: entryOf(6), leaf_hash: prove(6, 13).leaf_hash }, 'entry'],
    [
      'the text of the entry and its hash',
      {
        entry: good.entry.replace('Größe', 'x'),
        leaf_hash: reference.leafHash(Buffer.from(good.entry.replace('Größe', 'x'))).toString('base64'),
      },
      'root',
    ],
    ['a hash', { hashes: [other, ...good.hashes.slice(1)] }, 'root'],
    ['a hash too few', { hashes: good.hashes.slice(1) }, 'size'],
    ['a hash too many', { hashes: [...good.hashes, other] }, 'size'],
    ['the place', { position: 4 }, 'root'],
    ['a place outside', { position: 13 }, 'size'],
    ['the root', { root_hash: other }, 'root'],
    ['the checkpoint of another size', { checkpoint: prove(5, 12).checkpoint }, 'note'],
    ['the text of the checkpoint', { checkpoint: good.checkpoint.replace('\n13\n', '\n14\n') }, 'note'],
    ['no note at all', { checkpoint: 'not a note' }, 'signature'],
  ])('%s', async (_, changes, reason) => {
    expect(await verifyProof({ ...good, ...changes }, key, 'entry-5')).toMatchObject({
      is_proved: false,
      reason,
    });
  });

  test('the key', async () => {
    const foreign = rawPublicKey(generateKeyPairSync('ed25519').privateKey);
    const forged = { ...key, public_key: foreign.toString('base64') };
    expect(await verifyProof(good, forged, 'entry-5')).toMatchObject({ reason: 'signature' });
    expect(await verifyProof(good, { ...key, key_id: '00000000' }, 'entry-5')).toMatchObject({
      reason: 'signature',
    });
  });
});

test('without a checkpoint of its size the root alone is compared', async () => {
  const proof = { ...prove(2, 5), checkpoint: null };
  expect(await verifyProof(proof, key, 'entry-2')).toMatchObject({ is_proved: true, signature: 'unsigned' });
});
