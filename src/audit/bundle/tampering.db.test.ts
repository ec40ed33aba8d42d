import { fc } from '@fast-check/vitest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anyAttack, attackerKey, auditAttacks } from '../../../test/support/audit-attacks.ts';
import {
  type AuditWorld,
  createAuditWorld,
  ENTRIES,
  entryId,
  once,
} from '../../../test/support/audit-world.ts';
import { isIncluded, referenceLeaf } from '../../../test/support/merkle-reference.ts';
import { latestCheckpoint } from '../log/checkpoints.sql.ts';
import { proveInclusion } from '../tree/prove.ts';
import type { NoteKey } from '../tree/signed-note.rules.ts';
import { type Verification, verifyBundle } from './verify-bundle.ts';

let world: AuditWorld;
let tables: ReturnType<typeof auditAttacks>;
beforeAll(async () => {
  world = await createAuditWorld();
  tables = auditAttacks(world);
});
afterAll(() => world.close());

/** Tampers with the tables past every trigger, exports, verifies, and undoes it. */
async function afterTampering(
  tamper: () => Promise<unknown>,
  options: { key: NoteKey | null; checkpoint: string | null } = { key: world.key, checkpoint: world.kept },
): Promise<Verification> {
  const { client } = world;
  await client.query('BEGIN');
  try {
    await client.query('SET LOCAL session_replication_role = replica');
    await tamper();
    return await verifyBundle(once(await world.exported()), options);
  } finally {
    await client.query('ROLLBACK');
  }
}

describe('whatever a superuser does to the tables', () => {
  test('without tampering, the bundle verifies', async () => {
    const found = await afterTampering(async () => {});
    expect([found.faults, found.entries, found.outside]).toEqual([[], ENTRIES, 0]);
  });

  test('is found', async () => {
    await fc.assert(
      fc.asyncProperty(anyAttack(world), async ({ name, run: tamper }) => {
        const { faults } = await afterTampering(tamper);
        expect([name, faults.length > 0]).toEqual([name, true]);
      }),
      { numRuns: 150 },
    );
  });

  test('the first fault says where', async () => {
    const first = async (tamper: () => Promise<unknown>) => (await afterTampering(tamper)).faults[0];
    const { rows } = await world.run(
      "SELECT position FROM audit_positions WHERE tenant_id = $1 AND entry_id = 'entry-0300'",
    );
    const at = rows[0].position;
    expect(await first(() => tables.edit(300, ['actor', "'x'"]))).toMatch(
      `Entry ${at} (id entry-0300, line ${Number(at) + 3} of the bundle) is not the one that was recorded there`,
    );
    expect(await first(() => tables.removeEntry(300))).toBe(
      `Entry ${at} (id entry-0300) is missing: it was removed from the database.`,
    );
    expect(await first(() => tables.insertEntry())).toMatch('The database has 1 entry outside the log');
    expect(await first(() => tables.cutOffAfterCheckpoint(300))).toMatch(
      /over 530 entries.*entries were cut off/,
    );
    expect(
      await first(async () => {
        await tables.edit(300, ['actor', "'x'"]);
        await tables.rebuild(world.private_key);
      }),
    ).toMatch('history was rewritten after it was signed');
    expect(
      await first(async () => {
        await tables.edit(300, ['actor', "'x'"]);
        await tables.rebuild(attackerKey);
      }),
    ).toMatch('which is not the one you gave');
  });

  test('a fork with another key passes only when the bundle itself is believed', async () => {
    const fork = async () => {
      await tables.edit(300, ['actor', "'x'"]);
      await tables.rebuild(attackerKey);
    };
    expect((await afterTampering(fork, { key: null, checkpoint: null })).faults).toEqual([]);
    expect((await afterTampering(fork, { key: world.key, checkpoint: null })).faults).not.toEqual([]);
  });

  test('an altered entry, or a hash above the entries, breaks the proofs that are served', async () => {
    const isProved = async (n: number): Promise<boolean> => {
      const proof = await proveInclusion(world.q, entryId(n), undefined);
      const note = (await latestCheckpoint(world.q))?.note.split('\n') as string[];
      return isIncluded({
        ...proof,
        leaf: referenceLeaf(proof.entry),
        hashes: proof.hashes.map((hash) => Buffer.from(hash, 'base64')),
        root: Buffer.from(note[2] as string, 'base64'),
      });
    };
    expect(await isProved(7)).toBe(true);
    await world.client.query('BEGIN');
    await world.client.query('SET LOCAL session_replication_role = replica');
    await tables.edit(7, ['actor', "'x'"]);
    expect([await isProved(7), await isProved(8)]).toEqual([false, true]);
    await world.run(
      'UPDATE audit_tiles SET hashes = sha256(hashes) || sha256(hashes) WHERE tenant_id = $1 AND level = 1',
    );
    expect(await isProved(529)).toBe(false);
    await world.client.query('ROLLBACK');
  });
});
