import type { Permission, Use } from './access.ts';

/** What the groups hold, and how each member uses it. */
interface GroupAccess {
  group: string;
  asset: string;
  permission: Permission;
  granted_days_ago: number;
  use: Readonly<Record<string, Use>>;
}

// biome-ignore format: a table is read by its columns
export const GROUP_ACCESS: readonly GroupAccess[] = [
  {
    group: 'prin-036', asset: 'asset-002', permission: 'read', granted_days_ago: 980,
    use: { 'prin-008': ['daily', 0], 'prin-009': ['weekly', 3], 'prin-010': ['monthly', 10], 'prin-011': ['never'] },
  },
  {
    group: 'prin-036', asset: 'asset-003', permission: 'read_write', granted_days_ago: 980,
    use: { 'prin-008': ['weekly', 2], 'prin-009': ['daily', 0], 'prin-010': ['weekly', 36], 'prin-011': ['never'] },
  },
  {
    group: 'prin-037', asset: 'asset-009', permission: 'read_write', granted_days_ago: 960,
    use: { 'prin-013': ['daily', 0], 'prin-014': ['daily', 0], 'prin-018': ['daily', 77], 'prin-016': ['daily', 0], 'prin-017': ['daily', 35] },
  },
  {
    group: 'prin-037', asset: 'asset-010', permission: 'read', granted_days_ago: 960,
    use: { 'prin-013': ['weekly', 1], 'prin-014': ['weekly', 3], 'prin-018': ['weekly', 79], 'prin-016': ['monthly', 14], 'prin-017': ['weekly', 37] },
  },
  {
    group: 'prin-038', asset: 'asset-014', permission: 'read_write', granted_days_ago: 950,
    use: { 'prin-003': ['daily', 0], 'prin-004': ['weekly', 1], 'prin-005': ['weekly', 5], 'prin-006': ['daily', 0] },
  },
  {
    group: 'prin-038', asset: 'asset-016', permission: 'admin', granted_days_ago: 950,
    use: { 'prin-003': ['weekly', 2], 'prin-004': ['monthly', 13], 'prin-005': ['monthly', 18], 'prin-006': ['never'] },
  },
  {
    group: 'prin-039', asset: 'asset-017', permission: 'ReadWrite', granted_days_ago: 900,
    use: { 'prin-018': ['daily', 0], 'prin-019': ['daily', 0], 'prin-020': ['weekly', 3], 'prin-021': ['weekly', 2], 'prin-034': ['nightly', 0] },
  },
  {
    group: 'prin-039', asset: 'asset-018', permission: 'read', granted_days_ago: 900,
    use: { 'prin-018': ['weekly', 4], 'prin-019': ['weekly', 2], 'prin-020': ['monthly', 16], 'prin-021': ['monthly', 70], 'prin-034': ['weekly', 3] },
  },
  {
    group: 'prin-040', asset: 'asset-019', permission: 'ReadWrite', granted_days_ago: 410,
    use: { 'prin-004': ['daily', 101], 'prin-014': ['weekly', 104], 'prin-020': ['weekly', 99], 'prin-026': ['daily', 97] },
  },
  {
    group: 'prin-040', asset: 'asset-020', permission: 'read', granted_days_ago: 400,
    use: { 'prin-004': ['weekly', 110], 'prin-014': ['never'], 'prin-020': ['weekly', 106], 'prin-026': ['never'] },
  },
];
