import type { Item } from '@lapse/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useChange } from '../../parts/forms/use-change.ts';
import type { ToldAccount } from '../../strings/accounts.ts';
import { platformName } from '../../strings/platforms.ts';

export type Account = Item<'/v1/principals/{id}/accounts'>;

export const accountsOf = (id: string) =>
  queryOptions({
    queryKey: ['principals', 'accounts', id],
    queryFn: () => api.get('/v1/principals/{id}/accounts', { params: { id } }),
  });

export const conflictCount = queryOptions({
  queryKey: ['principals', 'conflicts', 'count'],
  queryFn: () => api.get('/v1/accounts/conflicts', { query: { limit: 1 } }),
});

export const toldAccount = ({ name, platform, connector_name }: Account): ToldAccount => ({
  name,
  platform: platformName(platform),
  connector: connector_name,
});

export const linkTo = (principalId: string, accountId: string) =>
  api.post('/v1/principals/{id}/accounts', { params: { id: principalId }, body: { account_id: accountId } });

export const unlink = (account: Account) =>
  api.delete('/v1/principals/{id}/accounts/{account_id}', {
    params: { id: account.principal_id, account_id: account.id },
  });

/** One click that says whose an account is. */
export const useSettling = (send: () => Promise<unknown>, done: string) =>
  useChange({ send, stale: ['principals'], done, saysFailure: true });
