import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Static } from 'typebox';
import type { Connector } from '../../connectors/connector.schema.ts';
import { SYNC_PHASES, type SyncPhase } from '../../connectors/sync.rules.ts';
import { counted } from '../../platform/counted.ts';
import { StartupError } from '../../platform/errors.ts';
import { rewrittenLine } from '../rewritten-line.ts';
import { cut, printable } from '../scan/plain-text.ts';
import type { LapseApi } from './lapse-api.ts';

export type ConnectorState = Static<typeof Connector>;

export const DOING: Record<SyncPhase, string> = {
  principals: 'Reading principals',
  assets: 'Reading assets',
  memberships: 'Reading memberships',
  grants: 'Reading grants',
  inherited: 'Working out inherited access',
  vanished: 'Comparing with what was known',
  use: 'Reading use',
  done: 'Done',
};

const number = (count: number): string => count.toLocaleString('en');

/** "not known" or "about 3 min", as the dashboard says it. */
function timeLeft(seconds: number | null): string {
  if (seconds === null) return 'not known';
  const [unit, length] = (
    [
      ['hour', 3600],
      ['minute', 60],
    ] as const
  ).find(([, least]) => seconds >= least) ?? ['second', 1];
  const format = new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'short' });
  return `about ${format.format(Math.floor(seconds / length))}`;
}

/** What is counted now comes first: a narrow terminal cuts the rest. */
function progressText({ progress }: ConnectorState, seconds: number): string {
  if (progress === null) return `Waiting for a worker to begin (${seconds} s)`;
  const { phase, principals, assets, memberships, grants, inherited, events, seconds_left } = progress;
  const counts = [
    [events, 'use'],
    [grants + inherited, 'grant'],
    [memberships, 'membership'],
    [assets, 'asset'],
    [principals, 'principal'],
  ] as const;
  const read = counts
    .flatMap(([count, noun]) => (count > 0 ? [counted(number(count), noun)] : []))
    .join(', ');
  const left = phase === 'done' ? '' : `, time left ${timeLeft(seconds_left)}`;
  return `${SYNC_PHASES.indexOf(phase) + 1}/${SYNC_PHASES.length} ${DOING[phase]} (${seconds} s${left})${read && `: ${read}`}`;
}

/** Waits for the first sync to end, and tells how far it is: a line that moves on a terminal, a line a phase elsewhere. */
export async function followSync(
  api: LapseApi,
  id: string,
  out: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'> = process.stderr,
  look_every_ms = 1000,
): Promise<ConnectorState> {
  const began = performance.now();
  const line = rewrittenLine(out);
  let phase: SyncPhase | null = null;
  for (;;) {
    const state = await api<ConnectorState>('GET', `/v1/connectors/${id}`);
    const text = progressText(state, Math.round((performance.now() - began) / 1000));
    line.show(() => cut(text, (out.columns ?? 80) - 1));
    const now = state.progress?.phase ?? null;
    if (!out.isTTY && now !== null && now !== phase) out.write(`${text}\n`);
    phase = now;
    if (state.last_sync_at !== null) {
      line.clear();
      return state;
    }
    if (state.error !== null && !state.is_syncing) {
      line.clear();
      throw new StartupError(
        `${state.name} is connected, but its first sync failed: ${printable(state.error)} It is tried again at ${state.next_sync_at}.`,
      );
    }
    await sleep(look_every_ms);
  }
}
