import { Button, Group, Modal, Progress, Stack, Text, Textarea } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../../parts/format.ts';
import { reasonOf } from '../../../parts/forms/send-error.tsx';
import { StateBadge, type Tone } from '../../../parts/state-badge.tsx';
import { bulkStrings, decideStrings } from '../../../strings/reviews.ts';
import { JustificationChips } from '../justification-chips.tsx';
import { useChangeJustifications, useJustifications } from '../justifications.ts';
import { refusedNote } from '../refused-note.ts';
import classes from '../reviews.module.css';
import { labelOf, type Review } from '../reviews.ts';
import { leaveLists, sendDecision, UNDO_MS } from '../waiting-decisions.ts';
import { type BulkItem, type BulkProgress, runBulk } from './bulk-run.ts';
import type { BulkVerb } from './safe-for-bulk.ts';

/** Decides several reviews with one justification, one after the other, each with its state. */
export function BulkDialog(props: { reviews: readonly Review[]; verb: BulkVerb; onClose: () => void }) {
  const { reviews, verb, onClose } = props;
  const [items] = useState(() =>
    reviews.map((review) => ({ id: review.id, label: labelOf(review), key: crypto.randomUUID() })),
  );
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [startsAt, setStartsAt] = useState<number | null>(null);
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const [now, setNow] = useState(() => Date.now());
  const stop = useRef(new AbortController());
  const { remember } = useChangeJustifications();
  const sentences = useJustifications(verb);
  useInterval(() => setNow(Date.now()), 250, { autoInvoke: true });
  useEffect(() => () => stop.current.abort(), []);

  const run = async () => {
    setStartsAt(null);
    const justification = text.trim();
    await runBulk({
      items,
      signal: stop.current.signal,
      now: () => Date.now(),
      pause,
      onProgress: setProgress,
      send: async (id, key) => {
        const answer = await sendDecision(id, verb, { justification }, key);
        leaveLists(id, verb);
        return refusedNote(answer);
      },
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at with every tick.
  useEffect(() => {
    if (startsAt !== null && now >= startsAt) void run();
  }, [now]);

  const start = () => {
    if (text.trim() === '') {
      setIsMissing(true);
      return;
    }
    remember(verb, text.trim());
    setStartsAt(Date.now() + UNDO_MS);
  };
  const isRunning = progress !== null && !progress.isOver;
  const count = formatNumber(items.length);
  return (
    <Modal
      opened
      onClose={isRunning ? () => stop.current.abort() : onClose}
      closeOnClickOutside={false}
      title={bulkStrings.title[verb](count)}
      centered
      size="lg"
    >
      <Stack>
        {progress === null && startsAt === null ? (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              start();
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) start();
            }}
          >
            <Stack>
              <Text size="sm">{bulkStrings.hint}</Text>
              <Textarea
                data-autofocus
                label={decideStrings.why}
                required
                autosize
                minRows={2}
                maxLength={4000}
                value={text}
                error={isMissing ? decideStrings.whyMissing : null}
                onChange={(event) => setText(event.currentTarget.value)}
              />
              <JustificationChips verb={verb} sentences={sentences} withKeys={false} onChoose={setText} />
              <Group justify="flex-end">
                <Button variant="default" onClick={onClose}>
                  {decideStrings.cancel}
                </Button>
                <Button type="submit">{bulkStrings.start}</Button>
              </Group>
            </Stack>
          </form>
        ) : null}
        {startsAt !== null ? (
          <Group justify="space-between">
            <Text size="sm" role="timer">
              {bulkStrings.startsIn(formatNumber(Math.max(0, Math.ceil((startsAt - now) / 1000))))}
            </Text>
            <Group gap="xs">
              <Button variant="default" onClick={() => setStartsAt(null)}>
                {decideStrings.cancel}
              </Button>
              <Button data-autofocus onClick={() => void run()}>
                {bulkStrings.now}
              </Button>
            </Group>
          </Group>
        ) : null}
        {progress ? (
          <Running
            progress={progress}
            now={now}
            onStop={() => stop.current.abort()}
            isStopping={stop.current.signal.aborted}
            onClose={onClose}
          />
        ) : null}
        <BulkProgressList
          items={
            progress?.items ??
            items.map((item) => ({ ...item, state: 'waiting' as const, error: null, note: null }))
          }
        />
      </Stack>
    </Modal>
  );
}

function Running(props: {
  progress: BulkProgress;
  now: number;
  isStopping: boolean;
  onStop: () => void;
  onClose: () => void;
}) {
  const { progress, now, isStopping, onStop, onClose } = props;
  const { items, limited_until, isOver } = progress;
  const count = (state: string) => items.filter((item) => item.state === state).length;
  const done = count('done');
  const words = isOver
    ? count('left') > 0
      ? bulkStrings.stopped(formatNumber(count('left')))
      : bulkStrings.done(formatNumber(done), formatNumber(count('failed')))
    : limited_until !== null
      ? bulkStrings.limited(formatNumber(Math.max(0, Math.ceil((limited_until - now) / 1000))))
      : isStopping
        ? bulkStrings.stopping
        : bulkStrings.progress(formatNumber(done), formatNumber(items.length));
  return (
    <Stack gap="xs">
      <Progress value={(done / items.length) * 100} aria-label={bulkStrings.list} />
      <Group justify="space-between">
        <Text size="sm" role="status">
          {words}
        </Text>
        {isOver ? (
          <Button data-autofocus onClick={onClose}>
            {bulkStrings.close}
          </Button>
        ) : (
          <Button variant="default" onClick={onStop} disabled={isStopping}>
            {bulkStrings.stop}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** Ends early when it is stopped. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

const TONES: Record<BulkItem['state'], Tone> = {
  waiting: 'waiting',
  sending: 'working',
  done: 'good',
  failed: 'bad',
  left: 'idle',
};

function BulkProgressList({ items }: { items: readonly BulkItem[] }) {
  return (
    <ul className={classes.progress} aria-label={bulkStrings.list}>
      {items.map(({ id, label, state, error, note }) => (
        <li key={id}>
          <div>
            <Text size="sm">{label}</Text>
            {error ? <Text size="xs">{reasonOf(error)}</Text> : null}
            {note ? <Text size="xs">{note}</Text> : null}
          </div>
          <StateBadge tone={TONES[state]}>{bulkStrings.states[state]}</StateBadge>
        </li>
      ))}
    </ul>
  );
}
