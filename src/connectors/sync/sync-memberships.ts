import {
  type CallOptions,
  type Connector,
  ConnectorError,
  type Page,
  type RawMembership,
} from '../connector.ts';
import type { SyncProgress } from '../sync.rules.ts';

/** A page of memberships, and what the progress is besides its place. */
export interface MembershipPage extends Page<RawMembership> {
  /** `null`: of all groups. */
  group_keys: string[] | null;
  progress: Pick<SyncProgress, 'changed_since' | 'membership_mark' | 'memberships_listed_at'>;
}

/** What has changed, where the platform tells and the last full listing is not long ago; everything otherwise. */
export async function membershipPage(
  connector: Connector,
  {
    cursor,
    started_at,
    changed_since = null,
    membership_mark = null,
    memberships_listed_at = null,
  }: SyncProgress,
  options: CallOptions,
): Promise<MembershipPage> {
  const { membershipChanges: changes } = connector;
  if (changes && changed_since !== null) {
    try {
      const { mark, ...page } = await changes.since(changed_since, cursor, options);
      return { ...page, progress: { changed_since, membership_mark: mark, memberships_listed_at } };
    } catch (error) {
      if (!(error instanceof ConnectorError) || error.code !== 'invalid_checkpoint') throw error;
      // The cursor is one of the changes.
      return membershipPage(connector, { ...FROM_THE_START, started_at } as SyncProgress, options);
    }
  }
  // Taken before the listing begins: what changes meanwhile comes with the next sync, once more at the worst.
  const mark = cursor === null && changes ? await changes.mark(options) : membership_mark;
  const page = await connector.memberships(cursor, options);
  return {
    ...page,
    group_keys: null,
    progress: { changed_since: null, membership_mark: mark, memberships_listed_at: started_at },
  };
}

const FROM_THE_START = { cursor: null, changed_since: null, membership_mark: null };
