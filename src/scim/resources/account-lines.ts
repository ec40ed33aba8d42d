import type { DirectoryLine } from '../../core/directory/directory.rules.ts';
import type { RemovalLine } from '../../core/directory/directory-removal.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Resource } from '../rules/attributes.rules.ts';
import { accountOf } from '../rules/principal-line.rules.ts';
import { accountHolders } from './known-principals.sql.ts';

/** Under which accounts at identity providers are kept, whichever provider it is. */
const PROVIDER = 'scim';

/** The account at the provider is one of the principal's, by which events, sign-ins and connectors may name them. */
export async function accountLines(
  tx: Querier,
  id: string,
  before: Resource | null,
  after: Resource,
): Promise<{ lines: DirectoryLine[]; removals: RemovalLine[] }> {
  const [was, is] = [accountOf(before), accountOf(after)];
  const holders = await accountHolders(
    tx,
    PROVIDER,
    [was, is].filter((each) => each !== null),
  );
  const isFree = is !== null && (holders.get(is) ?? id) === id;
  const isGone = was !== null && was !== is && holders.get(was) === id;
  return {
    lines: isFree ? [{ kind: 'identity', principal_id: id, provider: PROVIDER, external_id: is }] : [],
    removals: isGone ? [{ kind: 'identity', provider: PROVIDER, external_id: was }] : [],
  };
}
