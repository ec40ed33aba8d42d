import { Button, Checkbox, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { formatNumber } from '../../parts/format.ts';
import { type Confirmation, ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { BulkBar } from '../../parts/list-tools/bulk-bar.tsx';
import { rangeOf } from '../../parts/list-tools/range-of.ts';
import { PagedTable } from '../../parts/paged-table.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Row } from '../../parts/table-box.tsx';
import { Small } from '../../parts/text.ts';
import type { usePages } from '../../parts/use-pages.ts';
import { RowWhen } from '../../parts/when.tsx';
import { connectorStrings } from '../../strings/connectors.ts';

const { setAside: rowWords } = connectorStrings;

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
  const [last, setLast] = useState<string | null>(null);
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
  /** One of them, or with `isRange` all from the one before it that was chosen or taken out. */
  const choose = (id: string, isRange: boolean) => {
    setLast(id);
    const between = isRange && last !== null ? rangeOf(items, last, id) : [];
    if (between.length > 1) setMarked([...new Set([...marked, ...between.map((event) => event.id)])]);
    else setMarked(marked.includes(id) ? marked.filter((other) => other !== id) : [...marked, id]);
  };
  const buttons = orders.map((order) => (
    <Button
      key={order.label(0)}
      variant={order.isMain ? 'filled' : 'default'}
      disabled={chosen.length > 0 && takenBy(order).length === 0}
      onClick={() => setAsked(order)}
    >
      {order.label(takenBy(order).length)}
    </Button>
  ));
  return (
    <Panel
      title={words.title}
      description={words.description}
      bare
      actions={isAdmin && items.length > 0 && chosen.length === 0 ? buttons : null}
    >
      <PagedTable
        query={query}
        words={words}
        minWidth={720}
        row={(event) => (
          <SetAsideRow
            key={event.id}
            event={event}
            label={words.event}
            canChoose={isAdmin}
            isChosen={marked.includes(event.id)}
            onChoose={(isRange) => choose(event.id, isRange)}
          />
        )}
      />
      <BulkBar label={rowWords.bar} selected={chosen.length} onClear={() => setMarked([])} at="bottom">
        {buttons}
      </BulkBar>
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

export interface SetAsideEvent {
  id: string;
  /** The id that the sender gave; null: none. */
  event_id: string | null;
  /** Who did what, and how it came. */
  summary: string;
  /** All that is known of it; empty: nothing. */
  text: string;
  reason: string;
  /** Why it cannot be replayed, where it cannot. */
  obstacle: string | null;
  attempts: number;
  at: string;
}

function SetAsideRow(props: {
  event: SetAsideEvent;
  /** What the text is. */
  label: string;
  canChoose: boolean;
  isChosen: boolean;
  onChoose: (isRange: boolean) => void;
}) {
  const { event, label, canChoose, isChosen, onChoose } = props;
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Row>
      <Table.Td w={40}>
        {canChoose ? (
          <Checkbox
            aria-label={rowWords.select(event.event_id ?? event.id)}
            checked={isChosen}
            onChange={({ nativeEvent }) => onChoose((nativeEvent as MouseEvent).shiftKey)}
          />
        ) : null}
      </Table.Td>
      <Table.Td maw={420}>
        <Text size="sm" {...(event.event_id === null ? { c: 'dimmed' } : { ff: 'monospace' })}>
          {event.event_id ?? rowWords.noId}
        </Text>
        <Small>{event.summary}</Small>
        {event.text === '' ? null : (
          <Button size="compact-xs" variant="subtle" px={0} onClick={toggle} aria-expanded={isOpen}>
            {isOpen ? rowWords.hide : rowWords.show}
          </Button>
        )}
        {isOpen ? <CodeBlock label={label} text={event.text} wrap /> : null}
      </Table.Td>
      <Table.Td maw={320}>
        <Text size="sm">{event.reason}</Text>
        {event.obstacle === null ? null : <Small>{event.obstacle}</Small>}
      </Table.Td>
      <Table.Td className="numbers">{formatNumber(event.attempts)}</Table.Td>
      <RowWhen at={event.at} nowrap />
    </Row>
  );
}
