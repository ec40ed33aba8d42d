import { Box, Button, Checkbox, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { CodeBlock } from '../../parts/code-block.tsx';
import { formatNumber } from '../../parts/format.ts';
import { When } from '../../parts/when.tsx';
import { connectorStrings } from '../../strings/connectors.ts';

const { setAside: words } = connectorStrings;

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

export function SetAsideRow(props: {
  event: SetAsideEvent;
  /** What the text is. */
  label: string;
  canChoose: boolean;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}) {
  const { event, label, canChoose, isChosen, onChoose } = props;
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Table.Tr>
      <Table.Td w={40}>
        {canChoose ? (
          <Checkbox
            aria-label={words.select(event.event_id ?? event.id)}
            checked={isChosen}
            onChange={(change) => onChoose(change.currentTarget.checked)}
          />
        ) : null}
      </Table.Td>
      <Table.Td maw={420}>
        <Text size="sm" {...(event.event_id === null ? { c: 'dimmed' } : { ff: 'monospace' })}>
          {event.event_id ?? words.noId}
        </Text>
        <Text size="xs" c="dimmed">
          {event.summary}
        </Text>
        {event.text === '' ? null : (
          <Button size="compact-xs" variant="subtle" px={0} onClick={toggle} aria-expanded={isOpen}>
            {isOpen ? words.hide : words.show}
          </Button>
        )}
        {isOpen ? <CodeBlock label={label} text={event.text} wrap /> : null}
      </Table.Td>
      <Table.Td maw={320}>
        <Text size="sm">{event.reason}</Text>
        {event.obstacle === null ? null : (
          <Text size="xs" c="dimmed">
            {event.obstacle}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="numbers">{formatNumber(event.attempts)}</Table.Td>
      <Table.Td>
        <Box fz="sm" style={{ whiteSpace: 'nowrap' }}>
          <When at={event.at} />
        </Box>
      </Table.Td>
    </Table.Tr>
  );
}
