import type { Item } from '@lapse/client';
import { Box, Button, Checkbox, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { formatNumber } from '../../parts/format.ts';
import { More } from '../../parts/more.tsx';
import { Panel } from '../../parts/panel.tsx';
import { prettyJson } from '../../parts/pretty-json.ts';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { TableBox } from '../../parts/table-box.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { When } from '../../parts/when.tsx';
import { connectorStrings } from '../../strings/connectors.ts';

const { dead: words } = connectorStrings;
type DeadLetter = Item<'/v1/events/dead-letters'>;
/** An event that fails again is back within seconds. */
const LOOK_MS = 10_000;

export function DeadPanel() {
  const may = useMay();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isAsking, { open, close }] = useDisclosure(false);
  const query = usePages<DeadLetter>({
    queryKey: ['connectors', 'dead-letters'],
    limit: 25,
    load: (page) => api.get('/v1/events/dead-letters', { query: page }),
    lookAgain: () => LOOK_MS,
  });
  const isAdmin = may('service.admin');
  const replay = async () => {
    const body = chosen.length === 0 ? {} : { ids: [...chosen] };
    const { replayed } = await api.post('/v1/events/dead-letters/replay', { body });
    setChosen([]);
    notifications.show({ message: words.replayed(replayed) });
    await client.invalidateQueries({ queryKey: ['connectors'] });
  };
  const hasAny = (query.data?.total ?? 0) > 0;
  return (
    <Panel
      title={words.title}
      description={words.description}
      bare
      actions={isAdmin && hasAny ? <Button onClick={open}>{words.replay(chosen.length)}</Button> : null}
    >
      <QueryState query={query}>
        {({ items, total }) =>
          items.length === 0 ? (
            <Empty title={words.none}>{words.noneHint}</Empty>
          ) : (
            <>
              <TableBox label={words.title} columns={words.columns} minWidth={720}>
                {items.map((letter) => (
                  <DeadRow
                    key={letter.id}
                    letter={letter}
                    canChoose={isAdmin}
                    isChosen={chosen.includes(letter.id)}
                    onChoose={(isChosen) =>
                      setChosen((before) =>
                        isChosen ? [...before, letter.id] : before.filter((id) => id !== letter.id),
                      )
                    }
                  />
                ))}
              </TableBox>
              <More
                shown={items.length}
                total={total}
                hasMore={query.hasNextPage}
                isLoading={query.isFetchingNextPage}
                onMore={() => void query.fetchNextPage()}
              />
            </>
          )
        }
      </QueryState>
      {isAsking ? (
        <ConfirmDialog
          confirmation={{
            title: words.title_confirm,
            consequences: words.consequences(chosen.length === 0 ? words.all : words.some(chosen.length)),
            action: words.action,
          }}
          onClose={close}
          onConfirm={replay}
        />
      ) : null}
    </Panel>
  );
}

function DeadRow(props: {
  letter: DeadLetter;
  canChoose: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const { letter, canChoose, isChosen, onChoose } = props;
  const [isOpen, { toggle }] = useDisclosure(false);
  const event = letter.event as Record<string, unknown>;
  const name = String(event.event_id ?? letter.id);
  return (
    <Table.Tr>
      <Table.Td w={40}>
        {canChoose ? (
          <Checkbox
            aria-label={words.select(name)}
            checked={isChosen}
            onChange={(change) => onChoose(change.currentTarget.checked)}
          />
        ) : null}
      </Table.Td>
      <Table.Td maw={420}>
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {String(event.action ?? '')} {words.on(String(event.principal_id), String(event.asset_id))}
        </Text>
        <Button size="compact-xs" variant="subtle" px={0} onClick={toggle} aria-expanded={isOpen}>
          {words.show}
        </Button>
        {isOpen ? <CodeBlock label={words.event} text={prettyJson(letter.event)} wrap /> : null}
      </Table.Td>
      <Table.Td maw={320}>
        <Text size="sm">{letter.reason}</Text>
      </Table.Td>
      <Table.Td className="numbers">{formatNumber(letter.attempts)}</Table.Td>
      <Table.Td>
        <Box fz="sm" style={{ whiteSpace: 'nowrap' }}>
          <When at={letter.created_at} />
        </Box>
      </Table.Td>
    </Table.Tr>
  );
}
