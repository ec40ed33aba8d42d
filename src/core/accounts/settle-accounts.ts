import { type AuditEntry, appendAuditEntries } from '../../audit/entries.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { ChangedBy } from '../directory/import/directory-entries.ts';
import { accountEntry } from './account-entries.ts';
import { type AccountRow, accountsNear, knownPeople, setLinks } from './accounts.sql.ts';
import { replaceConflicts } from './conflicts.sql.ts';
import { type Linked, linkAccounts } from './link.rules.ts';
import { moveAccounts } from './move-accounts.ts';

/**
 * Finds out whose some accounts are, with all accounts that have anything in common with them, and moves what hangs on those
 * that are somebody else's than before. What does not agree is kept for an admin to see.
 */
export async function settleAccounts(
  tx: Querier,
  seeds: readonly AccountRow[],
  by: ChangedBy,
): Promise<void> {
  if (seeds.length === 0) return;
  const now = by.now();
  const near = await withAllNear(tx, seeds);
  const known = await knownPeople(tx, namesOf([...near.values()]));
  const { linked, conflicts } = linkAccounts([...near.values()], known);
  const isChanged = ({ account_id, principal_id, how }: Linked): boolean => {
    const before = near.get(account_id);
    return before?.principal_id !== principal_id || before.how !== how;
  };
  const changed = linked.filter(isChanged);
  const moved = changed.filter((link) => near.get(link.account_id)?.principal_id !== link.principal_id);
  const old = moved.filter(({ account_id }) => near.get(account_id)?.is_new !== true);
  const { actor } = by;
  await setLinks(tx, changed, { actor, now });
  const carried = await moveAccounts(
    tx,
    old.map(({ account_id, principal_id }) => ({
      account: near.get(account_id) as AccountRow,
      to: principal_id,
    })),
    by,
  );
  const unclear = await replaceConflicts(tx, [...near.keys()], { conflicts, now });
  const entries = moved.map((link): AuditEntry => {
    const account = near.get(link.account_id) as AccountRow;
    return accountEntry(account, link, { by, grants: carried.get(account.id) ?? 0 });
  });
  const told = conflicts.filter(({ account_id }) => unclear.includes(account_id));
  await appendAuditEntries(tx, [
    ...entries,
    ...told.map((conflict): AuditEntry => {
      const account = near.get(conflict.account_id) as AccountRow;
      const { kind, candidate_ids, shared } = conflict;
      const data = { ...aboutAccount(account, by), kind, candidate_ids, shared };
      return {
        event_type: 'account.conflict_found',
        principal_id:
          linked.find(({ account_id }) => account_id === account.id)?.principal_id ?? account.home_id,
        actor,
        at: isoInstant(now),
        data,
      };
    }),
  ]);
}

const aboutAccount = ({ id, name }: AccountRow, { connector }: ChangedBy) => ({
  account_id: id,
  account_name: name,
  ...(connector ? { connector_id: connector.id, connector_name: connector.name } : {}),
});

const namesOf = (accounts: readonly AccountRow[]): string[] =>
  accounts.flatMap(({ entra_object_id, sign_in_key, email_key }) =>
    [entra_object_id, sign_in_key, email_key].filter((name) => name !== null),
  );

/** Until nobody new is found: whoever has a common address with one may have a common object id with another. */
async function withAllNear(tx: Querier, seeds: readonly AccountRow[]): Promise<Map<string, AccountRow>> {
  const found = new Map(seeds.map((account) => [account.id, account]));
  let last: readonly AccountRow[] = seeds;
  while (last.length > 0) {
    const all = <K extends 'entra_object_id' | 'sign_in_key' | 'email_key' | 'principal_id' | 'home_id'>(
      key: K,
    ) => [...new Set(last.map((account) => account[key]))].filter((value) => value !== null) as string[];
    const near = await accountsNear(tx, {
      entra_object_id: all('entra_object_id'),
      sign_in_key: all('sign_in_key'),
      email_key: all('email_key'),
      principal_id: all('principal_id'),
      home_id: all('home_id'),
    });
    last = near.filter(({ id }) => !found.has(id));
    for (const account of last) found.set(account.id, account);
  }
  return found;
}
