import { below, mix, mixText, pick } from '../random.ts';
import type { UseEvent } from '../use-event.ts';
import type { Habit, Permission, Use } from './access.ts';
import { ASSETS } from './assets.ts';
import { activeDays, midnight } from './calendar.ts';
import { type Office, PEOPLE, SERVICE_ACCOUNTS } from './people.ts';

/** One principal's way of using one asset. */
export interface Practice {
  principal: string;
  asset: string;
  permission: Permission;
  granted_days_ago: number;
  use: Use;
}

type TimedEvent = Omit<UseEvent, 'event_id' | 'timestamp'> & { time: number };

const HOUR_MS = 3_600_000;

/** Where an office's network is, and when its day starts (UTC). */
const OFFICES: Record<Office, { network: string; hour: number }> = {
  Rotterdam: { network: '10.20', hour: 7 },
  Porto: { network: '10.30', hour: 8 },
  Singapore: { network: '10.40', hour: 1 },
};

const QUERY_TYPES = {
  query: ['SELECT'],
  write: ['INSERT', 'UPDATE', 'MERGE'],
  admin_login: ['LOGIN', 'GRANT'],
} as const;

const PLATFORMS = new Map(ASSETS.map((asset) => [asset.id, asset.platform as string]));

/** All uses up to `now`, oldest first. */
export function useEvents(now: Date, practices: readonly Practice[]): UseEvent[] {
  const events = [...practices.flatMap((practice) => practised(now, practice)), ...remarkable(now)];
  return events
    .filter((event) => event.time <= now.getTime())
    .sort((a, b) => a.time - b.time)
    .map(({ time, ...event }, index) => ({
      event_id: `evt-${String(index + 1).padStart(5, '0')}`,
      ...event,
      timestamp: new Date(time).toISOString(),
    }));
}

function practised(now: Date, practice: Practice): TimedEvent[] {
  const { principal, asset, permission, use } = practice;
  const key = mixText(mixText(7, principal), asset);
  const days = activeDays(now, use, practice.granted_days_ago, key);
  return days.flatMap((daysAgo) =>
    timesOfDay(principal, use[0], key, daysAgo).map((time, index) => {
      const draw = mix(mix(key, daysAgo), index + 100);
      const action = actionFor(permission, draw);
      return {
        principal_id: principal,
        asset_id: asset,
        action,
        platform: PLATFORMS.get(asset) as string,
        time: midnight(now, daysAgo) + time,
        metadata: {
          source_ip: sourceIp(principal),
          query_type: pick(QUERY_TYPES[action], mix(draw, 1)),
          rows_returned: action === 'query' ? Math.round(10 ** (1 + below(3000, mix(draw, 2)) / 1000)) : 0,
        },
      };
    }),
  );
}

function remarkable(now: Date): TimedEvent[] {
  return REMARKABLE_USES.map((use) => ({
    principal_id: use.principal,
    asset_id: use.asset,
    action: use.action,
    platform: PLATFORMS.get(use.asset) as string,
    time: Date.parse(`${new Date(midnight(now, use.days_ago)).toISOString().slice(0, 10)}T${use.time}:00Z`),
    metadata: {
      source_ip: use.source_ip ?? sourceIp(use.principal),
      query_type: use.query_type,
      rows_returned: use.rows_returned,
    },
  }));
}

/** Milliseconds after midnight at which a habit shows on one of its days. */
function timesOfDay(principal: string, habit: Habit, key: number, daysAgo: number): number[] {
  const draw = mix(key, 1000 + daysAgo);
  const service = SERVICE_ACCOUNTS.find((account) => account.id === principal);
  if (service) {
    // A schedule starts at the same minute every day; how long it takes to get here varies a little.
    const start = service.hour * HOUR_MS + below(50, key) * 60_000 + below(90_000, draw);
    return habit === 'six_hourly' ? [0, 6, 12, 18].map((hours) => start + hours * HOUR_MS) : [start];
  }
  const opens = officeOf(principal).hour * HOUR_MS;
  const uses = habit === 'daily' || habit === 'quarter_end' ? 1 + below(2, draw) : 1;
  return Array.from({ length: uses }, (_, index) => opens + below(9 * HOUR_MS, mix(draw, index)));
}

function actionFor(permission: Permission, draw: number): UseEvent['action'] {
  const share = below(100, draw);
  if (permission === 'read') return 'query';
  if (permission === 'admin' || permission === 'owner') {
    if (share < 15) return 'admin_login';
  }
  return share < 45 ? 'write' : 'query';
}

function officeOf(principal: string): { network: string; hour: number } {
  return OFFICES[PEOPLE.find((person) => person.id === principal)?.office ?? 'Rotterdam'];
}

function sourceIp(principal: string): string {
  const isService = SERVICE_ACCOUNTS.some((account) => account.id === principal);
  const number = Number(principal.slice('prin-'.length));
  return isService ? `10.10.0.${number}` : `${officeOf(principal).network}.${number % 4}.${100 + number}`;
}

/** Uses that stand out from the habits: what the detection of anomalies has to find. */
interface RemarkableUse {
  why: string;
  principal: string;
  asset: string;
  days_ago: number;
  /** UTC. */
  time: string;
  action: 'query' | 'write' | 'admin_login';
  query_type: string;
  rows_returned: number;
  /** Absent: where this principal always comes from. */
  source_ip?: string;
}

// biome-ignore format: a table is read by its columns
export const REMARKABLE_USES: readonly RemarkableUse[] = [
  { why: 'a new network', principal: 'prin-013', asset: 'asset-011', days_ago: 4, time: '14:12', action: 'query', query_type: 'SELECT', rows_returned: 310, source_ip: '203.0.113.86' },
  { why: 'a new network', principal: 'prin-013', asset: 'asset-011', days_ago: 4, time: '14:31', action: 'query', query_type: 'SELECT', rows_returned: 2_740, source_ip: '203.0.113.86' },
  { why: 'an unusual hour', principal: 'prin-023', asset: 'asset-022', days_ago: 6, time: '23:47', action: 'query', query_type: 'SELECT', rows_returned: 96 },
  { why: 'very many rows', principal: 'prin-014', asset: 'asset-011', days_ago: 3, time: '15:05', action: 'query', query_type: 'SELECT', rows_returned: 4_812_390 },
  { why: 'a first admin action', principal: 'prin-006', asset: 'asset-016', days_ago: 5, time: '10:22', action: 'admin_login', query_type: 'LOGIN', rows_returned: 0 },
  { why: 'a return after dormancy', principal: 'prin-005', asset: 'asset-021', days_ago: 2, time: '09:54', action: 'query', query_type: 'SELECT', rows_returned: 1_200 },
  { why: 'no grant allows it', principal: 'prin-026', asset: 'asset-022', days_ago: 8, time: '16:40', action: 'query', query_type: 'SELECT', rows_returned: 12 },
];
