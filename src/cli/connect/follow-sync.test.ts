import { expect, test } from 'vitest';
import { connectStrings } from '../../../dashboard/src/strings/connect.ts';
import { connectorStrings } from '../../../dashboard/src/strings/connectors.ts';
import type { SyncPhase } from '../../connectors/sync.rules.ts';
import { type ConnectorState, DOING, followSync } from './follow-sync.ts';

const NOTHING = { principals: 0, assets: 0, memberships: 0, grants: 0, inherited: 0, events: 0 };
const state = (phase: SyncPhase | null, more: object = {}): ConnectorState =>
  ({
    name: 'Lake',
    error: null,
    is_syncing: true,
    last_sync_at: phase === 'done' ? '2026-06-01T12:00:00.000Z' : null,
    progress: phase && { phase, ...NOTHING, seconds_left: null, ...more },
  }) as unknown as ConnectorState;

async function told(terminal: { isTTY: boolean; columns: number }, look_every_ms: number): Promise<string> {
  let text = '';
  const write = (more: string): boolean => {
    text += more;
    return true;
  };
  const left = [...STATES];
  await followSync(async () => left.shift() as never, 'c1', { ...terminal, write }, look_every_ms);
  return text;
}

const STATES = [
  state(null),
  state('principals'),
  state('assets', { principals: 1200 }),
  state('grants', { principals: 1200, assets: 1, grants: 7, inherited: 3, seconds_left: 42 }),
  state('grants', { principals: 1200, assets: 1, grants: 9, inherited: 3, seconds_left: 41 }),
  state('use', { principals: 1200, assets: 1, grants: 9, inherited: 3, seconds_left: 200 }),
  state('done', { principals: 1200, assets: 1, grants: 9, inherited: 3, events: 4 }),
];

test('a log has a line for each phase: what is done, what was counted, how long it may take', async () => {
  const lines = await told({ isTTY: false, columns: 80 }, 1);
  expect(
    lines
      .replace(/\d+ s\b/g, 'n s')
      .trim()
      .split('\n'),
  ).toEqual([
    '1/8 Reading principals (n s, time left not known)',
    '2/8 Reading assets (n s, time left not known): 1,200 principals',
    '4/8 Reading grants (n s, time left about 42 sec): 10 grants, 1 asset, 1,200 principals',
    '7/8 Reading use (n s, time left about 3 min): 12 grants, 1 asset, 1,200 principals',
    '8/8 Done (n s): 4 uses, 12 grants, 1 asset, 1,200 principals',
  ]);
});

test('on a terminal it is one line, never wider than that', async () => {
  const text = await told({ isTTY: true, columns: 50 }, 250);
  const shown = text.split('\r\u001b[K').filter((line) => line !== '');
  expect(shown.length).toBeGreaterThanOrEqual(3);
  for (const line of shown) expect(line.length).toBeLessThan(50);
  expect(text).not.toContain('\n');
});

test('the dashboard says it in the same words', () => {
  expect(connectorStrings.connectors.phases).toEqual(DOING);
  expect(connectStrings.connector.leftUnknown).toMatch(/^not known\b/);
  expect(connectStrings.connector.leftAbout('3 min')).toMatch(/^about 3 min\b/);
});
