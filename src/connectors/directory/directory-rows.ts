import type { DirectoryAsset, DirectoryPrincipal } from '../../core/directory/directory.rules.ts';

/**
 * The imported directory of one tenant, as far as its connector needs it. A grant is present while its status is
 * `active` or `revoking`.
 * Listings are ordered by their key in bytes (collation "C") and begin after the key that is given.
 */
export interface DirectoryRows {
  principals(after: string | null, limit: number): Promise<DirectoryPrincipal[]>;
  assets(after: string | null, limit: number): Promise<DirectoryAsset[]>;
  memberships(
    after: [group_id: string, member_id: string] | null,
    limit: number,
  ): Promise<DirectoryMembership[]>;
  /** Only those that are present. */
  grants(after: string | null, limit: number): Promise<DirectoryGrant[]>;

  principal(id: string): Promise<DirectoryPrincipal | null>;
  asset(id: string): Promise<DirectoryAsset | null>;
  /** The direct memberships of these principals. */
  groupsOf(member_ids: string[]): Promise<DirectoryMembership[]>;
  /** The present grants of these principals, on one asset or on all; also those through groups. */
  grantsOf(principal_ids: string[], asset_id: string | null): Promise<DirectoryGrant[]>;

  /**
   * All of it in one transaction, or nothing when a grant is unknown. Rows that are as wanted already are left alone.
   * Grants that are no longer present become `revoked`; those that are again, `active`.
   */
  change(change: DirectoryChange): Promise<{ unknown_grant_ids: string[] }>;
}

export interface DirectoryChange {
  /** Wanted: there, or not there. */
  present: boolean;
  grant_ids: string[];
  membership: DirectoryMembership | null;
}

export interface DirectoryMembership {
  group_id: string;
  member_id: string;
}

export interface DirectoryGrant {
  id: string;
  principal_id: string;
  asset_id: string;
  permission: string;
  via_group_id: string | null;
  granted_at: string | null;
}
