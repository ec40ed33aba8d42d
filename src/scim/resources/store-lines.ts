import type { DirectoryLine } from '../../core/directory/directory.rules.ts';
import type { RemovalLine } from '../../core/directory/directory-removal.rules.ts';
import type { ChangedBy } from '../../core/directory/import/directory-entries.ts';
import { parseDirectoryLine } from '../../core/directory/import/directory-lines.ts';
import { storeLines } from '../../core/directory/import/import-directory.ts';
import { removeFromDirectory } from '../../core/directory/import/remove-directory.ts';
import type { Database, Querier } from '../../platform/database/database.ts';
import { scimFault } from '../rules/scim-fault.rules.ts';

const DEADLOCK_DETECTED = '40P01';
const ATTEMPTS_MAX = 5;

/** Two requests, or a request and an import, that touch the same rows may meet; the loser tries again. */
export async function inTransaction<T>(
  db: Database,
  tenantId: number,
  work: (tx: Querier) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(tenantId, work);
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK_DETECTED || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

/** What a provider says goes the way of an import, with the same checks and the same entries in the audit trail; all or nothing. */
export async function storeSaid(
  tx: Querier,
  lines: readonly DirectoryLine[],
  removals: readonly RemovalLine[],
  by: ChangedBy,
): Promise<void> {
  const chunk = lines.map((line, number) => {
    const parsed = parseDirectoryLine(JSON.stringify(line), by.now());
    if ('line' in parsed) return { number, line: parsed.line };
    throw scimFault('invalidValue', 'reason' in parsed ? parsed.reason : 'It says that something is gone.');
  });
  const [refused] = await storeLines(tx, chunk, by);
  if (refused) throw scimFault('invalidValue', refused.reason);
  if (removals.length > 0) await removeFromDirectory(tx, removals, by);
}
