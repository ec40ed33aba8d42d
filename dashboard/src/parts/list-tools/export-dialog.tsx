import { Button, Group, Modal, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { listToolStrings as strings } from '../../strings/list-tools.ts';
import { operationStrings } from '../../strings/operations.ts';
import { formatNumber } from '../format.ts';
import { ErrorNote } from '../query-state.tsx';
import { saveFile } from '../save-file.ts';
import { Hint } from '../text.ts';
import type { CsvColumn } from './csv.ts';
import { EXPORT_MAX, type ExportProgress, exportRows, type LoadRows } from './export-rows.ts';

export interface Exported<Row> {
  /** Of the file, without its date and ending. */
  name: string;
  load: LoadRows<Row>;
  columns: readonly CsvColumn<Row>[];
}

type State =
  | { is: 'running'; progress: ExportProgress }
  | { is: 'done'; rows: number; is_cut: boolean }
  | { is: 'failed'; error: unknown };

const BEGUN: State = { is: 'running', progress: { rows: 0, total: null, waits_seconds: null } };

/** Writes a list into a file as it is open. To close it is to cancel. */
export function ExportDialog<Row>({ exported, onClose }: { exported: Exported<Row>; onClose: () => void }) {
  const [state, setState] = useState<State>(BEGUN);
  const [attempt, setAttempt] = useState(0);
  // As it was when the file was begun: what changes meanwhile on the page is another list.
  const [begun] = useState(exported);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each attempt.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setState(BEGUN);
    exportRows({ ...begun, signal, sleep, tell: (progress) => setState({ is: 'running', progress }) }).then(
      ({ parts, rows, is_cut }) => {
        if (signal.aborted) return;
        const date = new Date().toISOString().slice(0, 10);
        saveFile(`lapse-${begun.name}-${date}.csv`, parts, 'text/csv;charset=utf-8');
        setState({ is: 'done', rows, is_cut });
      },
      (error: unknown) => {
        if (!signal.aborted) setState({ is: 'failed', error });
      },
    );
    return () => controller.abort(new DOMException('Aborted', 'AbortError'));
  }, [attempt]);
  return (
    <Modal opened onClose={onClose} title={strings.export.title} centered>
      <Stack>
        <Hint>{strings.export.hint}</Hint>
        {state.is === 'running' ? <Running progress={state.progress} /> : null}
        {state.is === 'done' ? (
          <Text role="status">
            {strings.export.done(formatNumber(state.rows))}
            {state.is_cut ? ` ${strings.export.cut(formatNumber(EXPORT_MAX))}` : null}
          </Text>
        ) : null}
        {state.is === 'failed' ? (
          <ErrorNote error={state.error} onRetry={() => setAttempt(attempt + 1)} />
        ) : null}
        <Group justify="flex-end">
          <Button variant={state.is === 'done' ? 'filled' : 'default'} onClick={onClose}>
            {state.is === 'done' ? operationStrings.close : operationStrings.cancel}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Running({ progress: { rows, total, waits_seconds } }: { progress: ExportProgress }) {
  const wanted = total === null ? null : Math.min(total, EXPORT_MAX);
  return (
    <Stack gap={6}>
      <Progress
        value={wanted === null || wanted === 0 ? 0 : (rows / wanted) * 100}
        aria-label={strings.export.progress}
        animated
      />
      <Text size="sm" className="numbers">
        {wanted === null
          ? strings.export.begins
          : strings.export.rows(formatNumber(rows), formatNumber(wanted))}
      </Text>
      {waits_seconds === null ? null : (
        <Text size="sm" role="status">
          {strings.export.waits(waits_seconds)}
        </Text>
      )}
    </Stack>
  );
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}
