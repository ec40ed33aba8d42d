import { appendAuditEntries } from '../../audit/entries.sql.ts';
import { refuse } from '../../gateway/lists/instants.ts';
import type { Querier } from '../../platform/database/database.ts';
import { LapseError, required } from '../../platform/errors.ts';
import type { ChangedBy } from '../directory/import/directory-entries.ts';
import { getPrincipal } from '../directory/principals.sql.ts';
import { accountEntry } from './account-entries.ts';
import {
  type AccountLink,
  type AccountRow,
  lockAccount,
  lockLinking,
  setLinks,
  syncWithoutMembers,
} from './accounts.sql.ts';
import { getAccount, type ShownAccount } from './list-accounts.sql.ts';
import { moveAccounts } from './move-accounts.ts';
import { settleAccounts } from './settle-accounts.ts';

interface Asked {
  principal_id: string;
  account_id: string;
}
interface Act {
  actor: string;
  now: number;
}

/** An admin says whose an account is. It stays so, whatever a sync finds out. */
export async function linkAccount(
  tx: Querier,
  { principal_id, account_id }: Asked,
  act: Act,
): Promise<ShownAccount> {
  await lockLinking(tx);
  const principal = required(await getPrincipal(tx, principal_id), 'principal');
  const account = await lockAccount(tx, account_id);
  if (account === null) {
    refuse([{ loc: ['body', 'account_id'], msg: 'expected the id of an account', type: 'not_found' }]);
    throw new LapseError('not_found', 'There is no account with this id.');
  }
  if (principal.linked_to !== null) {
    const msg = `This principal is an account of ${principal.linked_to}: link to that one.`;
    throw new LapseError('conflict', msg);
  }
  if (principal.type !== account.type) {
    const msg = `expected the account of a ${principal.type}, this is one of a ${account.type}`;
    refuse([{ loc: ['body', 'account_id'], msg, type: 'not_allowed' }]);
  }
  if (account.home_id === principal_id) {
    throw new LapseError('conflict', 'This principal is the account itself: unlink it from the other.');
  }
  if (account.principal_id === principal_id && account.settled === 'linked') {
    throw new LapseError('conflict', 'The account is linked to this principal already.');
  }
  await settle(tx, account, { account_id, principal_id, how: 'admin', settled: 'linked' }, act);
  return required(await getAccount(tx, account_id), 'account');
}

/** An admin says that an account is nobody else's: it is its own principal again, with what it holds. */
export async function unlinkAccount(
  tx: Querier,
  { principal_id, account_id }: Asked,
  act: Act,
): Promise<ShownAccount> {
  await lockLinking(tx);
  required(await getPrincipal(tx, principal_id), 'principal');
  const account = required(await lockAccount(tx, account_id), 'account');
  if (account.principal_id !== principal_id) {
    throw new LapseError('not_found', 'This principal has no account with this id.');
  }
  const { conflict } = required(await getAccount(tx, account_id), 'account');
  if (account.home_id === principal_id && conflict === null) {
    const msg =
      'The account is linked to nobody: the principal is the account itself. Unlink its other accounts.';
    throw new LapseError('conflict', msg);
  }
  await settle(
    tx,
    account,
    { account_id, principal_id: account.home_id, how: 'own', settled: 'unlinked' },
    act,
  );
  return required(await getAccount(tx, account_id), 'account');
}

async function settle(
  tx: Querier,
  account: AccountRow,
  link: AccountLink,
  { actor, now }: Act,
): Promise<void> {
  const by: ChangedBy = { actor, now: () => now };
  await setLinks(tx, [link], { actor, now });
  const isMoved = account.principal_id !== link.principal_id;
  const moved = await moveAccounts(tx, isMoved ? [{ account, to: link.principal_id }] : [], by);
  await appendAuditEntries(tx, [accountEntry(account, link, { by, grants: moved.get(account.id) ?? 0 })]);
  // Others may be somebody else by this, and conflicts over.
  const settled = await lockAccount(tx, account.id);
  await settleAccounts(tx, [account, ...(settled ? [settled] : [])], by);
  if (account.type === 'group') await syncWithoutMembers(tx, [account.principal_id, link.principal_id], now);
}
