import { expect, test } from 'vitest';
import type { ScannedAccess } from '../../connectors/scan/score-access.ts';
import type { Findings } from './findings.ts';
import { widthOf } from './plain-text.ts';
import { writeTable } from './write-table.ts';

const access = (more: Partial<ScannedAccess>): ScannedAccess => ({
  principal: 'ana',
  principal_type: 'user',
  asset: 'shop.sales.orders',
  asset_type: 'table',
  permission: 'read',
  via_group: null,
  members: null,
  members_seen: null,
  revocable: true,
  not_revocable_because: null,
  use: 'not_seen',
  last_used_at: null,
  last_used_not_before: null,
  no_use_since: '2026-01-01T00:00:00.000Z',
  score: 97.3,
  risk_level: 'critical',
  lapses_at: '2026-04-01T00:00:00.000Z',
  reasons: ['No use was seen.'],
  ...more,
});

function findings(rows: ScannedAccess[], coverage = {}): Findings {
  const counts = { grants: rows.length, revocable: 2, stale: 1, seen: 1, not_seen: 1, not_known: 0 };
  return {
    subject: { title: 'PostgreSQL', platform: 'postgres', place: 'db:5432', account: 'lapse_reader' },
    scan: {
      version: '18.1 (Debian)',
      scanned_at: Date.UTC(2026, 5, 1, 12),
      missing: [],
      coverage: {
        observes_use: true,
        observed_since: '2026-01-01T00:00:00.000Z',
        gaps: [],
        sources: [
          {
            source: 'pg_stat_statements',
            status: 'available',
            reason: null,
            observed_since: '2026-01-01T00:00:00.000Z',
            sees: ['statements'],
            does_not_see: ['views'],
          },
        ],
        ...coverage,
      },
      totals: { principals: 3, memberships: 0, assets: 1, grants: 3, use: 1, skipped: 0 },
      superusers: [],
      access: {
        counts: () => counts,
        stalest: (limit: number) => rows.slice(0, limit),
      } as unknown as Findings['scan']['access'],
    },
  };
}

const ROWS = [
  access({}),
  access({
    principal: 'analysts',
    members: 3,
    members_seen: 1,
    use: 'seen',
    last_used_at: '2026-06-01T11:00:00.000Z',
    last_used_not_before: '2026-01-01T00:00:00.000Z',
    score: 0.5,
    risk_level: 'low',
    reasons: ['Used too rarely.'],
  }),
  access({
    principal: 'shop_owner',
    permission: 'owner',
    revocable: false,
    not_revocable_because: 'it is ownership',
    use: 'not_known',
    no_use_since: null,
    score: null,
    risk_level: null,
    reasons: ['Whether it is used is not known.'],
  }),
];
const written = (found: Findings, columns: number | null = null, colours = false, limit = 20): string =>
  [...writeTable(found, { limit, terminal: { columns, colours } })].join('');

test('the whole of it, where there is no terminal', () => {
  expect(
    written(findings(ROWS)),
  ).toBe(`PostgreSQL 18.1 at db:5432, read as lapse_reader on 2026-06-01 12:00 UTC
3 grants of 3 principals on 1 asset: 2 can be revoked, and 1 of these is past its lapse date.
What lapse_reader does is left out, because it is the account of this scan.

What is known about use
Use is known since 2026-01-01 00:00 UTC (151 days); what was used before that is not known.
Use was seen of 1 grant, and none since then of 1.
  pg_stat_statements: available since 2026-01-01 00:00 UTC
    Sees statements.
    Does not see views.

The stalest access, 3 of 3
SCORE  WHO         MAY    ON                 LAST USE
 97.3  ana         read   shop.sales.orders  none seen since 2026-01-01
       No use was seen.
  0.5  analysts    read   shop.sales.orders  2026-01-01 or later
       A group of 3, of whom 1 used it. Used at a time between 2026-01-01 00:00 UTC and 2026-06-01 11:00 UTC. Used too rarely.
    ?  shop_owner  owner  shop.sales.orders  not known
       Not revocable: it is ownership. Whether it is used is not known.
`);
});

test.each([60, 80, 120])('nothing is wider than a terminal of %i columns', (columns) => {
  const rows = [...ROWS, access({ principal: '名前'.repeat(60), asset: 'x'.repeat(200) })];
  const text = written(findings(rows), columns);
  expect(text).toContain('…');
  for (const line of text.trimEnd().split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns);
});

test('what no source sees is said once, and what could not be listed before everything', () => {
  const source = (name: string, blind: string[]) => ({
    source: name,
    status: 'available' as const,
    reason: null,
    observed_since: '2026-01-01T00:00:00.000Z',
    sees: ['sign-ins'],
    does_not_see: ['sessions', ...blind],
  });
  const found = findings(ROWS, { sources: [source('people', []), source('programs', ['keys'])] });
  found.scan.missing = [
    { ability: 'discover', what: 'Member.Read.Hidden to list hidden members.' },
    { ability: 'revoke', what: 'Something.Write' },
  ];
  const text = written(found);
  expect(text.match(/sessions/g)).toHaveLength(1);
  expect(text).toContain('  None of these sees sessions.\n');
  expect(text).toContain('    Does not see keys.\n');
  expect(text.indexOf('Member.Read.Hidden')).toBeLessThan(text.indexOf('What is known about use'));
  expect(text).not.toContain('Something.Write');
});

test('colours are for terminals, and end on the line on which they begin', () => {
  expect(written(findings(ROWS), 80)).not.toContain('\u001b');
  const lines = written(findings(ROWS), 80, true).split('\n');
  expect(lines.some((line) => line.includes('\u001b[31m'))).toBe(true);
  for (const line of lines.filter((each) => each.includes('\u001b'))) {
    expect(line.startsWith('\u001b['), line).toBe(true);
    expect(line.endsWith('\u001b[0m'), line).toBe(true);
  }
});

test('what was left out can be asked for', () => {
  const text = written(findings(ROWS), null, false, 1);
  expect(text).toContain('The stalest access, 1 of 3\n');
  expect(text.endsWith('--limit 3 shows all.\n')).toBe(true);
});

test('where use is not known, that is said and nothing else', () => {
  const text = written(findings(ROWS.slice(2), { observes_use: false, observed_since: null }));
  expect(text).toContain('Use is not known. Nothing here tells who used what');
  expect(text).not.toContain('none seen since');
});
