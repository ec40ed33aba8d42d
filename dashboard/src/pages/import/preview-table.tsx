import { Table, Text } from '@mantine/core';
import { Panel } from '../../parts/panel.tsx';
import { TableBox } from '../../parts/table-box.tsx';
import { Hint } from '../../parts/text.ts';
import { importStrings } from '../../strings/import.ts';
import type { Preview } from './csv-reading.ts';

const { preview: words, fields: names } = importStrings;

export function PreviewTable({ preview }: { preview: Preview }) {
  const { rows, map, set } = preview;
  const fields = preview.fields.map(({ name }) => name).filter((name) => name in map || name in set);
  const refused = rows.filter(({ reason }) => reason !== null).length;
  return (
    <Panel title={words.title} description={words.description(rows.length, refused)} bare>
      {rows.length === 0 ? (
        <Hint>{words.none}</Hint>
      ) : (
        <TableBox
          label={words.title}
          columns={[words.line, ...fields.map((name) => names[name] ?? name)]}
          minWidth={Math.max(480, 80 + fields.length * 150)}
          dense
        >
          {rows.map(({ line, values, reason }) => (
            <Table.Tr key={line}>
              <Table.Td className="numbers">{line}</Table.Td>
              {reason === null ? (
                fields.map((name) => <Table.Td key={name}>{shown(values?.[name])}</Table.Td>)
              ) : (
                <Table.Td colSpan={Math.max(1, fields.length)}>
                  <Text size="sm" c="var(--lapse-critical)">
                    {reason}
                  </Text>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </TableBox>
      )}
    </Panel>
  );
}

/** Instants to the minute, as they were understood. */
const shown = (value: unknown): string =>
  value === undefined
    ? ''
    : String(value).replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d)\.\d{3}Z$/, '$1 $2$3 UTC');
