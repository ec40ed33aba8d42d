import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Facts } from '../../parts/facts.tsx';
import { formatDate } from '../../parts/format.ts';
import { PageLink } from '../../parts/page-link.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Small } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { platformName } from '../../strings/platforms.ts';
import { principalStrings, principalPageStrings as strings } from '../../strings/principals.ts';
import { accountsOf } from '../accounts/account-queries.ts';
import { type Principal, principalQueries } from './principal-queries.ts';

/** All that the directory says about a principal. */
export function IdentityPanel({ principal }: { principal: Principal }) {
  const { data: context } = useQuery(principalQueries.context(principal.id));
  const { data: accounts } = useQuery(accountsOf(principal.id));
  const connectors = new Set(accounts?.items.map(({ connector_id }) => connector_id));
  // Those of connected platforms are shown with more about them.
  const identities = context?.identities.filter(({ provider }) => !connectors.has(provider));
  const { facts } = strings;
  const mfa = principal.mfa_enabled;
  return (
    <Panel title={strings.who}>
      <Facts
        single
        items={[
          [facts.email, principal.email],
          [facts.type, principalStrings.types[principal.type]],
          [facts.department, principal.department],
          [facts.platform, principal.platform && platformName(principal.platform)],
          [
            facts.manager,
            context?.manager ? <People key="people" people={[context.manager]} /> : principal.manager_id,
          ],
          [facts.mfa, mfa === null ? principalStrings.unknown : mfa ? strings.mfaOn : strings.mfaOff],
          [
            facts.lastLogin,
            <When key="login" at={principal.last_login_at} fallback={principalStrings.unknown} />,
          ],
          [facts.groups, context?.groups.length ? <People key="people" people={context.groups} /> : null],
          [facts.members, context?.members.length ? <People key="people" people={context.members} /> : null],
          [
            facts.identities,
            identities?.length
              ? identities.map(({ provider, external_id }) => (
                  <Text key={`${provider} ${external_id}`} size="sm">
                    {external_id} <Small span>{`(${platformName(provider)})`}</Small>
                  </Text>
                ))
              : null,
          ],
          [facts.source, principal.source && platformName(principal.source)],
          [facts.created, formatDate(principal.created_at)],
          [facts.id, <Code key="id">{principal.id}</Code>],
        ]}
      />
    </Panel>
  );
}

function People({ people }: { people: readonly { id: string; display_name: string }[] }) {
  return people.map(({ id, display_name }, index) => (
    <span key={id}>
      {index === 0 ? '' : ', '}
      <PageLink to="/principals/$id" id={id} inherit underline="always">
        {display_name}
      </PageLink>
    </span>
  ));
}
