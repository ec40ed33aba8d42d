import type { Answer } from '@lapse/client';
import { Table } from '@mantine/core';
import { api } from '../../../api/client.ts';
import { SmallButton } from '../../../parts/buttons.tsx';
import { useFilters } from '../../../parts/filters.ts';
import { formatDate, formatNumber } from '../../../parts/format.ts';
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

/** The questions that wait for their turn, of one reviewer or of all. */
export function QuestionsPanel() {
  const [{ assigned_to_id }, change] = useFilters(['assigned_to_id'] as const);
  const query = usePages<Question>({
    queryKey: ['reviews', 'waiting', assigned_to_id ?? null],
    load: (page) =>
      api.get('/v1/reviews/waiting', { query: assigned_to_id ? { ...page, assigned_to_id } : page }),
  });
  return (
    <Panel
      title={strings.title}
      description={strings.description}
      bare
      actions={
        assigned_to_id === undefined ? null : (
          <SmallButton onClick={() => change({ assigned_to_id: null })}>{strings.everybody}</SmallButton>
        )
      }
    >
      <PagedTable
        query={query}
        minWidth={820}
        words={strings}
        isFiltered={assigned_to_id !== undefined}
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
