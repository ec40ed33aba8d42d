import type { Item } from '@lapse/client';
import { Anchor, Box, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatDateTime, formatNumber } from '../../parts/format.ts';
import { auditStrings as words } from '../../strings/audit.ts';

export type Entry = Item<'/v1/audit'>;

export function EntryRow({ entry }: { entry: Entry }) {
  const { id, description, event_type, actor, timestamp, position, integrity } = entry;
  return (
    <Table.Tr>
      <Table.Td>
        <Box fz="sm" className="numbers" style={{ whiteSpace: 'nowrap' }}>
          <time dateTime={timestamp}>{formatDateTime(timestamp)}</time>
        </Box>
      </Table.Td>
      <Table.Td maw={480}>
        <Anchor component={Link} to="/audit/$id" params={{ id } as never} size="sm">
          {description}
        </Anchor>
        {integrity === 'altered' && (
          <Text size="sm" fw={600} c="red">
            {words.altered}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{words.types[event_type] ?? event_type}</Text>
        <Text size="xs" c="dimmed" ff="monospace">
          {event_type}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{actor}</Text>
      </Table.Td>
      <Table.Td className="numbers">{position === null ? words.notPlaced : formatNumber(position)}</Table.Td>
    </Table.Tr>
  );
}
