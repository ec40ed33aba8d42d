import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { appendToInbox } from '../../events/inbox.sql.ts';
import { processTenant } from '../../pipeline/process-tenant.ts';
import { sweepTenant } from '../../scores/sweep/sweep.ts';
import { importDirectory } from './import-directory.ts';

let store: TestDatabase;
const now = Date.parse('2026-06-01T12:00:00Z');

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());
beforeEach(async () => {
  await store.admin(`SET session_replication_role = replica; TRUNCATE grants, memberships, identities, assets,
    principals, substitutes, search_terms, tallies, events, inbox, recalculations, grant_scores, principal_scores, score_history,
    peer_groups, peer_moves, principal_baselines, anomaly_signals, audit_entries CASCADE; SET session_replication_role = origin`);
});

async function importLines(lines: object[], actor?: string): Promise<void> {
  const summary = await importDirectory(
    { db: store.db, tenant_id: store.tenants.a, now: () => now, ...(actor ? { actor } : {}) },
    (async function* () {
      for (const [index, line] of lines.entries()) yield { number: index + 1, text: JSON.stringify(line) };
    })(),
  );
  expect(summary.rejections).toEqual([]);
}

const entries = async (type = '%') =>
  store.admin(
    `SELECT event_type, actor, principal_id, asset_id, description, data FROM audit_entries
     WHERE event_type LIKE $1 ORDER BY id`,
    [type],
  );
const forget = () =>
  store.admin(
    'SET session_replication_role = replica; TRUNCATE audit_entries; SET session_replication_role = origin',
  );

const zoe = {
  kind: 'principal',
  id: 'zoe',
  display_name: 'Zoë Lindqvist',
  type: 'user',
  email: 'Zoe@example.com',
};
const tomas = {
  kind: 'principal',
  id: 'tom',
  display_name: 'Tomás Echeverría',
  type: 'user',
  department: 'Claims',
  mfa_enabled: true,
};
const claims = { kind: 'principal', id: 'claims', display_name: 'Claims', type: 'group' };
const asset = {
  kind: 'asset',
  id: 'pa',
  name: 'policy_admin',
  type: 'database',
  platform: 'fabric',
  classification: 'internal',
  owner_id: 'zoe',
};
const membership = { kind: 'membership', group_id: 'claims', member_id: 'tom' };
const identity = { kind: 'identity', principal_id: 'tom', provider: 'okta', external_id: '00u1' };
const grant = { kind: 'grant', id: 'g', principal_id: 'tom', asset_id: 'pa', permission: 'read' };
const everything = [zoe, tomas, claims, asset, membership, identity, grant];

describe('what an import changes', () => {
  test('a first import has one entry for each object, with names, ids and who imported', async () => {
    await importLines(everything, 'zoe@example.com');
    const said = await entries();
    expect(said.map((entry) => [entry.event_type, entry.description])).toEqual([
      ['principal.created', 'Zoë Lindqvist added Claims, a group.'],
      ['principal.created', 'Zoë Lindqvist added Tomás Echeverría, a user in Claims.'],
      ['principal.created', 'Zoë Lindqvist added Zoë Lindqvist, a user.'],
      [
        'asset.created',
        'Zoë Lindqvist added policy_admin, a database on fabric, classified internal, owned by Zoë Lindqvist.',
      ],
      ['membership.added', 'Zoë Lindqvist added Tomás Echeverría to the group Claims.'],
      ['identity.added', 'Zoë Lindqvist linked the okta account 00u1 to Tomás Echeverría.'],
      ['grant.created', 'Zoë Lindqvist added read on policy_admin for Tomás Echeverría.'],
    ]);
    expect(new Set(said.map((entry) => entry.actor))).toEqual(new Set(['zoe@example.com']));
    expect(said.at(-1)).toMatchObject({
      principal_id: 'tom',
      asset_id: 'pa',
      data: { grant_id: 'g', principal_id: 'tom', asset_id: 'pa', after: { permission: 'read' } },
    });
  });

  test('the same import again has none, and neither has what is only seen', async () => {
    await importLines(everything);
    await forget();
    await importLines(everything);
    await importLines([
      { ...tomas, last_login_at: '2026-05-30T08:00:00Z' },
      { ...grant, last_used_at: '2026-05-30T08:00:00Z' },
    ]);
    expect(await entries()).toEqual([]);
    const [row] = await store.admin("SELECT last_login_at FROM principals WHERE id = 'tom'");
    expect(row).toEqual({ last_login_at: '2026-05-30T08:00:00.000Z' });
  });

  test('each changed object has one entry with the changed fields before and after', async () => {
    await importLines(everything);
    await forget();
    await importLines(
      [
        {
          ...tomas,
          department: 'Legal',
          manager_id: 'zoe',
          mfa_enabled: false,
          disabled: true,
          protected: true,
        },
        { ...asset, owner_id: 'tom', classification: 'pii', tags: ['gdpr'] },
        { ...identity, principal_id: 'zoe' },
        { ...grant, permission: 'admin', via_group_id: 'claims' },
      ],
      'ops',
    );
    const said = await entries();
    expect(said.map((entry) => entry.description)).toEqual([
      'ops changed Tomás Echeverría: department from Claims to Legal; manager from none to Zoë Lindqvist; multi-factor sign-in from yes to no; disabled from no to yes; protected from no to yes.',
      'ops changed policy_admin: classification from internal to pii; owner from Zoë Lindqvist to Tomás Echeverría; tags from none to gdpr.',
      'ops moved the okta account 00u1 from Tomás Echeverría to Zoë Lindqvist.',
      'ops changed admin on policy_admin for Tomás Echeverría, through the group Claims: group from none to Claims; permission from read to admin.',
    ]);
    expect(said.map((entry) => entry.event_type)).toEqual([
      'principal.changed',
      'asset.changed',
      'identity.changed',
      'grant.changed',
    ]);
    expect(said[0]?.data).toEqual({
      principal_id: 'tom',
      before: {
        department: 'Claims',
        manager_id: null,
        mfa_enabled: true,
        disabled: false,
        protected: false,
      },
      after: { department: 'Legal', manager_id: 'zoe', mfa_enabled: false, disabled: true, protected: true },
    });
    expect(said[1]).toMatchObject({
      asset_id: 'pa',
      data: { before: { owner_id: 'zoe' }, after: { owner_id: 'tom' } },
    });
  });

  test('a status that a line states is in the trail', async () => {
    await importLines(everything);
    await forget();
    await importLines([{ ...grant, status: 'revoked' }]);
    expect(await entries()).toMatchObject([
      { event_type: 'grant.revoked', data: { grant_id: 'g', cause: 'source' } },
    ]);
  });

  test('imports of the same rows at the same time leave each change once, and former values that were overwritten', async () => {
    await importLines([tomas]);
    await forget();
    const departments = ['A', 'B', 'C', 'D', 'E', 'F'];
    await Promise.all(departments.map((department) => importLines([{ ...tomas, department }])));
    const said = await entries();
    expect(said).toHaveLength(departments.length);
    const steps = new Map(
      said.map((entry) => {
        const data = entry.data as Record<'before' | 'after', { department: string }>;
        return [data.before.department, data.after.department];
      }),
    );
    let department = 'Claims';
    for (const _ of departments) department = String(steps.get(department));
    const [row] = await store.admin("SELECT department FROM principals WHERE id = 'tom'");
    expect(department).toBe(row?.department);
  });

  test('new objects in two imports at the same time are created once', async () => {
    await Promise.all([1, 2, 3, 4].map(() => importLines(everything)));
    const said = await entries('%.created');
    expect(said.map((entry) => entry.event_type).sort()).toEqual([
      'asset.created',
      'grant.created',
      'principal.created',
      'principal.created',
      'principal.created',
    ]);
  });

  test('a classification that Lapse found in the names is in the trail', async () => {
    await importLines([tomas, { ...asset, name: 'customer_emails', classification: null }, grant]);
    await forget();
    await send('tom');
    await drain();
    expect(await entries('asset.%')).toMatchObject([
      {
        actor: 'system',
        asset_id: 'pa',
        data: { before: { classification: null }, after: { classification: 'pii' } },
      },
    ]);
  });
});

const context = () => ({
  db: store.db,
  now: () => now,
  onError: (error: Error) => {
    throw error;
  },
});
const drain = async () => {
  for (let turn = 0; turn < 50; turn += 1) if (!(await processTenant(context(), store.tenants.a))) return;
  throw new Error('the pipeline does not come to rest');
};
let counter = 0;
function send(principal_id: string) {
  counter += 1;
  const event = {
    event_id: `e${counter}`,
    principal_id,
    asset_id: 'pa',
    action: 'query',
    platform: 'fabric',
    timestamp: new Date(now - counter * 60_000).toISOString(),
    metadata: null,
  };
  return store.db.transaction(store.tenants.a, (tx) => appendToInbox(tx, [event]));
}

test('every grant has exactly one grant.created, in whatever order it is imported, used and scored', async () => {
  const step = fc.oneof(
    fc.record({
      do: fc.constant('import' as const),
      grants: fc.subarray(['g1', 'g2', 'g3'], { minLength: 1 }),
    }),
    fc.record({ do: fc.constant('use' as const) }),
    fc.record({ do: fc.constant('score' as const) }),
    fc.record({ do: fc.constant('sweep' as const) }),
  );
  await fc.assert(
    fc
      .asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await importLines([zoe, tomas, claims, asset]);
        for (const each of steps) {
          if (each.do === 'import') await importLines(each.grants.map((id) => ({ ...grant, id })));
          if (each.do === 'use') await send('tom');
          if (each.do === 'score') await processTenant(context(), store.tenants.a);
          if (each.do === 'sweep') await sweepTenant(context(), store.tenants.a);
        }
        await drain();
        const wanted = await store.admin('SELECT id FROM grants ORDER BY id');
        const created = await store.admin(
          "SELECT data->>'grant_id' AS id FROM audit_entries WHERE event_type = 'grant.created' ORDER BY 1",
        );
        expect(created).toEqual(wanted);
      })
      .beforeEach(async () => {
        await store.admin(`SET session_replication_role = replica; TRUNCATE grants, inbox, events, recalculations,
          grant_scores, principal_scores, audit_entries; SET session_replication_role = origin`);
      }),
    { numRuns: 15 },
  );
});
