import type { Answer } from '@lapse/client';
import { Group, Table } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { useMay } from '../../../api/session.ts';
import { SmallButton } from '../../../parts/buttons.tsx';
import { formatDate, formatNumber } from '../../../parts/format.ts';
import { TextLink } from '../../../parts/page-link.tsx';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { Row } from '../../../parts/table-box.tsx';
import { Small } from '../../../parts/text.ts';
import { usePages } from '../../../parts/use-pages.ts';
import { waitingStrings } from '../../../strings/waiting.ts';
import { ReassignAllDialog } from './reassign-all-dialog.tsx';

type Load = Answer<'/v1/reviews/workload', 'get'>['items'][number];
const strings = waitingStrings.reviewers;

/** Who has how much to answer. */
export function WorkloadPanel() {
  const query = usePages<Load>({
    queryKey: ['reviews', 'workload'],
    load: (page) => api.get('/v1/reviews/workload', { query: page }),
  });
  const isAdmin = useMay()('service.admin');
  const [given, setGiven] = useState<Load | null>(null);
  return (
    <Panel title={strings.title} description={strings.description} bare>
      <PagedTable
        query={query}
        minWidth={720}
        words={strings}
        row={(load) => (
          <LoadRow key={load.reviewer_id ?? ''} load={load} onReassign={isAdmin ? setGiven : null} />
        )}
      />
      {given ? (
        <ReassignAllDialog
          from={
            given.reviewer_id === null
              ? null
              : { id: given.reviewer_id, name: given.reviewer_name ?? given.reviewer_id }
          }
          open={given.open}
          onClose={() => setGiven(null)}
        />
      ) : null}
    </Panel>
  );
}

function LoadRow(props: {
  load: Load;
  /** Null where it is not theirs to do. */
  onReassign: ((load: Load) => void) | null;
}) {
  const { load, onReassign } = props;
  const { reviewer_id, reviewer_name, disabled, open, with_holder, overdue, asked_this_week, waiting } = load;
  const { through_at } = load;
  return (
    <Row>
      <Table.Td>
        {reviewer_id === null ? (
          strings.nobody
        ) : (
          <Group gap="xs">
            <TextLink to="/reviews" search={{ assigned_to_id: reviewer_id }}>
              {reviewer_name ?? reviewer_id}
            </TextLink>
            {disabled ? <Small>{strings.disabled}</Small> : null}
          </Group>
        )}
      </Table.Td>
      <Table.Td className="numbers">
        {formatNumber(open)}
        {with_holder > 0 ? <Small>{strings.withHolders(formatNumber(with_holder))}</Small> : null}
      </Table.Td>
      <Table.Td className="numbers">{formatNumber(overdue)}</Table.Td>
      <Table.Td className="numbers">{formatNumber(asked_this_week)}</Table.Td>
      <Table.Td className="numbers">
        {waiting === 0 || reviewer_id === null ? (
          formatNumber(waiting)
        ) : (
          <TextLink to="/reviews/waiting" search={{ assigned_to_id: reviewer_id }}>
            {formatNumber(waiting)}
          </TextLink>
        )}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        {waiting === 0 ? strings.nothingWaits : through_at === null ? strings.far : formatDate(through_at)}
      </Table.Td>
      <Table.Td ta="right">
        {onReassign && open > 0 ? (
          <SmallButton
            aria-label={
              reviewer_id === null
                ? strings.reassignNobodys
                : strings.reassignOf(reviewer_name ?? reviewer_id)
            }
            onClick={() => onReassign(load)}
          >
            {strings.reassign}
          </SmallButton>
        ) : null}
      </Table.Td>
    </Row>
  );
}
