import type { Cell, Column, RowReport } from '../../../src/reports/content.rules.ts';

export const COLUMNS: Column[] = [
  { key: 'principal_name', label: 'Person', kind: 'text', width: 16 },
  { key: 'department', label: 'Department', kind: 'text', width: 12 },
  { key: 'asset_name', label: 'Asset', kind: 'text', width: 18 },
  { key: 'platform', label: 'Platform', kind: 'text', width: 9 },
  { key: 'classification', label: 'Classification', kind: 'text', width: 10 },
  { key: 'permission', label: 'Permission', kind: 'text', width: 8 },
  { key: 'score', label: 'Score', kind: 'number', width: 6 },
  { key: 'risk_level', label: 'Risk', kind: 'text', width: 7 },
  { key: 'last_used_at', label: 'Last used', kind: 'instant', width: 11 },
  { key: 'uses', label: 'Uses in period', kind: 'integer', width: 7 },
];

const FIRST = ['Ingrid', 'Tomasz', 'Amélie', 'Björn', 'Chloé', 'Dmitri', 'Ngọc', 'Łukasz', 'Priya', 'Seán'];
const LAST = [
  'Achterberg',
  'Žižek',
  'Okonkwo',
  'Papadopoulos',
  'O’Hara',
  'Fernández-Liñares',
  'Šimůnek',
  'Roy',
];
const DEPARTMENTS = [
  'Motor claims',
  'Life underwriting',
  'Actuarial',
  'Treasury',
  'Broker relations',
  'Legal',
];
const ASSETS = [
  'claims_prod.payments',
  'policy-admin / endorsements',
  'reinsurance_treaties.exposure_2025',
  'Customer 360',
  'underwriting-models/mortality',
  'gl-ledger.journal_entries',
];
const PLATFORMS = ['postgresql', 'snowflake', 's3', 'entra'];
const CLASSES = ['restricted', 'confidential', 'internal', 'public'];
const RISKS = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];

/** A row of a made-up insurer; the same number gives the same row. */
export function insurerRow(at: number): Cell[] {
  const pick = <T>(list: readonly T[], step: number): T => list[(at * step) % list.length] as T;
  return [
    `${pick(FIRST, 3)} ${pick(LAST, 5)} ${at}`,
    pick(DEPARTMENTS, 1),
    pick(ASSETS, 7),
    pick(PLATFORMS, 3),
    at % 11 === 0 ? null : pick(CLASSES, 5),
    at % 3 === 0 ? 'write' : 'read',
    Math.round(((at * 37) % 1000) / 10) / 100,
    pick(RISKS, 1),
    at % 7 === 0 ? null : new Date(Date.UTC(2026, at % 9, 1 + (at % 28), at % 24, at % 60)).toISOString(),
    (at * 7919) % 120_000,
  ];
}

export function rowReport(rows: number, change: Partial<RowReport> = {}, row = insurerRow): RowReport {
  return {
    kind: 'rows',
    head: {
      type: 'stale_access',
      title: 'Stale access',
      tenant_name: 'northwind',
      organisation_name: 'Northwind Mutual Insurance',
      period_start: '2026-07-01T00:00:00.000Z',
      period_end: '2026-10-01T00:00:00.000Z',
      as_of: '2026-10-01T00:00:00.000Z',
      requested_by: 'auditor@northwind.example',
      filters: { department: null, platform: null, classification: 'restricted' },
    },
    completeness: {
      sources: [
        { name: 'Grants', rows: 48_211 },
        { name: 'Scores', rows: 48_211 },
      ],
      row_count: rows,
      rows_sha256: '9f2c5a1e0b7d4c3f8a6e5d4c3b2a19087f6e5d4c3b2a19087f6e5d4c3b2a1908',
      audit_checkpoint: {
        origin: 'lapse.example/northwind',
        tree_size: 120_443,
        root_hash: 'kP1Q0mZQxq5c8m1uXoF4c0wq1m6m7a0bV2sYb4o3d9E=',
        signed_at: '2026-10-01T00:00:07.000Z',
      },
    },
    columns: COLUMNS,
    async *pages() {
      for (let from = 0; from < rows; from += 1000) {
        yield Array.from({ length: Math.min(1000, rows - from) }, (_, at) => row(from + at));
      }
    },
    ...change,
  };
}
