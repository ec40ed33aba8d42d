import { Text } from '@mantine/core';
import { formatDuration } from '../../../parts/duration.ts';
import { Facts } from '../../../parts/facts.tsx';
import { formatNumber } from '../../../parts/format.ts';
import { Notice } from '../../../parts/notice.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { StateBadge, toneColor, toneIcon } from '../../../parts/state-badge.tsx';
import { Small } from '../../../parts/text.ts';
import { When } from '../../../parts/when.tsx';
import { connectStrings } from '../../../strings/connect.ts';
import { connectorStrings } from '../../../strings/connectors.ts';
import type { Connector } from '../connector-settings.ts';
import { troubleInWords } from '../trouble-in-words.ts';
import classes from './connect.module.css';

const { connector: words } = connectStrings;
const { connectors: names } = connectorStrings;

/** Where the sync is: phase by phase, with what was counted so far. */
export function SyncPanel({ connector }: { connector: Connector }) {
  const { progress, last_sync_at, error, is_syncing, enabled, next_sync_at } = connector;
  const isDone = progress?.phase === 'done';
  return (
    <Panel
      title={last_sync_at === null ? words.firstSync : words.lastSync}
      actions={
        <span role="status">
          <SyncState connector={connector} />
        </span>
      }
    >
      {error && !is_syncing ? (
        <Notice tone="bad" title={words.failed} role="alert">
          <Text size="sm">{error}</Text>
          {troubleInWords(error) ? <Text size="sm">{troubleInWords(error)}</Text> : null}
          {enabled && next_sync_at ? (
            <Small>
              {words.nextTry}: <When at={next_sync_at} />
            </Small>
          ) : null}
        </Notice>
      ) : null}
      {error && !progress ? null : <Phases progress={progress} />}
      {progress ? (
        <Facts
          single
          items={[
            [words.started, <When key="started" at={progress.started_at} />],
            [
              words.left,
              isDone || !is_syncing
                ? null
                : progress.seconds_left === null
                  ? words.leftUnknown
                  : words.leftAbout(formatDuration(progress.seconds_left)),
            ],
          ]}
        />
      ) : null}
    </Panel>
  );
}

function SyncState({
  connector: { progress, error, is_syncing, enabled, last_sync_at },
}: {
  connector: Connector;
}) {
  if (!enabled) return <StateBadge tone="idle">{names.off}</StateBadge>;
  if (is_syncing && progress && progress.phase !== 'done') {
    return <StateBadge tone="working">{names.phases[progress.phase] ?? names.syncing}</StateBadge>;
  }
  if (error) return <StateBadge tone="bad">{words.failed}</StateBadge>;
  return last_sync_at === null ? (
    <StateBadge tone="waiting">{words.waiting}</StateBadge>
  ) : (
    <StateBadge tone="good">{words.done}</StateBadge>
  );
}

function Phases({ progress }: Pick<Connector, 'progress'>) {
  const order = words.phases.map(({ phase }) => phase as string);
  const at =
    progress === null ? -1 : progress.phase === 'done' ? order.length : order.indexOf(progress.phase);
  return (
    <ol className={classes.phases}>
      {words.phases.map(({ phase, label, counter }, i) => {
        const state = i < at ? 'done' : i === at ? 'now' : 'later';
        const tone = ({ done: 'good', now: 'working', later: 'idle' } as const)[state];
        const Icon = toneIcon(tone);
        return (
          <li key={phase} className={classes.phase}>
            <Icon size={16} color={toneColor(tone)} aria-hidden />
            <span>
              {label} <span className="visually-hidden">({words.phaseStates[state]})</span>
            </span>
            <span className="numbers">
              {progress && i <= at ? formatNumber(progress[counter]) : words.notYet}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
