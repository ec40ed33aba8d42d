import { Anchor, Group, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { AnySelect, ClearFilters, TypedFilter } from '../../parts/filter-fields.tsx';
import { useFilters, viewsOf } from '../../parts/filters.ts';
import { tableColumns } from '../../parts/list-tools/columns.ts';
import { ListTools } from '../../parts/list-tools/list-tools.tsx';
import { useColumns } from '../../parts/list-tools/use-columns.ts';
import { lookAgainMs } from '../../parts/look-again.ts';
import { Page } from '../../parts/page.tsx';
import { TextLink } from '../../parts/page-link.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Empty } from '../../parts/query-state.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { Row } from '../../parts/table-box.tsx';
import { Small } from '../../parts/text.ts';
import { usePages } from '../../parts/use-pages.ts';
import { RowWhen } from '../../parts/when.tsx';
import { platformName } from '../../strings/platforms.ts';
import { remediationStrings as words } from '../../strings/remediations.ts';
import { BreakerBanner } from './breaker-banner.tsx';
import { movingRemediations, type Remediation, useRemediationState } from './remediation-state.ts';

const FILTERS = ['status', 'platform', 'principal_id', 'asset_id', 'review_id', 'grant_id'] as const;

const { csv } = words;
const COLUMNS = tableColumns<Remediation>(words.columns, [
  [
    [csv.principal, (row) => row.principal_name],
    [csv.principalId, (row) => row.principal_id],
    [csv.asset, (row) => row.asset_name],
    [csv.assetId, (row) => row.asset_id],
    [words.platform, (row) => row.platform],
    [csv.id, (row) => row.id],
    [csv.reviewId, (row) => row.review_id],
  ],
  [
    [words.status, (row) => row.status],
    [csv.verification, (row) => row.verification],
    [csv.error, (row) => row.error],
  ],
  [
    [csv.action, (row) => row.action],
    [csv.target, (row) => row.target],
  ],
  [[csv.by, (row) => row.requested_by]],
  [
    [csv.created, (row) => row.created_at],
    [csv.completed, (row) => row.completed_at],
    [csv.verified, (row) => row.verified_at],
  ],
]);

export function RemediationsPage() {
  const [filters, setFilters, bind] = useFilters(FILTERS);
  const load = (page: object, signal?: AbortSignal) =>
    api.get('/v1/remediations', {
      query: { ...filters, order: 'desc', ...page } as never,
      ...(signal ? { signal } : {}),
    });
  const columns = useColumns('remediations', COLUMNS);
  const query = usePages<Remediation>({
    queryKey: ['remediations', 'list', filters],
    load,
    lookAgain: (items) => lookAgainMs(movingRemediations(items), Date.now()),
  });
  const hasFilters = Object.keys(filters).length > 0;
  return (
    <Page
      title={words.title}
      description={words.description}
      actions={
        <ListTools
          list="remediations"
          columns={columns}
          load={load}
          views={viewsOf(FILTERS, filters, setFilters)}
        />
      }
    >
      <BreakerBanner />
      <Group gap="sm" align="flex-end">
        <AnySelect label={words.status} of={words.statuses} w={210} {...bind('status')} />
        <TypedFilter label={words.platform} w={180} {...bind('platform', 'typed')} />
        <ClearFilters filters={filters} onChange={setFilters} />
      </Group>
      <PagedTable
        query={query}
        words={words}
        shown={columns}
        minWidth={860}
        row={(remediation) => <RemediationRow key={remediation.id} remediation={remediation} />}
        empty={
          hasFilters ? (
            <Empty title={words.noMatch} />
          ) : (
            <Empty title={words.none} action={<TextLink to="/reviews">{words.toInbox}</TextLink>}>
              {words.noneHint}
            </Empty>
          )
        }
      />
    </Page>
  );
}

function RemediationRow({ remediation }: { remediation: Remediation }) {
  const { id, principal_name, asset_name, platform, action, target, error, requested_by } = remediation;
  const { tone, label, meaning } = useRemediationState(remediation);
  return (
    <Row>
      <Table.Td>
        <Anchor component={Link} to="/remediations/$id" params={{ id } as never} size="sm" fw={500}>
          {principal_name} → {asset_name}
        </Anchor>
        <Small>{platformName(platform)}</Small>
      </Table.Td>
      <Table.Td maw={360}>
        <StateBadge tone={tone}>{label}</StateBadge>
        <Small mt={4}>{error ?? meaning}</Small>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{words.actions[action] ?? action}</Text>
        <Small>{target}</Small>
      </Table.Td>
      <Text size="sm">{requested_by}</Text>
      <RowWhen at={remediation.created_at} nowrap />
    </Row>
  );
}
