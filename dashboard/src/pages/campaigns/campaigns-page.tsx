import { Anchor, Stack, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { AddButton } from '../../parts/buttons.tsx';
import { useFilters, viewsOf } from '../../parts/filters.ts';
import { formatDate, formatNumber } from '../../parts/format.ts';
import { tableColumns } from '../../parts/list-tools/columns.ts';
import { ListTools } from '../../parts/list-tools/list-tools.tsx';
import { useColumns } from '../../parts/list-tools/use-columns.ts';
import { Page } from '../../parts/page.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Empty } from '../../parts/query-state.tsx';
import { Row } from '../../parts/table-box.tsx';
import { Small } from '../../parts/text.ts';
import { usePages } from '../../parts/use-pages.ts';
import { When } from '../../parts/when.tsx';
import { campaignStrings as strings } from '../../strings/campaigns.ts';
import { type Campaign, filterWords } from './campaign.ts';
import { CampaignDrawer } from './campaign-drawer.tsx';
import { CampaignStatus } from './campaign-status.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { SchedulesPanel } from './schedules/schedules-panel.tsx';

const { csv } = strings;
const COLUMNS = tableColumns<Campaign>(Object.values(strings.columns), [
  [
    [strings.columns.name, (row) => row.name],
    [csv.asks, (row) => filterWords(row.filter, String).join('; ')],
    [csv.id, (row) => row.id],
  ],
  [[strings.columns.status, (row) => row.status]],
  [
    [csv.reviews, (row) => row.progress.packets_total],
    [strings.parts.confirmed, (row) => row.progress.confirmed],
    [strings.parts.revoked, (row) => row.progress.revoked],
    [strings.parts.expired, (row) => row.progress.expired],
    [strings.parts.escalated, (row) => row.progress.escalated],
    [strings.parts.pending, (row) => row.progress.pending],
  ],
  [[strings.columns.due, (row) => row.due_at]],
  [
    [strings.columns.created, (row) => row.created_at],
    [strings.begunBy, (row) => row.created_by],
  ],
]);
const WHILE_MADE_MS = 1_000;

const load = (page: object, signal?: AbortSignal) =>
  api.get('/v1/campaigns', { query: { order: 'desc', ...page }, ...(signal ? { signal } : {}) });

export function CampaignsPage() {
  const mayCreate = useMay()('service.admin');
  const [{ campaign }, change] = useFilters(['campaign'] as const);
  const [isCreating, setIsCreating] = useState(false);
  const columns = useColumns('campaigns', COLUMNS);
  const query = usePages<Campaign>({
    queryKey: ['campaigns', 'list'],
    load,
    lookAgain: (items) => (items.some(({ status }) => status === 'generating') ? WHILE_MADE_MS : false),
  });
  const create = mayCreate ? (
    <AddButton onClick={() => setIsCreating(true)}>{strings.create}</AddButton>
  ) : null;
  return (
    <Page
      title={strings.title}
      description={strings.description}
      actions={
        <>
          <ListTools list="campaigns" columns={columns} load={load} views={viewsOf([], {}, change)} />
          {create}
        </>
      }
    >
      <PagedTable
        query={query}
        minWidth={820}
        words={{ ...strings, columns: Object.values(strings.columns) }}
        shown={columns}
        row={(each) => <CampaignRow key={each.id} campaign={each} />}
        empty={
          <Empty title={strings.none}>
            {strings.noneHint} {mayCreate ? null : strings.noneRead}
          </Empty>
        }
      />
      <SchedulesPanel />
      {campaign ? <CampaignDrawer id={campaign} onClose={() => change({ campaign: null })} /> : null}
      {isCreating ? (
        <CreateDialog
          onClose={() => setIsCreating(false)}
          onCreated={(id) => {
            setIsCreating(false);
            change({ campaign: id });
          }}
        />
      ) : null}
    </Page>
  );
}

const NOWRAP = { whiteSpace: 'nowrap' } as const;

function CampaignRow({ campaign }: { campaign: Campaign }) {
  const { id, name, status, filter, due_at, created_at, progress } = campaign;
  const closed = progress.decided + progress.expired;
  return (
    <Row>
      <Table.Td>
        <Anchor component={Link} to="/campaigns" search={{ campaign: id } as never} fw={600} size="sm">
          {name}
        </Anchor>
        <Small>{filterWords(filter, formatNumber).join(' · ')}</Small>
      </Table.Td>
      <CampaignStatus status={status} />
      <Table.Td miw={240}>
        {status === 'generating' ? (
          <Small className="numbers">
            {strings.making(formatNumber(progress.grants_examined), formatNumber(progress.grants_total))}
          </Small>
        ) : null}
        <Stack gap={2}>
          <Text size="sm" className="numbers">
            {strings.answered(formatNumber(closed), formatNumber(progress.packets_total))}
          </Text>
          <ProgressBar progress={progress} />
        </Stack>
      </Table.Td>
      <Table.Td style={NOWRAP}>{due_at ? formatDate(due_at) : strings.byPolicy}</Table.Td>
      <Table.Td style={NOWRAP}>
        <When at={created_at} />
      </Table.Td>
    </Row>
  );
}
