import type { AuditEntry } from '../../audit/entries.sql.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { ChangedBy } from '../directory/import/directory-entries.ts';
import type { AccountLink, AccountRow } from './accounts.sql.ts';

/** That an account is somebody else's now, or its own again. */
export function accountEntry(
  account: AccountRow,
  { principal_id, how }: AccountLink,
  { by, grants }: { by: ChangedBy; grants: number },
): AuditEntry {
  const { actor, connector, now } = by;
  const isOwn = principal_id === account.home_id;
  return {
    event_type: isOwn ? 'account.unlinked' : 'account.linked',
    principal_id: isOwn ? account.principal_id : principal_id,
    actor,
    at: isoInstant(now()),
    data: {
      account_id: account.id,
      account_name: account.name,
      principal_id: isOwn ? account.principal_id : principal_id,
      previous_principal_id: account.principal_id,
      own_principal_id: account.home_id,
      how,
      grants,
      ...(connector ? { connector_id: connector.id, connector_name: connector.name } : {}),
    },
  };
}
