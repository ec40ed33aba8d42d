import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Facts } from '../../parts/facts.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { When } from '../../parts/when.tsx';
import { remediationStrings as words } from '../../strings/remediations.ts';
import type { RemediationDetail } from './remediation-state.ts';

const { facts } = words.detail;

export function RemediationAbout({ remediation }: { remediation: RemediationDetail }) {
  const { principal_id, asset_id, review_id, mode } = remediation;
  return (
    <Panel title={words.detail.about}>
      <Facts
        single
        items={[
          [facts.target, remediation.target],
          [facts.kind, words.actions[remediation.action] ?? remediation.action],
          [
            facts.principal,
            <Anchor
              key="p"
              component={Link}
              to="/principals/$id"
              params={{ id: principal_id } as never}
              size="sm"
            >
              {remediation.principal_name}
            </Anchor>,
          ],
          [
            facts.asset,
            <Anchor key="a" component={Link} to="/assets/$id" params={{ id: asset_id } as never} size="sm">
              {remediation.asset_name}
            </Anchor>,
          ],
          [facts.platform, remediation.platform],
          [facts.reason, remediation.reason],
          [
            facts.requested,
            <span key="r">
              {remediation.requested_by}, <When at={remediation.created_at} />
            </span>,
          ],
          [
            facts.approved,
            remediation.approved_by ? (
              <span key="approved">
                {remediation.approved_by}, <When at={remediation.approved_at} />
              </span>
            ) : null,
          ],
          [facts.carriedOut, facts[remediation.execution]],
          [
            facts.assigned,
            remediation.execution !== 'person' || remediation.requested_at === null
              ? null
              : (remediation.assigned_to_name ?? remediation.assigned_to_id ?? facts.nobody),
          ],
          [
            facts.attested,
            remediation.attested_by ? (
              <span key="attested">
                {remediation.attested_by}, <When at={remediation.attested_at} />
              </span>
            ) : null,
          ],
          [facts.attestation, remediation.attestation],
          [
            facts.verified,
            remediation.verified_by && remediation.verified_at ? (
              <span key="verified">
                {remediation.verified_by}, <When at={remediation.verified_at} />
              </span>
            ) : null,
          ],
          [
            facts.observed,
            remediation.observed ? (
              <span key="observed">
                {remediation.observed === 'gone' ? facts.observedGone : facts.observedPresent}{' '}
                {remediation.observed_by}, <When at={remediation.observed_at} />
              </span>
            ) : null,
          ],
          [facts.mode, mode === null ? null : (words.modes[mode] ?? mode)],
          [facts.attempts, remediation.attempts > 0 ? formatNumber(remediation.attempts) : null],
          [
            facts.review,
            <Anchor key="v" component={Link} to="/reviews/$id" params={{ id: review_id } as never} size="sm">
              {facts.openReview}
            </Anchor>,
          ],
        ]}
      />
    </Panel>
  );
}
