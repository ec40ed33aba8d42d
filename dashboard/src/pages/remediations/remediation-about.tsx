import { Facts } from '../../parts/facts.tsx';
import { formatNumber } from '../../parts/format.ts';
import { TextLink } from '../../parts/page-link.tsx';
import { Panel } from '../../parts/panel.tsx';
import { When } from '../../parts/when.tsx';
import { remediationStrings as words } from '../../strings/remediations.ts';
import type { RemediationDetail } from './remediation-state.ts';

const { facts } = words.detail;

const personAt = (who: string, at: string | null) => (
  <span>
    {who}, <When at={at} />
  </span>
);

export function RemediationAbout({ remediation }: { remediation: RemediationDetail }) {
  const { mode, action, execution, observed } = remediation;
  const { approved_by, attested_by, verified_by, verified_at, observed_by } = remediation;
  const seen = observed === 'gone' ? facts.observedGone : facts.observedPresent;
  const link = (to: string, id: string, text: string) => (
    <TextLink to={to} id={id}>
      {text}
    </TextLink>
  );
  return (
    <Panel title={words.detail.about}>
      <Facts
        single
        items={[
          [facts.target, remediation.target],
          [facts.kind, words.actions[action] ?? action],
          [facts.principal, link('/principals/$id', remediation.principal_id, remediation.principal_name)],
          [facts.asset, link('/assets/$id', remediation.asset_id, remediation.asset_name)],
          [facts.platform, remediation.platform],
          [facts.reason, remediation.reason],
          [facts.requested, personAt(remediation.requested_by, remediation.created_at)],
          [facts.approved, approved_by && personAt(approved_by, remediation.approved_at)],
          [facts.carriedOut, facts[execution]],
          [
            facts.assigned,
            execution !== 'person' || remediation.requested_at === null
              ? null
              : (remediation.assigned_to_name ?? remediation.assigned_to_id ?? facts.nobody),
          ],
          [facts.attested, attested_by && personAt(attested_by, remediation.attested_at)],
          [facts.attestation, remediation.attestation],
          [facts.verified, verified_by && verified_at && personAt(verified_by, verified_at)],
          [facts.observed, observed && personAt(`${seen} ${observed_by ?? ''}`, remediation.observed_at)],
          [facts.mode, mode === null ? null : (words.modes[mode] ?? mode)],
          [facts.attempts, remediation.attempts > 0 ? formatNumber(remediation.attempts) : null],
          [facts.review, link('/reviews/$id', remediation.review_id, facts.openReview)],
        ]}
      />
    </Panel>
  );
}
