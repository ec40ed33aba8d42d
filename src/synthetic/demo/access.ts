/** Who may reach what at Quillhaven Mutual, and how they use it. */

/** `nightly` and `six_hourly` are schedules of programs; the others are habits of people and keep to working days. */
export type Habit = 'daily' | 'weekly' | 'monthly' | 'quarter_end' | 'nightly' | 'six_hourly' | 'never';
export type Permission = 'read' | 'read_write' | 'ReadWrite' | 'admin' | 'owner';

/** A habit is counted back from its last use; `quarter_end` follows the calendar instead. */
export type Use = readonly [habit: Habit, last_use_days_ago?: number];

export type DirectAccess = readonly [
  principal: string,
  asset: string,
  permission: Permission,
  granted_days_ago: number,
  ...use: Use,
];

// biome-ignore format: a table is read by its columns
export const DIRECT_ACCESS: readonly DirectAccess[] = [
  // Executive
  ['prin-001', 'asset-004', 'read', 900, 'weekly', 2],
  ['prin-001', 'asset-013', 'read', 880, 'quarter_end'],

  // Data Platform. Zoë's and Tomás's administration of policy_admin moved to the on-call rota.
  ['prin-002', 'asset-014', 'owner', 1200, 'weekly', 3],
  ['prin-002', 'asset-015', 'owner', 1200, 'monthly', 9],
  ['prin-002', 'asset-016', 'owner', 1200, 'weekly', 1],
  ['prin-002', 'asset-021', 'admin', 800, 'monthly', 62],
  ['prin-003', 'asset-015', 'read_write', 700, 'daily', 0],
  ['prin-003', 'asset-021', 'admin', 640, 'weekly', 39],
  ['prin-004', 'asset-008', 'read', 400, 'weekly', 4],
  ['prin-004', 'asset-015', 'read_write', 500, 'daily', 0],
  ['prin-005', 'asset-015', 'read_write', 600, 'weekly', 2],
  ['prin-005', 'asset-021', 'read', 420, 'weekly', 121],
  ['prin-006', 'asset-018', 'read', 330, 'monthly', 15],
  ['prin-006', 'asset-024', 'read', 330, 'weekly', 5],
  ['prin-030', 'asset-021', 'admin', 1100, 'never'],
  ['prin-030', 'asset-022', 'admin', 1100, 'never'],

  // Finance. Mei-Ling has just joined.
  ['prin-007', 'asset-001', 'owner', 1500, 'weekly', 1],
  ['prin-007', 'asset-002', 'read_write', 1500, 'monthly', 6],
  ['prin-007', 'asset-013', 'read_write', 1300, 'quarter_end'],
  ['prin-007', 'asset-022', 'read', 1000, 'monthly', 12],
  ['prin-008', 'asset-001', 'ReadWrite', 800, 'daily', 0],
  ['prin-008', 'asset-013', 'read_write', 780, 'quarter_end'],
  ['prin-009', 'asset-001', 'ReadWrite', 620, 'daily', 0],
  ['prin-009', 'asset-012', 'read', 600, 'quarter_end'],
  ['prin-010', 'asset-001', 'ReadWrite', 560, 'weekly', 4],
  ['prin-010', 'asset-008', 'read', 500, 'weekly', 52],
  ['prin-011', 'asset-001', 'ReadWrite', 11, 'never'],

  // Claims. Omar left five weeks ago.
  ['prin-012', 'asset-008', 'owner', 1400, 'weekly', 1],
  ['prin-012', 'asset-009', 'admin', 1400, 'weekly', 2],
  ['prin-012', 'asset-010', 'read_write', 1200, 'monthly', 8],
  ['prin-013', 'asset-011', 'read', 700, 'daily', 0],
  ['prin-014', 'asset-011', 'read', 650, 'weekly', 1],
  ['prin-016', 'asset-011', 'read', 480, 'daily', 0],
  ['prin-016', 'asset-023', 'read', 480, 'monthly', 20],
  ['prin-017', 'asset-011', 'read', 900, 'daily', 35],

  // Underwriting. Jiří came from Claims and kept what he had there.
  ['prin-018', 'asset-011', 'read', 700, 'daily', 76],
  ['prin-018', 'asset-008', 'read', 600, 'weekly', 80],
  ['prin-018', 'asset-012', 'read', 73, 'weekly', 2],
  ['prin-015', 'asset-017', 'owner', 1300, 'weekly', 3],
  ['prin-015', 'asset-012', 'read_write', 1250, 'monthly', 11],
  ['prin-015', 'asset-011', 'read', 1100, 'monthly', 88],
  ['prin-019', 'asset-012', 'read', 700, 'monthly', 17],
  ['prin-019', 'asset-015', 'read', 650, 'weekly', 2],
  ['prin-020', 'asset-012', 'read', 640, 'monthly', 74],
  ['prin-020', 'asset-025', 'read_write', 500, 'monthly', 21],
  ['prin-021', 'asset-015', 'read', 510, 'weekly', 6],

  // People
  ['prin-022', 'asset-022', 'owner', 1400, 'weekly', 1],
  ['prin-022', 'asset-023', 'admin', 1400, 'weekly', 3],
  ['prin-023', 'asset-022', 'read_write', 720, 'weekly', 2],
  ['prin-023', 'asset-023', 'read_write', 720, 'daily', 0],
  ['prin-024', 'asset-022', 'read', 520, 'monthly', 68],

  // Marketing. Mateusz moved to the Data Platform.
  ['prin-025', 'asset-005', 'owner', 1100, 'weekly', 2],
  ['prin-026', 'asset-005', 'ReadWrite', 450, 'daily', 0],
  ['prin-026', 'asset-006', 'read', 440, 'weekly', 26],
  ['prin-027', 'asset-006', 'read', 780, 'weekly', 118],
  ['prin-027', 'asset-014', 'read', 108, 'daily', 0],

  // Risk & Compliance
  ['prin-028', 'asset-013', 'admin', 1300, 'quarter_end'],
  ['prin-028', 'asset-021', 'read', 900, 'never'],
  ['prin-029', 'asset-007', 'read_write', 600, 'weekly', 4],
  ['prin-029', 'asset-009', 'read', 70, 'never'],

  // Programs. The legacy export was switched off and never cleaned up.
  ['prin-031', 'asset-014', 'read_write', 1000, 'nightly', 0],
  ['prin-031', 'asset-021', 'read', 1000, 'nightly', 0],
  ['prin-032', 'asset-004', 'read_write', 900, 'nightly', 0],
  ['prin-033', 'asset-009', 'read_write', 1200, 'six_hourly', 0],
  ['prin-034', 'asset-011', 'read', 600, 'weekly', 3],
  ['prin-035', 'asset-008', 'read', 1600, 'nightly', 97],
];

/** Access that was taken away before Lapse came, by hand. */
export const REVOKED: ReadonlySet<string> = new Set(['prin-017 asset-011']);
