import { fc } from '@fast-check/vitest';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createRemediationWorld,
  grant,
  type RemediationWorld,
  user,
} from '../../../test/support/remediation-world.ts';
import { attestRemediation } from '../attest-remediation.ts';
import { cancelRemediation, retryRemediation, revertRemediation } from '../change-remediation.ts';
import { verificationOf } from '../remediation.rules.ts';
import { listRemediations } from '../remediations.sql.ts';
import { observeAccess } from './observe-access.ts';

const MINUTE = 60_000;
let world: RemediationWorld;
/** Audit entries stay; those of a test come after this. */
let mark: string;
beforeAll(async () => {
  world = await createRemediationWorld();
});
beforeEach(async () => {
  await world.reset();
  mark = uuidv7();
  world.simulated = false;
  await world.importLines([user('olga', { display_name: 'Olga' }), ownedWiki('olga')]);
});
afterAll(() => world.close());

const ownedWiki = (owner_id: string | null) => ({
  kind: 'asset',
  id: 'wiki',
  name: 'wiki',
  type: 'table',
  platform: 'fabric',
  owner_id,
});

const order = (id: string) => ({
  id,
  actor: 'olga@example.com',
  note: null,
  now: world.now,
});
const caller = { aliases: ['olga', 'olga@example.com'] };
const attest = (id: string, attestation = 'Removed by hand.') =>
  world.store.db.transaction(world.tenant, (tx) =>
    attestRemediation(tx, { ...order(id), attestation, caller }),
  );
const cancel = (id: string) =>
  world.store.db.transaction(world.tenant, (tx) => cancelRemediation(tx, order(id)));
const revert = (id: string) =>
  world.store.db.transaction(world.tenant, (tx) => revertRemediation(tx, order(id)));
const retry = (id: string) =>
  world.store.db.transaction(world.tenant, (tx) =>
    retryRemediation(tx, { ...order(id), accept_other_losses: false }),
  );
const importGrant = (more: object = {}) => {
  world.now += MINUTE;
  return world.importLines([grant('g-ann', 'ann', 'wiki', more)]);
};
const entries = (type: string) =>
  world.store.admin(
    'SELECT actor, description, data FROM audit_entries WHERE event_type = $1 AND id > $2 ORDER BY id',
    [type, mark],
  );

async function requested(): Promise<string> {
  const [id] = (await world.start('g-ann')) as [string];
  await world.work();
  return id;
}

describe('a remediation where nothing is connected', () => {
  test('is the task of the asset’s owner; nothing is claimed, and the grant is still being revoked', async () => {
    const id = await requested();
    expect(await world.found(id)).toMatchObject({
      status: 'requested',
      execution: 'person',
      simulated: false,
      assigned_to_id: 'olga',
      assigned_to_name: 'Olga',
      completed_at: null,
      verified_at: null,
      verification: null,
    });
    expect(await world.statusOf('g-ann')).toBe('revoking');
    expect(await entries('remediation.executed')).toEqual([]);
    const [entry] = await entries('remediation.requested');
    expect(entry?.description).toBe(
      'ann: Nothing is connected to fabric, so a person must remove read on wiki (fabric). It is assigned to Olga.',
    );
    expect(entry?.data).toMatchObject({ remediation_id: id, status: 'requested', assigned_to_id: 'olga' });
    const { items } = await listRemediations(
      world.store.db.tenant(world.tenant),
      { status: 'requested', assigned_to_id: 'olga' },
      { limit: 10, offset: 0, after: null },
    );
    expect(items.map((item) => item.id)).toEqual([id]);
  });

  test('says so when nobody can be asked, also when the owner is the one who loses the access', async () => {
    await world.importLines([ownedWiki('ann')]);
    const id = await requested();
    expect(await world.found(id)).toMatchObject({ status: 'requested', assigned_to_id: null });
    expect((await entries('remediation.requested'))[0]?.description).toContain('Nobody is assigned');
  });

  test('that is attested is completed, not verified', async () => {
    const id = await requested();
    await attest(id, 'Taken out in the console, OPS-1.');
    expect(await world.found(id)).toMatchObject({
      status: 'completed',
      verification: 'attested',
      verified_at: null,
      attested_by: 'olga@example.com',
      attested_at: '2026-06-01T12:00:00.000Z',
      attestation: 'Taken out in the console, OPS-1.',
    });
    expect(await world.statusOf('g-ann')).toBe('revoked');
    const [entry] = await entries('remediation.attested');
    expect(entry).toMatchObject({ actor: 'olga@example.com' });
    expect(entry?.description).toContain('attested by olga@example.com, not verified');
    await expect(attest(id)).rejects.toThrow(/only one that is requested/);
  });

  test('is not attested by the one who loses the access', async () => {
    const id = await requested();
    const own = { aliases: ['ann'] };
    const attested = world.store.db.transaction(world.tenant, (tx) =>
      attestRemediation(tx, { ...order(id), attestation: 'Done.', caller: own }),
    );
    await expect(attested).rejects.toThrow('Nobody may attest the remediation of their own access.');
    expect(await world.found(id)).toMatchObject({ status: 'requested' });
  });

  test('is verified by an import that says it is gone, whether or not somebody has attested it', async () => {
    const id = await requested();
    await attest(id);
    await importGrant({ status: 'revoked' });
    expect(await world.found(id)).toMatchObject({
      status: 'completed',
      verification: 'verified',
      verified_at: '2026-06-01T12:01:00.000Z',
      verified_by: 'an import by importer@example.com',
      attested_by: 'olga@example.com',
    });
    expect((await entries('remediation.verified'))[0]?.description).toBe(
      'ann: read on wiki (fabric) is verified removed: an import by importer@example.com shows that it is gone.',
    );
    const [other] = (await world.start('g-bob')) as [string];
    await world.work();
    world.now += MINUTE;
    await world.importLines([grant('g-bob', 'bob', 'wiki', { status: 'revoked' })]);
    expect(await world.found(other)).toMatchObject({ status: 'completed', verification: 'verified' });
    expect(await world.statusOf('g-bob')).toBe('revoked');
  });

  test('that an import shows to be still there is a finding, once, and stays open', async () => {
    const id = await requested();
    await importGrant();
    await importGrant();
    expect(await world.found(id)).toMatchObject({
      status: 'requested',
      observed: 'present',
      contradiction_open: true,
      contradicted_at: '2026-06-01T12:01:00.000Z',
      verified_at: null,
    });
    expect(await world.statusOf('g-ann')).toBe('revoking');
    expect(await entries('remediation.still_present')).toHaveLength(1);
    await attest(id);
    expect(await world.found(id)).toMatchObject({ contradiction_open: false, verification: 'attested' });
  });

  test('that is attested and then seen to be there is contradicted: the grant is active again, and scored', async () => {
    const id = await requested();
    await attest(id);
    await importGrant();
    expect(await world.statusOf('g-ann')).toBe('active');
    expect(await world.found(id)).toMatchObject({
      status: 'completed',
      contradiction_open: true,
      observed: 'present',
    });
    const [entry] = await entries('grant.reappeared');
    expect(entry).toMatchObject({ actor: 'importer@example.com' });
    expect(entry?.data).toMatchObject({
      grant_id: 'g-ann',
      remediation_id: id,
      claim: 'attested, not verified',
      is_finding: true,
    });
    expect(await world.store.admin("SELECT active FROM grant_scores WHERE grant_id = 'g-ann'")).toEqual([
      { active: true },
    ]);
    await importGrant();
    expect(await entries('grant.reappeared')).toHaveLength(1);
    await retry(id);
    await world.work();
    expect(await world.found(id)).toMatchObject({
      status: 'requested',
      contradiction_open: false,
      attested_by: null,
    });
  });

  test('is cancelled while nobody has said that it is done', async () => {
    const id = await requested();
    await cancel(id);
    expect(await world.found(id)).toMatchObject({ status: 'reverted', verified_at: null });
    expect(await world.statusOf('g-ann')).toBe('active');
  });

  test('is reverted by a person too: attested, or shown by an import', async () => {
    const id = await requested();
    await attest(id);
    await revert(id);
    expect(await world.found(id)).toMatchObject({ status: 'requested', operation: 'restore' });
    expect(await world.statusOf('g-ann')).toBe('revoked');
    await importGrant();
    expect(await world.found(id)).toMatchObject({
      status: 'reverted',
      verified_at: '2026-06-01T12:01:00.000Z',
    });
    expect(await world.statusOf('g-ann')).toBe('active');

    const [other] = (await world.start('g-bob')) as [string];
    await world.work();
    await attest(other);
    await revert(other);
    await attest(other, 'Put back by hand.');
    expect(await world.found(other)).toMatchObject({ status: 'reverted', verified_at: null });
    expect(await world.statusOf('g-bob')).toBe('active');
  });

  test('is of its tenant: another’s import of the same ids changes nothing', async () => {
    const id = await requested();
    await world.store.db.transaction(world.store.tenants.b, (tx) =>
      observeAccess(tx, {
        gone: ['g-ann'],
        source: {
          said_by: 'an import',
          actor: 'system',
          since: world.now + 1,
          now: world.now + 1,
        },
      }),
    );
    expect(await world.found(id)).toMatchObject({ status: 'requested', observed: null });
    expect(await world.statusOf('g-ann')).toBe('revoking');
  });

  test('that is attested while an import says it is there ends in one of the two orders', async () => {
    const id = await requested();
    world.now += MINUTE;
    await Promise.all([attest(id), importGrant()]);
    await world.score();
    const record = await world.found(id);
    // Whoever comes second knows of the first: a listing that was begun before the attestation does not contradict it.
    expect(record.status).toBe('completed');
    expect(record.verified_at).toBeNull();
    expect(await world.statusOf('g-ann')).toBe(record.contradiction_open ? 'active' : 'revoked');
  });
});

test('a grant that is gone without a remediation, and there again, says so both times', async () => {
  await importGrant({ status: 'revoked' });
  expect(await entries('grant.revoked')).toHaveLength(1);
  await importGrant();
  expect(await world.statusOf('g-ann')).toBe('active');
  expect((await entries('grant.reappeared'))[0]?.description).toBe(
    'importer@example.com imported read on wiki for ann, which counted as revoked here.',
  );
});

test('whatever people and imports do, nothing is verified that no listing has shown', {
  timeout: 120_000,
}, async () => {
  const steps = fc.constantFrom(
    'start',
    'attest',
    'cancel',
    'revert',
    'retry',
    'import',
    'import gone',
    'work',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 9 }), async (sequence) => {
      await world.store.admin('TRUNCATE remediations, remediation_steps CASCADE');
      await world.store.admin("UPDATE grants SET status = 'active' WHERE id = 'g-ann'");
      await importGrant();
      let id: string | undefined;
      let lastSeen: 'present' | 'gone' = 'present';
      for (const step of sequence) {
        world.now += MINUTE;
        const refused = (error: Error): void => {
          expect(error).toMatchObject({ code: 'conflict' });
        };
        if (step === 'start') id = (await world.start('g-ann'))[0] ?? id;
        else if (step === 'work') await world.work();
        else if (step.startsWith('import')) {
          lastSeen = step === 'import' ? 'present' : 'gone';
          await importGrant(step === 'import' ? {} : { status: 'revoked' });
        } else if (id !== undefined && (await world.found(id))) {
          await { attest, cancel, revert, retry }[step as 'attest'](id).catch(refused);
        }
        await agrees(lastSeen, step);
      }
    }),
    { numRuns: 25, examples: [[['import gone', 'start', 'import', 'start', 'work']]] },
  );
});

/** What must hold after every step. */
async function agrees(lastSeen: 'present' | 'gone', step: string): Promise<void> {
  const status = await world.statusOf('g-ann');
  const removals = await world.store.admin('SELECT * FROM remediations ORDER BY id');
  const latest = removals.at(-1);
  for (const removal of removals) {
    expect(removal.execution).toBe('person');
    const { verification } = await world.found(String(removal.id));
    expect(verification).toBe(verificationOf(removal as never));
    if (removal.verified_at !== null) expect(removal.verified_by).toMatch(/import/);
  }
  if (latest?.status === 'requested')
    expect(status).toBe(latest.operation === 'revoke' ? 'revoking' : 'revoked');
  // What was seen last wins over what is remembered, unless a person is asked to change it, or said so since.
  if (step === 'import') expect(status).not.toBe('revoked');
  if (step === 'import gone') expect(status).toBe('revoked');
  if (latest === undefined) expect(status).toBe(lastSeen === 'present' ? 'active' : 'revoked');
}
