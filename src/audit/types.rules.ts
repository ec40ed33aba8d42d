/** Every type of audit entry, declared by the capability that appends it; docs/audit-entries.md says when. */
// biome-ignore lint/suspicious/noEmptyInterface: each capability adds its own by declaration merging
export interface AuditTypes {}

export type AuditType = keyof AuditTypes;
