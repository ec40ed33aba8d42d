import type { Answer } from '@lapse/client';
import { Anchor, Group, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { AnySelect, ClearFilters, TypedFilter } from '../../parts/filter-fields.tsx';
import { useFilters, viewsOf } from '../../parts/filters.ts';
import { tableColumns } from '../../parts/list-tools/columns.ts';
import { ListTools } from '../../parts/list-tools/list-tools.tsx';
import { useColumns } from '../../parts/list-tools/use-columns.ts';
import { Page } from '../../parts/page.tsx';
import { TextLink } from '../../parts/page-link.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Row } from '../../parts/table-box.tsx';
import { Small } from '../../parts/text.ts';
import { usePages } from '../../parts/use-pages.ts';
import { RowWhen, When } from '../../parts/when.tsx';
import { permissionName } from '../../strings/permissions.ts';
import { platformName } from '../../strings/platforms.ts';
import { regretStrings } from '../../strings/regret.ts';

const { list: words, signs, recommends, decidedThrough } = regretStrings;
const FILTERS = ['platform', 'decided_by', 'recommendation', 'decided_through'] as const;

type Missed = Answer<'/v1/outcomes/regretted', 'get'>['items'][number];

const { csv } = words;
const COLUMNS = tableColumns<Missed>(words.columns, [
  [
    [csv.principal, (row) => row.principal_name],
    [csv.principalId, (row) => row.principal_id],
    [csv.asset, (row) => row.asset_name],
    [csv.permission, (row) => row.permission],
    [words.platform, (row) => row.platform],
    [csv.reviewId, (row) => row.review_id],
  ],
  [
    [csv.sign, (row) => row.shown_by],
    [csv.shown, (row) => row.shown_at],
  ],
  [
    [words.reviewer, (row) => row.decided_by_name],
    [csv.through, (row) => row.decided_through],
    [csv.decided, (row) => row.decided_at],
    [csv.reason, (row) => row.reason],
  ],
  [[words.recommendation, (row) => row.recommendation]],
  [
    [csv.removed, (row) => row.removed_at],
    [csv.remediationId, (row) => row.remediation_id],
  ],
]);

/** Each grant that was revoked and missed: what, by whom it was decided, and what showed it. */
export function MissedPage() {
  const [filters, setFilters, bind] = useFilters(FILTERS);
  const load = (page: object, signal?: AbortSignal) =>
    api.get('/v1/outcomes/regretted', {
      query: { ...filters, ...page } as never,
      ...(signal ? { signal } : {}),
    });
  const columns = useColumns('missed', COLUMNS);
  const query = usePages<Missed>({ queryKey: ['regret', 'list', filters], load });
  return (
    <Page
      title={words.title}
      description={regretStrings.description}
      actions={
        <>
          <TextLink to="/overview">{words.back}</TextLink>
          <ListTools
            list="missed"
            columns={columns}
            load={load}
            views={viewsOf(FILTERS, filters, setFilters)}
          />
        </>
      }
    >
      <Group gap="sm" align="flex-end">
        <TypedFilter label={words.platform} w={150} {...bind('platform', 'typed')} />
        <TypedFilter label={words.reviewer} w={200} {...bind('decided_by', 'typed')} />
        <AnySelect label={words.recommendation} of={recommends} w={170} {...bind('recommendation')} />
        <AnySelect label={words.decided} of={decidedThrough} w={170} {...bind('decided_through')} />
        <ClearFilters filters={filters} onChange={setFilters} />
      </Group>
      <PagedTable
        query={query}
        words={words}
        shown={columns}
        minWidth={820}
        row={(missed) => <MissedRow key={missed.id} missed={missed} />}
        isFiltered={Object.keys(filters).length > 0}
      />
    </Page>
  );
}

function MissedRow({ missed }: { missed: Missed }) {
  const { review_id, principal_id, principal_name, asset_name, permission, platform, reason } = missed;
  const { shown_by, shown_at, decided_by_name, decided_through, decided_at, recommendation } = missed;
  return (
    <Row>
      <Table.Td>
        <Anchor component={Link} to="/reviews/$id" params={{ id: review_id } as never} size="sm" fw={500}>
          {principal_name ?? principal_id} → {asset_name}
        </Anchor>
        <Small>
          {permission === null ? null : `${permissionName(permission)}, `}
          {platformName(platform)}
        </Small>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{signs[shown_by]}</Text>
        <Small>
          <When at={shown_at} fallback={words.stillRestoring} />
        </Small>
      </Table.Td>
      <Table.Td maw={320}>
        <Text size="sm">
          {decided_through === 'system' ? decidedThrough.system : decided_by_name}
          {decided_through === 'group' ? `, ${words.inGroup}` : null}
        </Text>
        <Small>
          <When at={decided_at} />
          {decided_through === 'system' || reason.trim() === '' ? null : `: ${reason}`}
        </Small>
      </Table.Td>
      <Text size="sm">{recommends[recommendation]}</Text>
      <Removed missed={missed} />
    </Row>
  );
}

function Removed({ missed: { remediation_id, removed_at } }: { missed: Missed }) {
  const when = <RowWhen at={removed_at} fallback={words.notRemoved} nowrap />;
  return remediation_id === null ? (
    when
  ) : (
    <TextLink to="/remediations/$id" id={remediation_id}>
      {when}
    </TextLink>
  );
}
