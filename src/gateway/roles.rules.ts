export const ROLES = ['service.admin', 'service.reviewer', 'service.ingest', 'service.auditor'] as const;
export type Role = (typeof ROLES)[number];

/** Who is calling: always of exactly one tenant. */
export interface Caller {
  tenant_id: number;
  /** Stable id of the caller within the tenant: `oid`, else `sub`, else the e-mail. */
  subject: string;
  /** What a person reads in `decided_by` and in the audit trail. */
  label: string;
  roles: ReadonlySet<Role>;
  /** What its provider says it is called, the surest first: `oid`, `sub`, verified e-mail, `upn`, `preferred_username`. */
  identifiers: readonly string[];
  /** The same and an e-mail that is not verified: not enough to be somebody, enough not to judge oneself. */
  aliases: readonly string[];
  /** Authentication is off: everyone is the same administrator, who stands for nobody of the directory. */
  is_synthetic?: true;
  /** Milliseconds since 1970 at which what proved it ends; absent: never. */
  expires_at?: number;
}
