/** The vocabulary of the directory, and the lines in which it is imported. */

export const PRINCIPAL_TYPES = ['user', 'service_account', 'group'] as const;
export const ASSET_TYPES = ['database', 'table', 'workspace'] as const;
export const CLASSIFICATIONS = ['public', 'internal', 'confidential', 'pii'] as const;
export const GRANT_STATUSES = ['active', 'revoking', 'revoked'] as const;

/** Characters of the name of a person or an asset. */
export const NAME_MAX = 500;

/** What access is there for besides being used. Lines say `none` where there is no purpose any more. */
export const PURPOSES = ['standby', 'break_glass'] as const;
export const PURPOSE_WORDS = [...PURPOSES, 'none'] as const;

export type Purpose = (typeof PURPOSES)[number];
export type PurposeWord = (typeof PURPOSE_WORDS)[number];
export type PrincipalType = (typeof PRINCIPAL_TYPES)[number];
export type AssetType = (typeof ASSET_TYPES)[number];
export type Classification = (typeof CLASSIFICATIONS)[number];
export type GrantStatus = (typeof GRANT_STATUSES)[number];

export interface PrincipalLine {
  kind: 'principal';
  id: string;
  display_name: string;
  type: PrincipalType;
  email?: string | null;
  source?: string | null;
  department?: string | null;
  platform?: string | null;
  manager_id?: string | null;
  mfa_enabled?: boolean | null;
  last_login_at?: string | null;
  disabled?: boolean | null;
  protected?: boolean | null;
  /** Left out: as it is. */
  purpose?: PurposeWord | null;
  created_at?: string | null;
}

export interface MembershipLine {
  kind: 'membership';
  group_id: string;
  member_id: string;
}

export interface IdentityLine {
  kind: 'identity';
  principal_id: string;
  provider: string;
  external_id: string;
}

export interface AssetLine {
  kind: 'asset';
  id: string;
  name: string;
  type: AssetType;
  platform: string;
  classification?: Classification | null;
  owner_id?: string | null;
  contains_pii?: boolean | null;
  /** Lapse never removes access to it. */
  protected?: boolean | null;
  tags?: string[] | null;
  created_at?: string | null;
}

export interface GrantLine {
  kind: 'grant';
  id: string;
  principal_id: string;
  asset_id: string;
  permission: string;
  via_group_id?: string | null;
  status?: GrantStatus | null;
  /** Left out: as it is. */
  purpose?: PurposeWord | null;
  granted_at?: string | null;
  last_used_at?: string | null;
}

export type DirectoryLine = PrincipalLine | MembershipLine | IdentityLine | AssetLine | GrantLine;
export type DirectoryKind = DirectoryLine['kind'];

/** A principal and an asset as the directory keeps them; what an import did not say is null. */
export type DirectoryPrincipal = {
  id: string;
  display_name: string;
  type: PrincipalType;
  email: string | null;
  department: string | null;
  manager_id: string | null;
  mfa_enabled: boolean | null;
  last_login_at: string | null;
  disabled: boolean;
  protected: boolean;
  created_at: string | null;
};

export type DirectoryAsset = {
  id: string;
  name: string;
  type: AssetType;
  owner_id: string | null;
  tags: string[];
  created_at: string | null;
};
