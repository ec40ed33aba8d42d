import { Button, FileInput, Group, Progress, Radio, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { sendCsv } from '../../api/send-csv.ts';
import { useMay } from '../../api/session.ts';
import { optionsOf } from '../../parts/forms/bind-fields.ts';
import { SendError } from '../../parts/forms/send-error.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Empty, ErrorNote } from '../../parts/query-state.tsx';
import { Hint } from '../../parts/text.ts';
import { importStrings as words } from '../../strings/import.ts';
import { AS_FOUND, headOf, type Noun, type Preview, queryOf, type Reading } from './csv-reading.ts';
import { ImportResult, type Result } from './import-result.tsx';
import { PreviewTable } from './preview-table.tsx';
import { ReadingFields } from './reading-fields.tsx';

export function ImportPage() {
  const may = useMay();
  const back = (
    <Button component={Link} to="/connectors" variant="default">
      {words.back}
    </Button>
  );
  return (
    <Page title={words.title} description={words.description} actions={back}>
      {may('service.admin') ? <ImportForm /> : <Empty title={words.adminsOnly}>{words.adminsOnlyHint}</Empty>}
    </Page>
  );
}

function ImportForm() {
  const [noun, setNoun] = useState<Noun>('grants');
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState<Reading>(AS_FOUND);
  const choose = (next: { noun?: Noun; file?: File | null }) => {
    if (next.noun) setNoun(next.noun);
    if (next.file !== undefined) setFile(next.file);
    setReading(AS_FOUND);
  };
  return (
    <Stack gap="xl">
      <Panel title={words.file} description={words.fileHint}>
        <Radio.Group
          aria-label={words.noun}
          value={noun}
          onChange={(value) => choose({ noun: value as Noun })}
        >
          <Group gap="lg">
            {optionsOf(words.nouns).map(({ value, label }) => (
              <Radio key={value} value={value} label={label} />
            ))}
          </Group>
        </Radio.Group>
        <FileInput
          aria-label={words.choose}
          placeholder={words.choose}
          accept=".csv,.tsv,.txt,text/csv"
          value={file}
          onChange={(chosen) => choose({ file: chosen })}
          clearable
          clearButtonProps={{ 'aria-label': words.another }}
          maw={480}
        />
      </Panel>
      {file === null ? null : (
        <ChosenFile
          key={`${noun} ${file.name} ${file.size} ${file.lastModified}`}
          noun={noun}
          file={file}
          reading={reading}
          onReading={setReading}
          onAnother={() => choose({ file: null })}
        />
      )}
    </Stack>
  );
}

function ChosenFile(props: {
  noun: Noun;
  file: File;
  reading: Reading;
  onReading: (reading: Reading) => void;
  onAnother: () => void;
}) {
  const { noun, file, reading, onReading, onAnother } = props;
  const query = queryOf(reading);
  // Not at every key.
  const [settled] = useDebouncedValue(JSON.stringify(query), 300);
  const preview = useQuery({
    queryKey: ['csv', noun, file.name, file.size, file.lastModified, settled],
    queryFn: async ({ signal }) =>
      sendCsv<Preview>({
        path: '/v1/csv/preview',
        query: { of: noun, ...(JSON.parse(settled) as Record<string, string>) },
        body: await headOf(file),
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const sending = useSending(noun, file, query);
  if (sending.data) {
    return (
      <Stack gap="md">
        <ImportResult result={sending.data} file={file.name} />
        <Group>
          <Button onClick={onAnother}>{words.another}</Button>
        </Group>
      </Stack>
    );
  }
  if (!preview.data) return preview.error ? <ErrorNote error={preview.error} /> : null;
  const { faults } = preview.data;
  return (
    <Stack gap="xl">
      <Panel title={words.reading.title} description={words.reading.description}>
        <ReadingFields preview={preview.data} reading={reading} onChange={onReading} />
        {faults.length > 0 ? (
          <Notice tone="warning" title={words.reading.missing} role="status">
            {faults.map((fault) => (
              <Hint key={fault}>{fault}</Hint>
            ))}
          </Notice>
        ) : null}
        {preview.error ? <ErrorNote error={preview.error} /> : null}
      </Panel>
      <PreviewTable preview={preview.data} />
      <SendError error={sending.error} />
      {sending.isPending ? (
        <Sent share={sending.share} onStop={sending.stop} />
      ) : (
        <Group>
          <Button
            onClick={() => sending.mutate()}
            disabled={faults.length > 0 || preview.isFetching || settled !== JSON.stringify(query)}
          >
            {words.import(noun)}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function useSending(noun: Noun, file: File, query: Record<string, string>) {
  const client = useQueryClient();
  const [share, setShare] = useState(0);
  const stopping = useRef(new AbortController());
  const sending = useMutation({
    mutationFn: () => {
      stopping.current = new AbortController();
      setShare(0);
      return sendCsv<Result>({
        path: noun === 'grants' ? '/v1/directory/import' : '/v1/events/stream',
        query,
        body: file,
        onSent: setShare,
        signal: stopping.current.signal,
      });
    },
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'csv' }),
  });
  return { ...sending, share, stop: () => stopping.current.abort(new Error(words.stopped)) };
}

function Sent({ share, onStop }: { share: number; onStop: () => void }) {
  const percent = Math.floor(share * 100);
  return (
    <Stack gap="xs" maw={480} role="status">
      <Progress value={percent} aria-label={words.sending(percent)} />
      <Group justify="space-between">
        <Hint>{share >= 1 ? words.storing : words.sending(percent)}</Hint>
        <Button variant="default" size="xs" onClick={onStop}>
          {words.stop}
        </Button>
      </Group>
    </Stack>
  );
}
