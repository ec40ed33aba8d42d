import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { appendAuditEntries } from '../src/audit/entries.sql.ts';
import { updateConnector } from '../src/connectors/writes.sql.ts';
import { appendToInbox } from '../src/core/events/inbox.sql.ts';
import { enqueuePolicyChange, refreshScores } from '../src/core/jobs/jobs.sql.ts';
import { askForOverview } from '../src/core/overview/overviews.sql.ts';
import { noteUnansweredChanges } from '../src/core/reviews/timers/unanswered-access.sql.ts';
import { requestRecalculation } from '../src/core/scores/apply/recalculations.sql.ts';
import type { ChangeFeed } from '../src/platform/changes/change-feed.sql.ts';
import type { Wake } from '../src/platform/changes/wakes.rules.ts';
import { type Database, openDatabase, type Querier } from '../src/platform/database/database.ts';
import { changeRemediation } from '../src/remediation/engine/work.sql.ts';
import { markRemoved } from '../src/reports/reports.sql.ts';
import { updateSchedule } from '../src/reports/schedules/schedules.sql.ts';
import { redeliver } from '../src/webhooks/deliveries.sql.ts';
import { createTestDatabase, type TestDatabase } from './support/database.ts';

/** One process stores, another listens. */
let store: TestDatabase;
let other: Database;
let feed: ChangeFeed;
const heard: [number, Wake[]][] = [];
let onHeard: () => void = () => {};

beforeAll(async () => {
  store = await createTestDatabase();
  other = openDatabase({ connection: store.application, pool_size: 1, onError: () => {} });
  feed = other.listenForWork({
    onChange: (tenantId, kinds) => {
      heard.push([tenantId, kinds]);
      onHeard();
    },
    onGap: () => {},
  });
  await feed.listening;
});
afterAll(async () => {
  await feed.close();
  await other.close();
  await store.drop();
});
beforeEach(() => {
  heard.length = 0;
});

const hears = (kind: Wake): Promise<void> =>
  new Promise((resolve) => {
    onHeard = () => {
      if (heard.some(([tenantId, kinds]) => tenantId === store.tenants.b && kinds.includes(kind))) resolve();
    };
    onHeard();
  });

const AT = '2026-03-10T12:00:00.000Z';
const ACTS: [Wake, string, (tx: Querier) => Promise<unknown>][] = [
  [
    'events',
    'an event',
    (tx) =>
      appendToInbox(tx, [
        {
          event_id: 'e',
          principal_id: 'p',
          asset_id: 'a',
          action: 'read',
          platform: 'fabric',
          timestamp: AT,
          metadata: null,
        },
      ]),
  ],
  ['events', 'a recalculation', (tx) => requestRecalculation(tx, 'imported', ['g'])],
  ['events', 'a refresh', (tx) => refreshScores(tx, ['p'])],
  ['events', 'a policy', (tx) => enqueuePolicyChange(tx, uuidv7())],
  ['sweep', 'a review that nobody answered', (tx) => noteUnansweredChanges(tx, ['g'])],
  ['analyses', 'a look at the overview', (tx) => askForOverview(tx)],
  ['remediations', 'a remediation that is due', (tx) => changeRemediation(tx, 'r', { due_at: AT })],
  ['connectors', 'a sync', (tx) => updateConnector(tx, 'c', { next_sync_at: AT })],
  ['deliveries', 'a redelivery', (tx) => redeliver(tx, 'w', 'd', Date.parse(AT))],
  ['reports', 'the removal of a report', (tx) => markRemoved(tx, 'r', AT)],
  [
    'schedules',
    'a schedule',
    (tx) =>
      updateSchedule(tx, {
        id: 's',
        name: 's',
        type: 'stale_access',
        format: 'csv',
        filters: {},
        cron: '0 6 * * *',
        time_zone: 'UTC',
        period_rule: 'last_day',
        recipients: [],
        enabled: true,
        next_run_at: AT,
      } as unknown as Parameters<typeof updateSchedule>[1]),
  ],
  [
    'audit',
    'an entry of the audit log',
    (tx) =>
      appendAuditEntries(tx, [
        {
          id: uuidv7(),
          principal_id: null,
          event_type: 'grant.created',
          description: '',
          actor: 'system',
          at: AT,
          data: {},
        },
      ]),
  ],
];

test.each(ACTS)('%s are told in another process of %s', async (kind, _what, act) => {
  await store.db.transaction(store.tenants.b, act);
  await hears(kind);
});

test('what is rolled back is not told', async () => {
  const { a, b } = store.tenants;
  const back = store.db.transaction(a, async (tx) => {
    await requestRecalculation(tx, 'imported', ['g']);
    throw new Error('not today');
  });
  await expect(back).rejects.toThrow('not today');
  await store.db.transaction(b, (tx) => requestRecalculation(tx, 'imported', ['g']));
  await hears('events');
  expect(heard.map(([tenantId]) => tenantId)).not.toContain(a);
});
