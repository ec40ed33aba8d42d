import type { Role } from '../api/session.ts';

const NAMES: Readonly<Record<Role, string>> = {
  'service.admin': 'Admin',
  'service.reviewer': 'Reviewer',
  'service.auditor': 'Auditor',
  'service.ingest': 'Sender of events',
};

/** What people call a role of the service. */
export const roleName = (role: Role): string => NAMES[role];
