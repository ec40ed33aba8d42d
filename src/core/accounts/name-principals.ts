import { appendAuditEntries } from '../../audit/entries.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { indexPrincipals } from '../directory/directory-import.sql.ts';
import { type ChangedBy, directoryEntry, principalEntry } from '../directory/import/directory-entries.ts';
import { bestNames, renamePrincipals } from './person-names.sql.ts';

/**
 * Calls these principals by the best name that any of their accounts knows, where they are in the directory already. Answers the
 * names, also of those who are not.
 */
export async function namePrincipals(
  tx: Querier,
  ids: readonly string[],
  by: ChangedBy,
): Promise<Map<string, string>> {
  const names = await bestNames(tx, [...new Set(ids)]);
  const renamed = await renamePrincipals(tx, names);
  if (renamed.length === 0) return names;
  await indexPrincipals(
    tx,
    renamed.map(({ id }) => id),
  );
  await appendAuditEntries(
    tx,
    renamed.map(({ id, before, after }) => {
      const change = { before: { display_name: before }, after: { display_name: after } };
      return directoryEntry(principalEntry('principal.changed', { id }, change), by);
    }),
  );
  tx.changed?.('principals');
  return names;
}
