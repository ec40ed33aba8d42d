import type { Answer } from '@lapse/client';
import { Group, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { SmallButton } from '../../parts/buttons.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Notice } from '../../parts/notice.tsx';
import { Panel } from '../../parts/panel.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { Row, TableBox } from '../../parts/table-box.tsx';
import { importStrings as words } from '../../strings/import.ts';
import { faultsAsCsv } from './csv-reading.ts';

export type Result = Answer<'/v1/directory/import', 'post'> | Answer<'/v1/events/stream', 'post'>;

const SHOWN_MAX = 50;

export function ImportResult({ result, file }: { result: Result; file: string }) {
  const { rejected, rejections } = result;
  const taken = 'imported' in result ? result.imported : result.accepted;
  return (
    <Stack gap="md">
      <Notice
        tone={rejected === 0 ? 'good' : taken === 0 ? 'bad' : 'warning'}
        title={words.done(taken, rejected)}
        role="status"
      >
        <Text size="sm">
          {'counts' in result ? `${words.found(result.counts)} ` : `${words.repeated} `}
          {words.applied}
        </Text>
      </Notice>
      {rejected === 0 ? null : (
        <Panel
          title={words.faults}
          description={words.faultsShown(Math.min(SHOWN_MAX, rejections.length), rejected)}
          actions={
            <SmallButton
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() =>
                saveFile(`${file.replace(/\.\w+$/, '')}-refused.csv`, [faultsAsCsv(rejections)], 'text/csv')
              }
            >
              {words.download}
            </SmallButton>
          }
          bare
        >
          <TableBox label={words.faults} columns={words.faultColumns} minWidth={480} dense>
            {rejections.slice(0, SHOWN_MAX).map(({ line, reason }) => (
              <Row key={`${line} ${reason}`}>
                <Group className="numbers">{formatNumber(line)}</Group>
                <Text size="sm">{reason}</Text>
              </Row>
            ))}
          </TableBox>
        </Panel>
      )}
    </Stack>
  );
}
