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

const LOOK_EVERY_MS = 1000;

const DOING: Record<SyncPhase, string> = {
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

function progressText({ progress }: ConnectorState, seconds: number): string {
  if (progress === null) return `Waiting for a worker to begin (${seconds} s)`;
  const { phase, principals, assets, memberships, grants, inherited, events } = progress;
  const read = [
    counted(number(principals), 'principal'),
    counted(number(assets), 'asset'),
    counted(number(memberships), 'membership'),
    counted(number(grants + inherited), 'grant'),
    counted(number(events), 'use'),
  ].join(', ');
  return `${SYNC_PHASES.indexOf(phase) + 1}/${SYNC_PHASES.length} ${DOING[phase]} (${seconds} s): ${read}`;
}

/** Waits for the first sync to end, and tells how far it is: a line that moves on a terminal, a line a phase elsewhere. */
export async function followSync(
  api: LapseApi,
  id: string,
  out: Pick<NodeJS.WriteStream, 'write' | 'isTTY' | 'columns'> = process.stderr,
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
    await sleep(LOOK_EVERY_MS);
  }
}
