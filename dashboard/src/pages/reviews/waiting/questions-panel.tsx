import type { Answer } from '@lapse/client';
import { Table } from '@mantine/core';
import { api } from '../../../api/client.ts';
import { SmallButton } from '../../../parts/buttons.tsx';
import { useFilters, viewsOf } from '../../../parts/filters.ts';
import { formatDate, formatNumber } from '../../../parts/format.ts';
import { tableColumns } from '../../../parts/list-tools/columns.ts';
import { ListTools } from '../../../parts/list-tools/list-tools.tsx';
import { useColumns } from '../../../parts/list-tools/use-columns.ts';
import { TextLink } from '../../../parts/page-link.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { Row } from '../../../parts/table-box.tsx';
import { useNow } from '../../../parts/use-now.ts';
import { usePages } from '../../../parts/use-pages.ts';
import { When } from '../../../parts/when.tsx';
import { waitingStrings } from '../../../strings/waiting.ts';

type Question = Answer<'/v1/reviews/waiting', 'get'>['items'][number];
const strings = waitingStrings.questions;
const FILTERS = ['assigned_to_id', 'principal_id', 'asset_id'] as const;

const { csv } = strings;
const COLUMNS = tableColumns<Question>(strings.columns, [
  [
    [csv.principal, (row) => row.principal_name],
    [csv.principalId, (row) => row.principal_id],
    [csv.asset, (row) => row.asset_name],
    [csv.assetId, (row) => row.asset_id],
  ],
  [
    [csv.reviewer, (row) => row.assigned_to_name],
    [csv.reviewerId, (row) => row.assigned_to_id],
  ],
  [[csv.priority, (row) => row.priority]],
  [[csv.since, (row) => row.waiting_since]],
  [[csv.asked, (row) => row.asked_at]],
]);

/** The questions that wait for their turn: all, or those of a reviewer or about a principal or an asset. */
export function QuestionsPanel() {
  const [filter, change] = useFilters(FILTERS);
  const isFiltered = Object.keys(filter).length > 0;
  const load = (page: object, signal?: AbortSignal) =>
    api.get('/v1/reviews/waiting', { query: { ...filter, ...page }, ...(signal ? { signal } : {}) });
  const columns = useColumns('waiting', COLUMNS);
  const query = usePages<Question>({ queryKey: ['reviews', 'waiting', 'list', filter], load });
  return (
    <Panel
      title={strings.title}
      description={strings.description}
      bare
      actions={
        <>
          {isFiltered ? (
            <SmallButton onClick={() => change({ assigned_to_id: null, principal_id: null, asset_id: null })}>
              {strings.all}
            </SmallButton>
          ) : null}
          <ListTools list="waiting" columns={columns} load={load} views={viewsOf(FILTERS, filter, change)} />
        </>
      }
    >
      <PagedTable
        query={query}
        minWidth={820}
        words={strings}
        shown={columns}
        isFiltered={isFiltered}
        row={(question) => <QuestionRow key={question.id} question={question} />}
      />
    </Panel>
  );
}

function QuestionRow({ question }: { question: Question }) {
  const { principal_id, principal_name, asset_id, asset_name, assigned_to_name, priority } = question;
  const { waiting_since, asked_at } = question;
  const now = useNow();
  return (
    <Row>
      <Table.Td>
        <TextLink to="/principals/$id" id={principal_id}>
          {principal_name}
        </TextLink>
        {strings.on}
        <TextLink to="/assets/$id" id={asset_id}>
          {asset_name}
        </TextLink>
      </Table.Td>
      <Table.Td>{assigned_to_name ?? strings.nobody}</Table.Td>
      <Table.Td className="numbers">{formatNumber(priority)}</Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <When at={waiting_since} />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        {asked_at === null ? strings.far : Date.parse(asked_at) <= now ? strings.now : formatDate(asked_at)}
      </Table.Td>
    </Row>
  );
}
