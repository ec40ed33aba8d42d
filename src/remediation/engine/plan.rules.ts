import type { RemediationAction } from '../remediation.rules.ts';

/** A way in which a principal reaches an asset, as people read it. */
export interface PathSummary {
  kind: string;
  permission: string | null;
  description: string;
  /** Whether removing one thing would close it for this principal alone. */
  closable: boolean;
}

export function summaryOf({
  kind,
  permission,
  description,
  edge,
}: Omit<PathSummary, 'closable'> & { edge: object | null }): PathSummary {
  return { kind, permission, description, closable: edge !== null };
}

/** A grant that would be lost together with the one that is revoked. */
export interface AlsoRemoved {
  grant_id: string;
  principal_id: string;
  asset_id: string;
  asset_name: string;
  /** Not known of what was planned by earlier versions. */
  platform?: string;
  permission: string;
  /** Its score is below the review threshold: it is in use. */
  in_use: boolean;
}

export interface RemediationPlan {
  action: RemediationAction;
  target: string;
  /** Whose edge it is, where another connector than the asset's: a group that it fills. Absent: planned by an earlier version. */
  elsewhere?: { connector_id: string; connector_name: string; platform: string } | null;
  /** `null`: the access was already gone. */
  path: PathSummary | null;
  /** Exactly what is sent, in order. */
  statements: string[];
  warnings: string[];
  also_removes: { total: number; in_use: number; items: AlsoRemoved[] };
  /** What gives the same access besides. */
  other_paths: PathSummary[];
  planned_at: string;
}

export const ALSO_REMOVED_LISTED_MAX = 50;

/** Which path the grant stands for; the others would remain. Paths name their keys from the principal to the asset. */
export function choosePath<P extends { kind: string; keys: string[]; edge: object | null }>(
  paths: readonly P[],
  grant: { grant_key: string | null; via_group_key: string | null },
): { chosen: P | null; others: P[] } {
  const { via_group_key, grant_key } = grant;
  const candidates = paths.filter((path) =>
    via_group_key === null
      ? path.keys.length === 2 && path.kind !== 'everybody' && path.kind !== 'group'
      : path.keys.slice(1, -1).includes(via_group_key),
  );
  const named = candidates.find(
    ({ edge }) => edge && 'grant_key' in edge && edge.grant_key !== undefined && edge.grant_key === grant_key,
  );
  const chosen = named ?? candidates.find(({ edge }) => edge !== null) ?? candidates[0] ?? null;
  // What is closed by the same remediation does not remain.
  const closes = chosen?.edge ? JSON.stringify(chosen.edge) : null;
  const others = paths.filter(
    (path) => path !== chosen && (closes === null || JSON.stringify(path.edge) !== closes),
  );
  return { chosen, others };
}
