const NAMES = {
  read: 'Read',
  write: 'Write',
  read_write: 'Read and write',
  admin: 'Admin',
  owner: 'Owner',
} as const;

export const permissionNames: Readonly<Record<keyof typeof NAMES, string>> = NAMES;

/** What people call a permission, however its platform spells it. Roles and privileges of a platform keep their own names. */
export function permissionName(permission: string): string {
  const spelt = permission
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[\s-]/g, '_')
    .toLowerCase();
  return (NAMES as Readonly<Record<string, string>>)[spelt] ?? permission;
}
