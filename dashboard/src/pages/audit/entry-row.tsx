import type { Item } from '@lapse/client';
import { Box, Table, Text } from '@mantine/core';
import { formatDateTime, formatNumber } from '../../parts/format.ts';
import { TextLink } from '../../parts/page-link.tsx';
import { Row } from '../../parts/table-box.tsx';
import { Small, Strong } from '../../parts/text.ts';
import { auditStrings as words } from '../../strings/audit.ts';

export type Entry = Item<'/v1/audit'>;

export function EntryRow({ entry }: { entry: Entry }) {
  const { id, description, event_type, actor, timestamp, position, integrity } = entry;
  return (
    <Row>
      <Box fz="sm" className="numbers" style={{ whiteSpace: 'nowrap' }}>
        <time dateTime={timestamp}>{formatDateTime(timestamp)}</time>
      </Box>
      <Table.Td maw={480}>
        <TextLink to="/audit/$id" id={id}>
          {description}
        </TextLink>
        {integrity === 'altered' && <Strong c="red">{words.altered}</Strong>}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{words.types[event_type] ?? event_type}</Text>
        <Small ff="monospace">{event_type}</Small>
      </Table.Td>
      <Text size="sm">{actor}</Text>
      <Table.Td className="numbers">{position === null ? words.notPlaced : formatNumber(position)}</Table.Td>
    </Row>
  );
}
