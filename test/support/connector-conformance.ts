import { expect } from 'vitest';
import {
  type Edge,
  type Page,
  pagesOf,
  type Subject,
  type UndoRecord,
} from '../../src/connectors/connector.ts';
import { type ConnectorWorld, collect, expectError, failure, listAll, planFor } from './connector-world.ts';

export interface ConformanceCheck {
  name: string;
  run(world: ConnectorWorld): Promise<void>;
}

const UNKNOWN: Subject = { principal_key: 'role/nobody-has-this-name', asset_key: 'table/no/such/thing' };

/** What every connector must do. Each check leaves the platform as it found it. */
export const CONFORMANCE_CHECKS: ConformanceCheck[] = [
  {
    name: 'says how it is',
    async run({ connector }) {
      const health = await connector.check();
      expect(health.ok, health.message).toBe(true);
      expect(health.latency_ms).toBeGreaterThanOrEqual(0);
    },
  },
  {
    name: 'lists what is there, each thing once',
    async run({ connector, expected }) {
      const listed = await listAll(connector);
      expect(listed.principals.map((item) => item.key)).toEqual(expect.arrayContaining(expected.principals));
      expect(listed.assets.map((item) => item.key)).toEqual(expect.arrayContaining(expected.assets));
      for (const grant of expected.grants)
        expect(listed.grants).toContainEqual(expect.objectContaining(grant));
      for (const edge of expected.memberships) {
        expect(listed.memberships).toContainEqual(expect.objectContaining(edge));
      }
      for (const keys of [listed.principals, listed.assets, listed.grants].map((list) =>
        list.map(({ key }) => key),
      )) {
        expect(new Set(keys).size).toBe(keys.length);
      }
    },
  },
  {
    name: 'names in grants and memberships only what it lists',
    async run({ connector }) {
      const { principals, assets, grants, memberships } = await listAll(connector);
      const known = new Set([...principals, ...assets].map((item) => item.key));
      const named = [
        ...grants.flatMap(({ principal_key, asset_key }) => [principal_key, asset_key]),
        ...memberships.flatMap(({ group_key, member_key }) => [group_key, member_key]),
      ];
      expect(named.filter((key) => !known.has(key))).toEqual([]);
    },
  },
  {
    name: 'goes on from any cursor, whatever the size of its pages',
    async run({ connector, small_pages }) {
      for (const listing of ['principals', 'assets', 'grants', 'memberships'] as const) {
        const whole = await collect(listing, connector);
        const pages: Page<unknown>[] = [];
        const list = (cursor: string | null): Promise<Page<unknown>> => small_pages[listing](cursor);
        for await (const page of pagesOf(list)) pages.push(page);
        expect(pages.flatMap((page) => page.items)).toEqual(whole);
        // From a cursor in the middle, as another worker would after a crash.
        const at = Math.floor(pages.length / 2);
        const rest: unknown[] = [];
        const cursor = pages[at]?.next_cursor;
        if (cursor) for await (const page of pagesOf(list, cursor)) rest.push(...page.items);
        expect(rest).toEqual(pages.slice(at + 1).flatMap((page) => page.items));
      }
    },
  },
  {
    name: 'refuses cursors that are not its own',
    async run({ connector, small_pages }) {
      const { next_cursor } = await small_pages.principals(null);
      for (const cursor of ['', 'x', '%%%', 'bnVsbA', ...(next_cursor ? [next_cursor] : [])]) {
        await expectError(connector.assets(cursor), 'invalid_cursor');
      }
    },
  },
  {
    name: 'reads use with a checkpoint, and says what it does not see',
    async run({ connector }) {
      const first = await connector.readUse(null);
      const second = await connector.readUse(first.checkpoint);
      const seen = new Set(first.events.map((event) => event.event_id));
      expect(seen.size).toBe(first.events.length);
      for (const { coverage } of [first, second]) {
        expect(coverage.sources.length).toBeGreaterThan(0);
        expect(coverage.observes_use || coverage.observed_since === null).toBe(true);
        for (const source of coverage.sources) {
          expect(source.does_not_see.length).toBeGreaterThan(0);
          expect(source.status === 'available' || source.reason !== null).toBe(true);
        }
      }
    },
  },
  {
    name: 'shows every way in, and which edge closes it',
    async run({ connector, direct, inherited, several }) {
      expect((await connector.paths(direct)).map(({ kind, edge }) => [kind, edge?.kind])).toEqual([
        ['direct', 'grant'],
      ]);
      expect((await connector.paths(inherited)).map(({ kind, edge }) => [kind, edge?.kind])).toEqual([
        ['group', 'membership'],
      ]);
      const kinds = (await connector.paths(several)).map(({ kind }) => kind).sort();
      expect(kinds).toEqual(['direct', 'group']);
    },
  },
  {
    name: 'plans without changing anything',
    async run({ connector, dump, direct }) {
      const before = await dump();
      const plan = await planFor(connector, direct);
      expect(plan.statements.length).toBeGreaterThan(0);
      expect(plan.undo.statements.length).toBeGreaterThan(0);
      expect(JSON.parse(JSON.stringify(plan.undo))).toEqual(plan.undo);
      expect(await dump()).toEqual(before);
    },
  },
  ...(['direct', 'inherited'] as const).map(
    (which): ConformanceCheck => ({
      name: `removes ${which} access and restores it exactly`,
      async run(world) {
        const { connector, dump, canAccess } = world;
        const subject = world[which];
        const before = await dump();
        const { undo } = await planFor(connector, subject);
        expect(await canAccess(subject)).toBe(true);
        await removing(world, undo, async () => {
          expect(await connector.revoke(undo)).toEqual({ outcome: 'revoked' });
          expect(await canAccess(subject)).toBe(false);
          const verified = await connector.verify({ edge: undo.edge, subject, undo });
          expect(verified).toMatchObject({ edge: 'absent', paths: [] });
          // The record went through storage meanwhile.
          expect(await connector.restore(JSON.parse(JSON.stringify(undo)))).toEqual({ outcome: 'restored' });
          expect(await canAccess(subject)).toBe(true);
          expect(await connector.verify({ edge: undo.edge, subject, undo })).toMatchObject({
            edge: 'present',
          });
          expect(await dump()).toEqual(before);
        });
      },
    }),
  ),
  {
    name: 'can be asked again and again',
    async run(world) {
      const { connector, direct, dump } = world;
      const before = await dump();
      const { undo } = await planFor(connector, direct);
      await removing(world, undo, async () => {
        expect((await connector.revoke(undo)).outcome).toBe('revoked');
        const removed = await dump();
        expect((await connector.revoke(undo)).outcome).toBe('already_absent');
        expect((await connector.plan(undo.edge)).outcome).toBe('already_absent');
        expect(await dump()).toEqual(removed);
        expect((await connector.restore(undo)).outcome).toBe('restored');
        expect((await connector.restore(undo)).outcome).toBe('already_present');
        expect(await dump()).toEqual(before);
      });
    },
  },
  {
    name: 'says when another way is left',
    async run(world) {
      const { connector, several, canAccess } = world;
      const paths = await connector.paths(several);
      const { undo } = await planFor(connector, several, 'direct');
      await removing(world, undo, async () => {
        await connector.revoke(undo);
        const verified = await connector.verify({ edge: undo.edge, subject: several, undo });
        expect(verified.edge).toBe('absent');
        expect(verified.paths).toEqual(paths.filter((path) => path.kind === 'group'));
        expect(await canAccess(several)).toBe(true);
      });
    },
  },
  {
    name: 'leaves alone what must stay, and says why',
    async run({ connector, untouchable, dump }) {
      const before = await dump();
      for (const { edge, reason } of untouchable) {
        const plan = await connector.plan(edge);
        expect(plan, JSON.stringify(edge)).toMatchObject({ outcome: 'not_possible', reason });
        expect((plan as { message: string }).message.length).toBeGreaterThan(10);
      }
      expect(await dump()).toEqual(before);
    },
  },
  {
    name: 'knows what it does not know',
    async run({ connector, direct }) {
      expect(await connector.paths(UNKNOWN)).toEqual([]);
      const { principal_key } = direct;
      for (const subject of [UNKNOWN, { ...direct, principal_key: UNKNOWN.principal_key }]) {
        const plan = await connector.plan({ kind: 'grant', ...subject });
        expect(plan.outcome).toBe('not_possible');
        expect((plan as { reason: string }).reason).toMatch(/^unknown_/);
        const verified = await connector.verify({ edge: { kind: 'grant', ...subject }, subject, undo: null });
        expect(verified).toMatchObject({ edge: 'absent', paths: [] });
      }
      const lost = await connector.plan({ kind: 'grant', principal_key, asset_key: UNKNOWN.asset_key });
      expect(lost).toMatchObject({ outcome: 'not_possible', reason: 'unknown_asset' });
      expect(await connector.paths({ principal_key, asset_key: 'nonsense' })).toEqual([]);
      const nonsense: Edge = { kind: 'grant', principal_key, asset_key: '%' };
      expect(await connector.verify({ edge: nonsense, subject: null, undo: null })).toMatchObject({
        edge: 'absent',
      });
      const member: Edge = {
        kind: 'membership',
        group_key: UNKNOWN.principal_key,
        member_key: principal_key,
      };
      expect(await connector.plan(member)).toMatchObject({ reason: 'unknown_principal' });
    },
  },
  {
    name: 'refuses records that are not its own',
    async run({ connector, direct, dump }) {
      const before = await dump();
      const { undo } = await planFor(connector, direct);
      for (const wrong of [
        { ...undo, platform: 'elsewhere' },
        { ...undo, state: {} },
      ] as UndoRecord[]) {
        await expectError(connector.revoke(wrong), 'invalid_undo');
        await expectError(connector.restore(wrong), 'invalid_undo');
      }
      expect(await dump()).toEqual(before);
    },
  },
  {
    name: 'ends in time, and when nobody waits any more',
    async run({ connector, silent, direct }) {
      const { undo } = await planFor(connector, direct);
      const timeout_ms = 50;
      await expectError(silent.principals(null, { timeout_ms }), 'timeout', 'none');
      await expectError(silent.plan(undo.edge, { timeout_ms }), 'timeout', 'none');
      // Nobody can know whether the change was made.
      await expectError(silent.revoke(undo, { timeout_ms }), 'timeout', 'unknown');
      await expectError(silent.restore(undo, { timeout_ms }), 'timeout', 'unknown');
      const controller = new AbortController();
      const call = silent.grants(null, { signal: controller.signal });
      controller.abort();
      await expectError(call, 'aborted');
      await expectError(connector.grants(null, { signal: AbortSignal.abort() }), 'aborted');
    },
  },
  {
    name: 'says that the platform is not there',
    async run({ unreachable, direct }) {
      if (!unreachable) return;
      const health = await unreachable.check();
      expect(health.ok).toBe(false);
      const error = await expectError(unreachable.principals(null), 'unavailable');
      expect(error.retryable).toBe(true);
      expect(error.retry_after).toBeGreaterThan(0);
      await expectError(unreachable.paths(direct), 'unavailable');
    },
  },
  {
    name: 'tells no secret',
    async run({ connector, unreachable, silent, direct, secrets }) {
      const plan = await planFor(connector, direct);
      const told = [
        plan,
        await connector.check(),
        await unreachable?.check(),
        await failure(unreachable?.principals(null)),
        await failure(silent.principals(null, { timeout_ms: 20 })),
        await connector.readUse(null),
        await listAll(connector),
      ];
      for (const secret of secrets) expect(JSON.stringify(told)).not.toContain(secret);
    },
  },
];

async function removing(world: ConnectorWorld, undo: UndoRecord, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } finally {
    await world.connector.restore(undo).catch(() => {});
  }
}
