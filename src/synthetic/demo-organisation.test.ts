import { describe, expect, it } from 'vitest';
import type {
  AssetLine,
  Classification,
  DirectoryLine,
  GrantLine,
} from '../core/directory/directory.rules.ts';
import { demoOrganisation } from './demo-organisation.ts';
import type { UseEvent } from './use-event.ts';

const DAY_MS = 86_400_000;
/** A week in a row, at odd hours, the ends of quarters and years, and a leap day. */
const INSTANTS = [
  ...Array.from({ length: 7 }, (_, day) => `2026-03-0${day + 1}T0${day}:17:00.000Z`),
  '2026-01-01T00:00:00.000Z',
  '2026-06-30T23:59:59.999Z',
  '2026-07-01T12:00:00.000Z',
  '2027-12-31T15:00:00.000Z',
  '2028-02-29T09:30:00.000Z',
].map((instant) => new Date(instant));
const now = INSTANTS[0] as Date;
const { lines, events } = demoOrganisation(now);

type Kind = DirectoryLine['kind'];
function ofKind<K extends Kind>(from: DirectoryLine[], kind: K): Extract<DirectoryLine, { kind: K }>[] {
  return from.filter((line): line is Extract<DirectoryLine, { kind: K }> => line.kind === kind);
}

describe('the demo organisation', () => {
  it('has the advertised size', () => {
    const types = ofKind(lines, 'principal').map((principal) => principal.type);
    expect(types.filter((type) => type === 'user')).toHaveLength(30);
    expect(types.filter((type) => type === 'service_account')).toHaveLength(5);
    expect(types.filter((type) => type === 'group')).toHaveLength(5);
    const assets = ofKind(lines, 'asset');
    expect(assets).toHaveLength(25);
    expect(new Set(assets.map((asset) => asset.platform))).toEqual(
      new Set(['fabric', 'synapse', 'databricks', 'postgres']),
    );
    expect(new Set(assets.map((asset) => asset.classification))).toEqual(
      new Set(['public', 'internal', 'confidential', 'pii']),
    );
    expect(ofKind(lines, 'grant')).toHaveLength(120);
    expect(events.length).toBeGreaterThan(3000);
    expect(events.length).toBeLessThan(8000);
  });

  it('is the same for the same instant', () => {
    expect(demoOrganisation(now)).toEqual({ lines, events });
  });

  it('keeps everything but its dates from one instant to another', () => {
    const dateless = (instant: Date) =>
      demoOrganisation(instant).lines.map((line) =>
        Object.fromEntries(Object.entries(line).filter(([key]) => !key.endsWith('_at'))),
      );
    const expected = dateless(now);
    for (const instant of INSTANTS) expect(dateless(instant)).toEqual(expected);
  });

  it('gives every id once', () => {
    const ids = lines.flatMap((line) => ('id' in line ? [line.id] : []));
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(events.map((event) => event.event_id)).size).toBe(events.length);
    const names = ofKind(lines, 'identity').map((line) => `${line.provider} ${line.external_id}`);
    expect(new Set(names).size).toBe(names.length);
    const pairs = ofKind(lines, 'grant').map((line) => `${line.principal_id} ${line.asset_id}`);
    expect(new Set(pairs).size).toBe(pairs.length);
    const emails = ofKind(lines, 'principal').map((line) => line.email);
    expect(new Set(emails).size).toBe(emails.length);
  });

  it('refers only to what came before', () => {
    const seen = new Set<string>();
    for (const line of lines) {
      for (const [key, value] of Object.entries(line)) {
        if (key.endsWith('_id') && key !== 'external_id' && value !== null) {
          expect(seen.has(value), `${key} of ${JSON.stringify(line)}`).toBe(true);
        }
      }
      if ('id' in line) seen.add(line.id);
    }
    expect(events.filter((event) => !seen.has(event.principal_id) || !seen.has(event.asset_id))).toEqual([]);
  });

  it('lets every member inherit what a group holds, and nobody else', () => {
    const grants = ofKind(lines, 'grant');
    const inherited = grants.flatMap((grant) =>
      grant.via_group_id ? [`${grant.via_group_id} ${grant.principal_id} ${grant.asset_id}`] : [],
    );
    const expected = ofKind(lines, 'membership').flatMap(({ group_id, member_id }) =>
      grants
        .filter((grant) => grant.principal_id === group_id)
        .map((grant) => `${group_id} ${member_id} ${grant.asset_id}`),
    );
    expect(inherited.length).toBeGreaterThan(20);
    expect(inherited.sort()).toEqual(expected.sort());
  });

  it('has a disabled leaver who stopped, a protected account and a newcomer', () => {
    const principals = ofKind(lines, 'principal');
    const leaver = principals.find((principal) => principal.disabled);
    expect(daysAgo(leaver?.last_login_at as string, now)).toBeGreaterThan(30);
    expect(principals.filter((principal) => principal.protected)).toHaveLength(1);
    const newcomer = principals.find((principal) => daysAgo(principal.created_at as string, now) < 30);
    const grants = ofKind(lines, 'grant').filter((grant) => grant.principal_id === newcomer?.id);
    expect(grants.length).toBeGreaterThan(1);
    for (const grant of grants) expect(grant.last_used_at).toBeUndefined();
  });

  it('shows the anomalies that detection should find', () => {
    const recent = events.filter((event) => daysAgo(event.timestamp, now) < 30);
    expect(recent.some((event) => event.metadata.source_ip.startsWith('203.0.113.'))).toBe(true);
    expect(recent.some((event) => event.metadata.rows_returned > 1_000_000)).toBe(true);
    const pairs = new Set(ofKind(lines, 'grant').map((grant) => `${grant.principal_id} ${grant.asset_id}`));
    expect(events.filter((event) => !pairs.has(`${event.principal_id} ${event.asset_id}`))).toHaveLength(1);
    const firstAdmin = events.find(
      (event) => event.principal_id === 'prin-006' && event.action === 'admin_login',
    );
    expect(daysAgo(firstAdmin?.timestamp as string, now)).toBeLessThan(30);
    const returned = activeDays(
      events.filter((event) => event.principal_id === 'prin-005' && event.asset_id === 'asset-021'),
    );
    expect((returned.at(-1) as number) - (returned.at(-2) as number)).toBeGreaterThan(90);
  });
});

describe.each(INSTANTS)('the demo organisation at %s', (instant) => {
  const organisation = demoOrganisation(instant);
  const grants = grantsWithUses(organisation);

  it('has no date in the future, and no use before its grant', () => {
    const dates = organisation.lines.flatMap((line) =>
      Object.entries(line).flatMap(([key, value]) => (key.endsWith('_at') && value !== null ? [value] : [])),
    );
    for (const date of dates) expect(new Date(date).toISOString()).toBe(date);
    expect(dates.filter((date) => date > instant.toISOString())).toEqual([]);
    expect(organisation.events.filter((event) => event.timestamp > instant.toISOString())).toEqual([]);
    expect(organisation.events.filter((event) => daysAgo(event.timestamp, instant) > 191)).toEqual([]);

    const created = new Map(
      ofKind(organisation.lines, 'principal').map((line) => [line.id, line.created_at]),
    );
    for (const { grant, uses } of grants) {
      expect((created.get(grant.principal_id) as string) < grant.granted_at).toBe(true);
      if (uses[0]) expect(grant.granted_at < uses[0].timestamp).toBe(true);
    }
  });

  it('says of every grant when it was last used', () => {
    for (const { grant, uses } of grants) {
      expect(grant.last_used_at, grant.id).toBe(uses.at(-1)?.timestamp);
    }
  });

  // Peers move a lapse date by up to ten days either way; the demo must show every band all the same.
  it.each([-10, 0, 10])('has active grants in every band with %i days of other shifts', (shift) => {
    const assets = new Map(ofKind(organisation.lines, 'asset').map((asset) => [asset.id, asset]));
    const counts = { low: 0, medium: 0, high: 0, critical: 0 };
    for (const { grant, uses } of grants) {
      if (grant.status !== 'active') continue;
      const asset = assets.get(grant.asset_id) as AssetLine;
      counts[band(score(asset, grant, uses, instant, shift))] += 1;
    }
    expect(counts.low).toBeGreaterThan(shift < 0 ? 40 : 60);
    expect(counts.medium).toBeGreaterThanOrEqual(3);
    expect(counts.high).toBeGreaterThanOrEqual(3);
    expect(counts.critical).toBeGreaterThanOrEqual(8);
  });
});

interface Organisation {
  lines: DirectoryLine[];
  events: UseEvent[];
}

type KnownGrant = GrantLine & { granted_at: string };

/** Every grant with the uses that count for it: its holder's, and for a group its members'. */
function grantsWithUses({ lines, events }: Organisation): { grant: KnownGrant; uses: UseEvent[] }[] {
  return ofKind(lines, 'grant').map((grant) => {
    const holders = new Set([grant.principal_id]);
    for (const { group_id, member_id } of ofKind(lines, 'membership')) {
      if (group_id === grant.principal_id) holders.add(member_id);
    }
    const uses = events.filter(
      (event) => event.asset_id === grant.asset_id && holders.has(event.principal_id),
    );
    return { grant: grant as KnownGrant, uses };
  });
}

function daysAgo(timestamp: string, instant: Date): number {
  return (instant.getTime() - Date.parse(timestamp)) / DAY_MS;
}

function activeDays(uses: UseEvent[]): number[] {
  return [...new Set(uses.map((event) => Math.floor(Date.parse(event.timestamp) / DAY_MS)))];
}

/** The decay model in a few lines, written down a second time on purpose. */
function score(
  asset: AssetLine,
  grant: KnownGrant,
  uses: UseEvent[],
  instant: Date,
  otherShifts: number,
): number {
  const days = activeDays(uses);
  const gaps = days.slice(1).map((day, index) => day - (days[index] as number));
  gaps.sort((a, b) => a - b);
  const usualGap = gaps[Math.ceil(gaps.length * 0.9) - 1] ?? 0;
  const patience = days.length === 0 ? 90 : gaps.length < 2 ? 120 : Math.min(400, 30 + 2 * usualGap);

  const classificationShift = { public: 10, internal: 0, confidential: -5, pii: -10 }[
    asset.classification as Classification
  ];
  const permissionShift = { read: 0, readwrite: -3, admin: -7, owner: -7 }[
    grant.permission.toLowerCase().replace('_', '')
  ] as number;

  const idle = daysAgo(grant.last_used_at ?? grant.granted_at, instant);
  const past = idle - (patience + classificationShift + permissionShift + otherShifts);
  return 100 / (1 + 2 ** (-past / 10));
}

function band(value: number): 'low' | 'medium' | 'high' | 'critical' {
  if (value <= 20) return 'low';
  if (value <= 50) return 'medium';
  return value <= 80 ? 'high' : 'critical';
}
