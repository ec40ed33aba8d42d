import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DirectoryLine } from '../core/directory/directory.rules.ts';
import {
  directoryText,
  eventText,
  grantsMax,
  type OrganisationOptions,
  organisation,
} from './organisation.ts';

const SMALL: OrganisationOptions = {
  seed: 42,
  principals: 120,
  assets: 40,
  grants: 400,
  days: 60,
  now: new Date('2026-03-04T11:12:13.000Z'),
};

/** Sizes from almost nothing up, including as many grants as fit. */
const anyOptions: fc.Arbitrary<OrganisationOptions> = fc
  .record({
    seed: fc.nat(0xffff_ffff),
    principals: fc.integer({ min: 1, max: 90 }),
    assets: fc.integer({ min: 1, max: 30 }),
    fill: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(1)),
    days: fc.integer({ min: 0, max: 100 }),
    now: fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
  })
  .map(({ fill, ...options }) => ({
    ...options,
    grants: Math.floor(fill * grantsMax(options.principals, options.assets)),
  }));

function ofKind<K extends DirectoryLine['kind']>(
  lines: DirectoryLine[],
  kind: K,
): Extract<DirectoryLine, { kind: K }>[] {
  return lines.filter((line): line is Extract<DirectoryLine, { kind: K }> => line.kind === kind);
}

function made(options: OrganisationOptions) {
  const { lines, events } = organisation(options);
  return { lines: [...lines()], events: [...events()] };
}

function duplicates(keys: string[]): string[] {
  return keys.filter((key, index) => keys.indexOf(key) !== index);
}

describe('a synthetic organisation', () => {
  it('is the same for the same options, and another for another seed', () => {
    expect(made(SMALL)).toEqual(made(SMALL));
    expect(made({ ...SMALL, seed: 43 })).not.toEqual(made(SMALL));
  });

  it('keeps its ids when it is made again later', () => {
    const ids = (options: OrganisationOptions) => made(options).lines.map((line) => 'id' in line && line.id);
    expect(ids({ ...SMALL, now: new Date('2027-01-01') })).toEqual(ids(SMALL));
  });

  it('has exactly as many principals, assets and grants as asked for', () => {
    fc.assert(
      fc.property(anyOptions, (options) => {
        const { lines } = made({ ...options, days: 0 });
        expect(ofKind(lines, 'principal')).toHaveLength(options.principals);
        expect(ofKind(lines, 'asset')).toHaveLength(options.assets);
        expect(ofKind(lines, 'grant')).toHaveLength(options.grants);
      }),
    );
  });

  it('gives every id once, and no one the same grant twice', () => {
    fc.assert(
      fc.property(anyOptions, (options) => {
        const { lines, events } = made({ ...options, days: Math.min(options.days, 10) });
        expect(duplicates(ofKind(lines, 'principal').map((line) => line.id))).toEqual([]);
        expect(duplicates(ofKind(lines, 'principal').map((line) => line.email as string))).toEqual([]);
        expect(duplicates(ofKind(lines, 'asset').map((line) => line.id))).toEqual([]);
        const grants = ofKind(lines, 'grant');
        expect(new Set(grants.map((line) => line.id)).size).toBe(grants.length);
        const held = grants.map((line) => `${line.principal_id} ${line.asset_id} ${line.via_group_id}`);
        expect(new Set(held).size).toBe(held.length);
        const identities = ofKind(lines, 'identity').map((line) => `${line.provider} ${line.external_id}`);
        expect(new Set(identities).size).toBe(identities.length);
        expect(new Set(events.map((event) => event.event_id)).size).toBe(events.length);
      }),
      { numRuns: 40 },
    );
  });

  it('refers only to what came before', () => {
    fc.assert(
      fc.property(anyOptions, (options) => {
        const seen = new Set<string>();
        for (const line of organisation(options).lines()) {
          for (const [key, value] of Object.entries(line)) {
            const isReference = key.endsWith('_id') && key !== 'external_id' && value !== null;
            if (isReference && !seen.has(value)) expect.fail(`${key} of ${JSON.stringify(line)}`);
          }
          if ('id' in line) seen.add(line.id);
        }
      }),
    );
  });

  it('lets exactly the members of a group inherit what it holds', () => {
    fc.assert(
      fc.property(anyOptions, (options) => {
        const { lines } = made({ ...options, days: 0 });
        const grants = ofKind(lines, 'grant');
        const inherited = grants.flatMap((grant) =>
          grant.via_group_id ? [`${grant.via_group_id} ${grant.principal_id} ${grant.asset_id}`] : [],
        );
        const expected = ofKind(lines, 'membership').flatMap(({ group_id, member_id }) =>
          grants
            .filter((grant) => grant.principal_id === group_id)
            .map((grant) => `${group_id} ${member_id} ${grant.asset_id}`),
        );
        expect(inherited.sort()).toEqual(expected.sort());
      }),
      { numRuns: 40 },
    );
  });

  it('dates no line and no event after now, and no use before its grant', () => {
    fc.assert(
      fc.property(anyOptions, (options) => {
        const { lines, events } = made(options);
        const now = options.now.toISOString();
        const dates = lines.flatMap((line) =>
          Object.entries(line).flatMap(([key, value]) => (key.endsWith('_at') && value ? [value] : [])),
        );
        expect(dates.filter((date) => date > now || new Date(date).toISOString() !== date)).toEqual([]);
        expect(events.filter((event) => event.timestamp > now)).toEqual([]);

        const firstUse = new Map<string, string>();
        const lastUse = new Map<string, string>();
        const groups = groupsByMember(lines);
        for (const { principal_id, asset_id, timestamp } of events) {
          for (const holder of [principal_id, ...(groups.get(principal_id) ?? [])]) {
            const pair = `${holder} ${asset_id}`;
            if (timestamp < (firstUse.get(pair) ?? '9')) firstUse.set(pair, timestamp);
            if (timestamp > (lastUse.get(pair) ?? '')) lastUse.set(pair, timestamp);
          }
        }
        const created = new Map(
          ofKind(lines, 'principal').map((line) => [line.id, line.created_at as string]),
        );
        for (const grant of ofKind(lines, 'grant')) {
          const pair = `${grant.principal_id} ${grant.asset_id}`;
          const grantedAt = grant.granted_at as string;
          if (grant.last_used_at !== lastUse.get(pair)) expect.fail(`last use of ${pair}`);
          if (grantedAt >= (firstUse.get(pair) ?? '9')) expect.fail(`use of ${pair} before its grant`);
          if ((created.get(grant.principal_id) as string) >= grantedAt)
            expect.fail(`grant ${pair} too early`);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('has events in the order of their days, each allowed by a grant', () => {
    const { lines, events } = made(SMALL);
    const days = events.map((event) => event.timestamp.slice(0, 10));
    expect(days).toEqual([...days].sort());
    const pairs = new Set(ofKind(lines, 'grant').map((grant) => `${grant.principal_id} ${grant.asset_id}`));
    expect(events.filter((event) => !pairs.has(`${event.principal_id} ${event.asset_id}`))).toEqual([]);
  });

  it('is uneven like a real one', () => {
    const { lines, events } = made({ ...SMALL, principals: 400, assets: 100, grants: 4000, days: 20 });
    const grants = ofKind(lines, 'grant');
    const holdersByAsset = Object.values(countBy(grants.map((grant) => grant.asset_id))).sort(
      (a, b) => b - a,
    );
    const topTenth = holdersByAsset.slice(0, 10).reduce((sum, count) => sum + count, 0);
    expect(topTenth / grants.length).toBeGreaterThan(0.25);
    const inherited = grants.filter((grant) => grant.via_group_id).length / grants.length;
    expect(inherited).toBeGreaterThan(0.2);
    expect(inherited).toBeLessThan(0.4);
    const unused = grants.filter((grant) => !grant.last_used_at).length / grants.length;
    expect(unused).toBeGreaterThan(0.1);
    expect(unused).toBeLessThan(0.5);
    expect(Object.keys(countBy(events.map((event) => event.action))).sort()).toEqual([
      'admin_login',
      'query',
      'write',
    ]);
  });

  it('writes text that reads back as the line', () => {
    const { lines, events } = made(SMALL);
    expect(lines.map((line) => JSON.parse(directoryText(line)))).toEqual(lines);
    expect(events.map((event) => JSON.parse(eventText(event)))).toEqual(events);
  });

  it('needs no more memory for more lines', () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const { lines, events } = organisation({
      ...SMALL,
      principals: 2000,
      assets: 500,
      grants: 100_000,
      days: 8,
    });
    for (const records of [lines(), events()]) {
      const heap: number[] = [];
      let count = 0;
      for (const _ of records) {
        if (++count % 25_000 !== 0) continue;
        collectGarbage();
        heap.push(process.memoryUsage().heapUsed);
      }
      expect(heap.length).toBeGreaterThanOrEqual(4);
      // Keeping the lines would take 10 MB for every 25,000 of them.
      expect((heap.at(-1) as number) - (heap[0] as number)).toBeLessThan(4_000_000);
    }
  });
});

function groupsByMember(lines: DirectoryLine[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { group_id, member_id } of ofKind(lines, 'membership')) {
    groups.set(member_id, [...(groups.get(member_id) ?? []), group_id]);
  }
  return groups;
}

function countBy(keys: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}
