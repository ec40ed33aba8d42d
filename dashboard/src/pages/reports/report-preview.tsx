import { Modal, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { formatNumber } from '../../parts/format.ts';
import { QueryState } from '../../parts/query-state.tsx';
import { TableBox } from '../../parts/table-box.tsx';
import { Small } from '../../parts/text.ts';
import { reportStrings as words } from '../../strings/reports.ts';
import { csvHead } from './csv-head.ts';
import type { Report } from './report-row.tsx';

const ROWS = 20;
/** Enough for the first rows of any report; of a CSV file no more is asked for. */
const HEAD_BYTES = 65_536;
const JSON_BYTES_MAX = 4_000_000;

async function load({ id, format, size_bytes = 0 }: Report): Promise<Preview> {
  const params = { id };
  if (format === 'csv') {
    const headers = { range: `bytes=0-${HEAD_BYTES - 1}`, accept: 'text/csv' };
    const file = (await api.get('/v1/reports/{id}/download', { params, headers })) as unknown as Blob;
    const [columns = [], ...rows] = csvHead(await file.text(), {
      rows_max: ROWS + 1,
      is_whole: size_bytes <= HEAD_BYTES,
    });
    return { sentences: [], columns, rows };
  }
  if (size_bytes > JSON_BYTES_MAX) return { sentences: [words.previewTooLarge], columns: [], rows: [] };
  return previewOf(await api.get('/v1/reports/{id}/download', { params }), ROWS);
}

/** What the report looks like, without saving it. It counts as a download in the audit trail. */
export function ReportPreview({ report, onClose }: { report: Report; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['report-preview', report.id],
    queryFn: () => load(report),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const title = words.previewTitle(words.types[report.type] ?? report.type);
  return (
    <Modal opened onClose={onClose} title={title} size="90%">
      <QueryState query={query}>
        {({ sentences, columns, rows }) => (
          <Stack>
            {sentences.map((sentence) => (
              <Text key={sentence} size="sm">
                {sentence}
              </Text>
            ))}
            {columns.length > 0 ? (
              <>
                <TableBox label={title} columns={columns} minWidth={columns.length * 130}>
                  {rows.map((row, place) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file do not move.
                    <Table.Tr key={place}>
                      {row.map((cell, column) => (
                        // biome-ignore lint/suspicious/noArrayIndexKey: columns neither.
                        <Table.Td key={column} fz="sm" style={{ overflowWrap: 'anywhere' }}>
                          {cell}
                        </Table.Td>
                      ))}
                    </Table.Tr>
                  ))}
                </TableBox>
                <Small>
                  {rows.length === 0
                    ? words.previewEmpty
                    : rows.length < (report.row_count ?? 0)
                      ? words.previewHint(formatNumber(rows.length))
                      : words.previewWhole}
                </Small>
              </>
            ) : null}
            {report.sha256 ? (
              <div>
                <Text size="sm" mb={4}>
                  {words.checksumLabel}
                </Text>
                <CodeBlock label={words.checksumLabel} text={report.sha256} wrap />
              </div>
            ) : null}
          </Stack>
        )}
      </QueryState>
    </Modal>
  );
}

interface Preview {
  sentences: string[];
  columns: string[];
  rows: string[][];
}

interface ReportDocument {
  columns?: { key: string; label: string }[];
  rows?: Record<string, unknown>[];
  summary?: {
    executive_summary: string[];
    key_figures: { label: string; value: number | null; unit: string; previous: number | null }[];
  };
}

/** The first rows of a report as JSON; of the summary its sentences and key figures. */
function previewOf(document: unknown, rowsMax: number): Preview {
  const given = document as ReportDocument;
  if (given.summary) {
    const { executive_summary, key_figures } = given.summary;
    const amount = (value: number | null, unit: string): string =>
      value === null
        ? '–'
        : `${Math.round(value * 10) / 10}${unit === 'percent' ? ' %' : unit === 'count' ? '' : ` ${unit}`}`;
    return {
      sentences: executive_summary,
      columns: [words.figure, words.value, words.before],
      rows: key_figures.map(({ label, value, unit, previous }) => [
        label,
        amount(value, unit),
        amount(previous, unit),
      ]),
    };
  }
  const columns = given.columns ?? [];
  return {
    sentences: [],
    columns: columns.map(({ label }) => label),
    rows: (given.rows ?? []).slice(0, rowsMax).map((row) => columns.map(({ key }) => textOf(row[key]))),
  };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
