import type { Item } from '@lapse/client';
import { Table } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { useMay, useSession } from '../../../api/session.ts';
import { SmallButton } from '../../../parts/buttons.tsx';
import { formatDateTime } from '../../../parts/format.ts';
import { useChange } from '../../../parts/forms/use-change.ts';
import { PagedTable } from '../../../parts/paged-table.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { Row } from '../../../parts/table-box.tsx';
import { useNow } from '../../../parts/use-now.ts';
import { usePages } from '../../../parts/use-pages.ts';
import { awayStrings } from '../../../strings/away.ts';
import { stateOf } from './away.ts';
import { AwayDialog } from './away-dialog.tsx';

type Substitute = Item<'/v1/substitutes'>;

/** Who may decide for whom while they are away. Reviewers name their own substitutes, admins anybody's. */
export function AwayPanel() {
  const query = usePages<Substitute>({
    queryKey: ['reviews', 'substitutes'],
    load: (page) => api.get('/v1/substitutes', { query: page }),
  });
  const mayChange = useMayChange();
  const [isNaming, setIsNaming] = useState(false);
  return (
    <Panel
      title={awayStrings.title}
      description={awayStrings.description}
      actions={
        mayChange(null) ? (
          <SmallButton onClick={() => setIsNaming(true)}>{awayStrings.name}</SmallButton>
        ) : null
      }
      bare
    >
      <PagedTable
        query={query}
        minWidth={640}
        words={awayStrings}
        row={(each) => (
          <SubstituteRow key={each.id} substitute={each} mayRemove={mayChange(each.principal_id)} />
        )}
      />
      {isNaming ? <AwayDialog onClose={() => setIsNaming(false)} /> : null}
    </Panel>
  );
}

/** Of somebody, or (null) of anybody at all. */
function useMayChange(): (principalId: string | null) => boolean {
  const may = useMay();
  const { principal_id: me } = useSession();
  return (principalId) =>
    may('service.admin') ||
    (may('service.reviewer') && me !== null && (principalId === null || principalId === me));
}

function SubstituteRow({ substitute, mayRemove }: { substitute: Substitute; mayRemove: boolean }) {
  const { id, principal_name, substitute_name, starts_at, ends_at } = substitute;
  const now = useNow();
  const remove = useChange({
    send: () => api.delete('/v1/substitutes/{id}', { params: { id } }),
    stale: ['reviews'],
    done: awayStrings.removed(substitute_name, principal_name),
    saysFailure: true,
  });
  return (
    <Row>
      <Table.Td>{principal_name}</Table.Td>
      <Table.Td>{substitute_name}</Table.Td>
      <Table.Td>{formatDateTime(starts_at)}</Table.Td>
      <Table.Td>{ends_at === null ? awayStrings.open : formatDateTime(ends_at)}</Table.Td>
      <Table.Td>{awayStrings.states[stateOf(substitute, now)]}</Table.Td>
      <Table.Td ta="right">
        {mayRemove ? (
          <SmallButton
            aria-label={awayStrings.removeOf(substitute_name, principal_name)}
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {awayStrings.remove}
          </SmallButton>
        ) : null}
      </Table.Td>
    </Row>
  );
}
