import { Group, Paper, Stack, Text } from '@mantine/core';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { RowButton } from '../../parts/buttons.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Page } from '../../parts/page.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { More } from '../../parts/paged-table.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { Small } from '../../parts/text.ts';
import { usePages } from '../../parts/use-pages.ts';
import { When } from '../../parts/when.tsx';
import { accountStrings, conflictStrings as strings } from '../../strings/accounts.ts';
import { platformName } from '../../strings/platforms.ts';
import { type Account, linkTo, unlink, useSettling } from './account-queries.ts';

/** Accounts of which it is unclear whose they are, why, and one click for each answer. */
export function AccountsPage() {
  const query = usePages<Account>({
    queryKey: ['principals', 'conflicts', 'list'],
    load: (page) => api.get('/v1/accounts/conflicts', { query: page }),
    limit: 25,
  });
  return (
    <Page title={strings.title} description={strings.description}>
      <QueryState query={query}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty title={strings.none}>{strings.noneHint}</Empty>
          ) : (
            <Stack>
              <Stack component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
                {items.map((account) => (
                  <li key={account.id}>
                    <UnclearAccount account={account} />
                  </li>
                ))}
              </Stack>
              <More
                shown={items.length}
                total={total}
                hasMore={query.hasNextPage}
                isLoading={query.isFetchingNextPage}
                onMore={() => void query.fetchNextPage()}
              />
            </Stack>
          )
        }
      </QueryState>
    </Page>
  );
}

function UnclearAccount({ account }: { account: Account }) {
  const { name, platform, connector_name, external_key, principal_id, principal_name, conflict } = account;
  if (conflict === null) return null;
  const why = strings.why[conflict.kind]?.(conflict.shared.join(', '));
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" gap="xs">
          <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Text fw={600}>{name}</Text>
            <Small>
              {strings.on(platformName(platform), connector_name)} · {external_key}
            </Small>
          </div>
          <Small>
            <When at={conflict.found_at} />
          </Small>
        </Group>
        <Text size="sm">{why}</Text>
        <Facts
          items={[
            [
              strings.now,
              <PageLink key="now" to="/principals/$id" id={principal_id} inherit>
                {principal_name}
              </PageLink>,
            ],
            [strings.maybe, <Answers key="answers" account={account} candidates={conflict.candidates} />],
          ]}
        />
      </Stack>
    </Paper>
  );
}

interface Candidate {
  id: string;
  display_name: string;
}

function Answers({ account, candidates }: { account: Account; candidates: readonly Candidate[] }) {
  const mayLink = useMay()('service.admin');
  const { principal_id, principal_name, own_principal_id } = account;
  // That it is right as it is may be said, too.
  const linked =
    own_principal_id === principal_id ? [] : [{ id: principal_id, display_name: principal_name }];
  return (
    <Stack gap={6}>
      {candidates.length === 0 ? <Small>{strings.noCandidates}</Small> : null}
      {[...linked, ...candidates].map((candidate) => (
        <Group key={candidate.id} gap="xs">
          <PageLink to="/principals/$id" id={candidate.id} inherit>
            {candidate.display_name}
          </PageLink>
          {mayLink ? <LinkButton account={account} candidate={candidate} /> : null}
        </Group>
      ))}
      {mayLink ? <NobodyButton account={account} /> : null}
    </Stack>
  );
}

function LinkButton({ account, candidate }: { account: Account; candidate: Candidate }) {
  const link = useSettling(
    () => linkTo(candidate.id, account.id),
    accountStrings.linked(account.name, candidate.display_name),
  );
  return (
    <RowButton
      aria-label={strings.isOf(account.name, candidate.display_name)}
      loading={link.isPending}
      onClick={() => link.mutate()}
    >
      {strings.is(candidate.display_name)}
    </RowButton>
  );
}

function NobodyButton({ account }: { account: Account }) {
  const settle = useSettling(() => unlink(account), strings.settledAlone(account.name));
  return (
    <Group>
      <RowButton
        aria-label={strings.nobodyOf(account.name)}
        loading={settle.isPending}
        onClick={() => settle.mutate()}
      >
        {account.own_principal_id === account.principal_id ? strings.nobody : strings.noneOfThem}
      </RowButton>
    </Group>
  );
}
