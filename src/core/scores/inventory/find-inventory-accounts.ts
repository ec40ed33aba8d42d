import { appendAuditEntries } from '../../../audit/entries.sql.ts';
import type { Querier } from '../../../platform/database/database.ts';
import { directoryEntry, principalEntry } from '../../directory/import/directory-entries.ts';
import { loadPolicy } from '../../policy/policies.sql.ts';
import { requestForChanged } from '../apply/recalculations.sql.ts';
import {
  accountsUsingNearlyAll,
  claimLook,
  hasInventoryAccounts,
  setInventoryAccounts,
} from './inventory-accounts.sql.ts';

/** Once a day, by the second model. The first knows no inventory accounts: those there were are ordinary ones again. */
export async function findInventoryAccounts(tx: Querier, now: number): Promise<void> {
  const { policy } = await loadPolicy(tx);
  const looks = policy.model_version === 2 ? await claimLook(tx, now) : await hasInventoryAccounts(tx);
  if (!looks) return;
  const found = policy.model_version === 2 ? await accountsUsingNearlyAll(tx, now) : [];
  const changes = await setInventoryAccounts(tx, found, now);
  const by = { actor: 'system', now: () => now };
  await appendAuditEntries(
    tx,
    changes.map(({ id, before, after }) =>
      directoryEntry(
        principalEntry(
          'principal.changed',
          { id },
          { before: { inventory_since: before }, after: { inventory_since: after }, cause: 'use' },
        ),
        by,
      ),
    ),
  );
  // Whether they are counted among the peers of others follows.
  await requestForChanged(
    tx,
    'directory',
    'principal_id',
    changes.map(({ id }) => id),
  );
  if (changes.length > 0) tx.changed?.('principals');
}
