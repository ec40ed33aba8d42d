import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { LatestPanel } from '../../parts/latest-panel.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { Row } from '../../parts/table-box.tsx';
import { Hint, Small } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { decisionStrings as words } from '../../strings/audit.ts';
import { permissionName } from '../../strings/permissions.ts';
import { remediationStrings } from '../../strings/remediations.ts';

const SHOWN = 20;
const statuses: Readonly<Record<string, string>> = remediationStrings.statuses;

type Filter = { principal_id: string } | { asset_id: string };
type Decision = Awaited<ReturnType<typeof loadDecisions>>['items'][number];

const loadDecisions = (filter: Filter) => api.get('/v1/decisions', { query: { ...filter, limit: SHOWN } });

/** Every decision about a principal or an asset: who, why, what came of it, and the entry that proves it. */
export function DecisionsPanel({ filter }: { filter: Filter }) {
  const query = useQuery({
    queryKey: ['reviews', 'decisions', filter],
    queryFn: () => loadDecisions(filter),
  });
  return (
    <LatestPanel
      title={words.title}
      query={query}
      columns={words.columns}
      minWidth={760}
      empty={<Hint>{words.none}</Hint>}
      row={(decision) => <DecisionRow key={decision.id} decision={decision} />}
      more={(shown, total) => <Hint>{words.more(String(shown), total.toLocaleString())}</Hint>}
    />
  );
}

function DecisionRow({ decision }: { decision: Decision }) {
  const { reason, audit_entry_id, next_review_at } = decision;
  const verb = decision.decision === 'REVOKE' ? words.revoked : words.confirmed;
  return (
    <Row>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <When at={decision.decided_at} />
      </Table.Td>
      <Table.Td>
        <PageLink to="/reviews/$id" id={decision.review_id} inherit>
          {`${decision.permission ? permissionName(decision.permission) : words.access} · ${decision.asset_name ?? decision.asset_id} · ${decision.principal_name ?? decision.principal_id}`}
        </PageLink>
        <Small component="div">
          {next_review_at ? (
            <>
              {words.confirmedUntil} <When at={next_review_at} />
            </>
          ) : (
            verb
          )}
        </Small>
      </Table.Td>
      {decision.decided_by_name}
      {reason.trim() === '' ? words.noReason : reason}
      <Remediation decision={decision} />
      {audit_entry_id && (
        <PageLink to="/audit/$id" id={audit_entry_id} inherit>
          {words.proof}
        </PageLink>
      )}
    </Row>
  );
}

/** Only what was read back at its platform is said to be verified. */
function Remediation({ decision }: { decision: Decision }) {
  const { remediation_id, remediation_status, verified_at, attested_by, execution } = decision;
  if (!remediation_id) return <>{words.noRemediation}</>;
  return (
    <>
      <PageLink to="/remediations/$id" id={remediation_id} inherit>
        {statuses[remediation_status ?? ''] ?? remediation_status}
      </PageLink>
      {remediation_status === 'completed' && (
        <Small component="div">{saidOf({ verified_at, attested_by, execution })}</Small>
      )}
    </>
  );
}

function saidOf(removal: Pick<Decision, 'verified_at' | 'attested_by' | 'execution'>): string {
  if (removal.verified_at) return words.verified;
  if (removal.attested_by) return words.attested(removal.attested_by);
  return removal.execution === 'simulated' ? words.simulated : words.notVerified;
}
