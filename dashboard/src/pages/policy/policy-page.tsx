import { useQuery } from '@tanstack/react-query';
import { INSIDERS, useMay } from '../../api/session.ts';
import { formatNumber } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { TextLink } from '../../parts/page-link.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { When } from '../../parts/when.tsx';
import { policyStrings as strings } from '../../strings/policy.ts';
import { ruleStrings } from '../../strings/rules.ts';
import { OrganisationPanel } from './organisation-panel.tsx';
import type { Policy } from './policy-draft.ts';
import { PolicyForm } from './policy-form.tsx';
import { policyQuery } from './use-save-policy.ts';

export function PolicyPage() {
  const query = useQuery(policyQuery);
  const isInsider = useMay()(...INSIDERS);
  return (
    <Page
      title={strings.title}
      actions={isInsider ? <TextLink to="/policy/rules">{ruleStrings.link}</TextLink> : null}
      description={
        <>
          {strings.description} {query.data ? <InForce policy={query.data} /> : null}
        </>
      }
    >
      <OrganisationPanel />
      <QueryState query={query}>{(policy) => <PolicyForm policy={policy} />}</QueryState>
    </Page>
  );
}

function InForce({ policy: { version, changed_by, changed_at } }: { policy: Policy }) {
  return (
    <>
      <span data-testid="version">{strings.inForce(formatNumber(version))}</span>
      {changed_at ? (
        <>
          , {strings.changedBy(changed_by)} <When at={changed_at} />.
        </>
      ) : (
        `. ${strings.never}`
      )}
    </>
  );
}
