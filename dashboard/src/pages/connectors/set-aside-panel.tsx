import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { type Confirmation, ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import type { usePages } from '../../parts/use-pages.ts';
import { type SetAsideEvent, SetAsideRow } from './set-aside-row.tsx';

export interface SetAsideOrder {
  label: (chosen: number) => string;
  confirmation: (chosen: number) => Confirmation;
  /** Answers with what to tell. Without ids: all. */
  run: (body: { ids?: string[] }) => Promise<string>;
  /** Left out: it takes all. */
  takes?: (event: SetAsideEvent) => boolean;
  isMain?: boolean;
}

/** Events that did not make it, why, and what an admin can do about them: to some that were chosen, or to all. */
export function SetAsidePanel(props: {
  words: {
    title: string;
    description: string;
    none: string;
    noneHint: string;
    columns: readonly string[];
    event: string;
  };
  query: ReturnType<typeof usePages<SetAsideEvent>>;
  orders: readonly SetAsideOrder[];
}) {
  const { words, query, orders } = props;
  const isAdmin = useMay()('service.admin');
  const [marked, setMarked] = useState<readonly string[]>([]);
  const [asked, setAsked] = useState<SetAsideOrder | null>(null);
  const items = query.data?.items ?? [];
  // What has left the list meanwhile is not chosen any more.
  const chosen = items.filter(({ id }) => marked.includes(id));
  const takenBy = ({ takes = () => true }: SetAsideOrder) => chosen.filter(takes);
  const run = async (order: SetAsideOrder) => {
    const ids = takenBy(order).map(({ id }) => id);
    const message = await order.run(ids.length === 0 ? {} : { ids });
    setMarked([]);
    notifications.show({ message });
  };
  return (
    <Panel
      title={words.title}
      description={words.description}
      bare
      actions={
        isAdmin && items.length > 0
          ? orders.map((order) => (
              <Button
                key={order.label(0)}
                variant={order.isMain ? 'filled' : 'default'}
                disabled={chosen.length > 0 && takenBy(order).length === 0}
                onClick={() => setAsked(order)}
              >
                {order.label(takenBy(order).length)}
              </Button>
            ))
          : null
      }
    >
      <QueryState query={query}>
        {() =>
          items.length === 0 ? (
            <Empty title={words.none}>{words.noneHint}</Empty>
          ) : (
            <PagedTable
              query={query}
              label={words.title}
              columns={words.columns}
              minWidth={720}
              row={(event) => (
                <SetAsideRow
                  key={event.id}
                  event={event}
                  label={words.event}
                  canChoose={isAdmin}
                  isChosen={marked.includes(event.id)}
                  onChoose={(isChosen) =>
                    setMarked((before) =>
                      isChosen ? [...before, event.id] : before.filter((id) => id !== event.id),
                    )
                  }
                />
              )}
            />
          )
        }
      </QueryState>
      {asked ? (
        <ConfirmDialog
          confirmation={asked.confirmation(takenBy(asked).length)}
          onClose={() => setAsked(null)}
          onConfirm={() => run(asked)}
        />
      ) : null}
    </Panel>
  );
}
