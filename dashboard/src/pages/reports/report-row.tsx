import type { Item } from '@lapse/client';
import { Box, Group, Menu, Progress, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { RowButton } from '../../parts/buttons.tsx';
import { CopyText } from '../../parts/code-block.tsx';
import { formatDate, formatNumber, formatShare } from '../../parts/format.ts';
import { ConfirmDialog } from '../../parts/forms/confirm-dialog.tsx';
import { LOCALE } from '../../parts/locale.ts';
import { RowMenu } from '../../parts/row-menu.tsx';
import { StateBadge, type Tone } from '../../parts/state-badge.tsx';
import { Row } from '../../parts/table-box.tsx';
import { Small } from '../../parts/text.ts';
import { RowWhen, When } from '../../parts/when.tsx';
import { reportStrings as words } from '../../strings/reports.ts';
import { ReportPreview } from './report-preview.tsx';

export type Report = Item<'/v1/reports'>;
const TONES: Record<Report['status'], Tone> = { generating: 'working', completed: 'good', failed: 'bad' };

export function ReportRow({ report, canDelete }: { report: Report; canDelete: boolean }) {
  const [asking, setAsking] = useState<'preview' | 'remove' | null>(null);
  const { id, type, format, status, progress, rows, filters, sha256, download_url } = report;
  const title = `${words.types[type] ?? type}, ${words.formats[format] ?? format}`;
  const { campaign_id, ...others } = filters;
  const only = [...Object.values(others), campaign_id && words.oneCampaign].filter(Boolean);
  return (
    <Row>
      <Table.Td>
        <Text size="sm" fw={500}>
          {words.types[type] ?? type}
        </Text>
        <Small>
          {words.formats[format]}
          {report.size_bytes === undefined ? '' : `, ${formatBytes(report.size_bytes)}`}
          {report.row_count === undefined ? '' : `, ${words.rows(formatNumber(report.row_count))}`}
          {only.length > 0 ? `. ${words.filters}: ${only.join(', ')}` : ''}
        </Small>
        {sha256 ? (
          <Group gap={6} mt={4} wrap="nowrap">
            <Small ff="monospace" title={sha256} style={{ whiteSpace: 'nowrap' }}>
              {words.checksum} {sha256.slice(0, 8)}…
            </Small>
            <CopyText label={words.checksumLabel} text={sha256} />
          </Group>
        ) : null}
      </Table.Td>
      <Table.Td miw={180}>
        <StateBadge tone={TONES[status]}>{words.statuses[status]}</StateBadge>
        {status === 'generating' ? (
          <Box mt={6} role="status">
            <Progress value={progress * 100} aria-label={words.percent(formatShare(progress))} size="sm" />
            <Small mt={2}>
              {words.percent(formatShare(progress))}, {words.rows(formatNumber(rows))}
              {report.estimated_completion ? (
                <>
                  , {words.about} <When at={report.estimated_completion} />
                </>
              ) : null}
            </Small>
          </Box>
        ) : null}
        {report.error ? (
          <Text size="xs" mt={4}>
            {report.error}
          </Text>
        ) : null}
      </Table.Td>
      <Text size="sm" className="numbers" style={{ whiteSpace: 'nowrap' }}>
        {formatDate(report.period_start)} –<br />
        {formatDate(report.period_end)}
      </Text>
      <Table.Td>
        <RowWhen at={report.created_at} />
        <Small>{words.by(report.requested_by)}</Small>
      </Table.Td>
      <Table.Td>
        <Group gap={6} wrap="nowrap" justify="flex-end">
          {status === 'completed' && format === 'pdf' ? (
            <RowButton
              component="a"
              href={`${download_url}?disposition=inline`}
              target="_blank"
              rel="noopener"
              aria-label={words.openPdfLabel(title)}
            >
              {words.openPdf}
            </RowButton>
          ) : null}
          {status === 'completed' && (format === 'csv' || format === 'json') ? (
            <RowButton onClick={() => setAsking('preview')}>{words.preview}</RowButton>
          ) : null}
          {status === 'completed' ? (
            <RowButton component="a" href={download_url} download>
              {words.download}
            </RowButton>
          ) : null}
          {canDelete ? (
            <RowMenu label={words.menu(title)}>
              <Menu.Item c="var(--lapse-critical)" onClick={() => setAsking('remove')}>
                {words.remove}
              </Menu.Item>
            </RowMenu>
          ) : null}
        </Group>
        {asking === 'preview' ? <ReportPreview report={report} onClose={() => setAsking(null)} /> : null}
        {asking === 'remove' ? (
          <ConfirmDialog
            confirmation={{ ...words.removeConfirm(title), isDangerous: true }}
            onClose={() => setAsking(null)}
            onConfirm={() => api.delete('/v1/reports/{id}', { params: { id } })}
            stale={['reports']}
          />
        ) : null}
      </Table.Td>
    </Row>
  );
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** "184 kB". */
function formatBytes(bytes: number): string {
  const place = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  return new Intl.NumberFormat(LOCALE, {
    style: 'unit',
    unit: UNITS[place] as string,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** place);
}
