/** Access that was seen although its remediation is claimed, or has been requested. */
export type RemediationFinding = {
  remediation_id: string;
  /** False: its remediation is only requested, and nobody has said that it was done. */
  is_claimed: boolean;
  principal_name: string;
  asset_name: string;
  permission: string;
  platform: string;
  /** What showed it, and when. */
  observed_by: string | null;
  observed_at: string | null;
  verified_by: string | null;
  verified_at: string | null;
  attested_by: string | null;
  attested_at: string | null;
  completed_at: string | null;
  requested_at: string | null;
  assigned_to_name: string | null;
};

/** How many findings have an alert of their own; those that are left are counted together. */
export const FINDINGS_SHOWN = 100;

/** Where the dashboard shows one, and all of them. */
export const findingPath = (remediationId: string): string =>
  remediationId === '' ? '/remediations' : `/remediations/${encodeURIComponent(remediationId)}`;

/** "Ann Lee has read on wiki (fabric): seen by an import on 2026-06-02, although …" */
export function findingSentence(finding: RemediationFinding): string {
  const { is_claimed, principal_name, permission, asset_name, platform } = finding;
  const has = is_claimed ? 'has' : 'still has';
  const seen = `${on('seen', finding.observed_by, finding.observed_at)}, although ${claimOf(finding)}`;
  return `${principal_name} ${has} ${permission} on ${asset_name} (${platform}): ${seen}.`;
}

function claimOf(finding: RemediationFinding): string {
  if (!finding.is_claimed) {
    const { assigned_to_name, requested_at } = finding;
    const asked = assigned_to_name === null ? 'and nobody is assigned' : `of ${assigned_to_name}`;
    return `its remediation was ${on('requested', null, requested_at)} ${asked}`;
  }
  if (finding.verified_at !== null) {
    return `its remediation was ${on('verified', finding.verified_by, finding.verified_at)}`;
  }
  return finding.attested_at === null
    ? `it was ${on('recorded as removed', null, finding.completed_at)}`
    : `its remediation was ${on('attested', finding.attested_by, finding.attested_at)}`;
}

const on = (verb: string, by: string | null, at: string | null): string =>
  `${verb}${by === null ? '' : ` by ${by}`}${at === null ? '' : ` on ${at.slice(0, 10)}`}`;

/** Of those without an alert of their own. */
export const moreFindings = (count: number): string =>
  count === 1
    ? '1 more remediation is found not to hold.'
    : `${count} more remediations are found not to hold.`;
