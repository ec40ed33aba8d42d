/** Fixed roles that give something, and what of it concerns data. */
export const FIXED_ROLE_PERMISSIONS: Readonly<Record<string, readonly string[]>> = {
  db_owner: ['CONTROL'],
  db_datareader: ['SELECT'],
  db_datawriter: ['INSERT', 'UPDATE', 'DELETE'],
  db_ddladmin: ['ALTER'],
  db_securityadmin: ['ALTER ANY ROLE'],
  db_accessadmin: ['ALTER ANY USER'],
  db_backupoperator: ['BACKUP DATABASE'],
};

/** Permissions on a container that reach what is in it. */
const REACHING = new Set([
  'SELECT',
  'INSERT',
  'UPDATE',
  'DELETE',
  'EXECUTE',
  'REFERENCES',
  'CONTROL',
  'ALTER',
  'TAKE OWNERSHIP',
]);

export const reachesInside = (permission: string): boolean => REACHING.has(permission);
