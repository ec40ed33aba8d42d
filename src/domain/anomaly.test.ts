import { describe, expect, it } from 'vitest';
import { NOW } from '../../test/support/grant-facts.ts';
import { isAdminAction, type Normal, observe, type SeenEvent } from './anomaly.ts';
import { emptyBaseline, emptyVolume } from './anomaly-baseline.ts';
import { DAY_MS } from './decay.ts';

const OFFICE = '203.0.113.0/24';
const CAFE = '198.51.100.0/24';
const MORNING = Math.floor(NOW / DAY_MS) * DAY_MS + 9 * 3_600_000;

const event = (known: Partial<SeenEvent> = {}): SeenEvent => ({
  at: MORNING,
  action: 'query',
  network: OFFICE,
  rows_returned: 100,
  ...known,
});

const untaught: Normal = { principal: emptyBaseline(), volume: emptyVolume() };

/** Thirty quiet mornings at the office. */
function settled(): Normal {
  let normal = untaught;
  for (let day = 30; day > 0; day--) normal = observe(event({ at: MORNING - day * DAY_MS }), normal).normal;
  return normal;
}

const kinds = (known: Partial<SeenEvent>, normal = settled()) =>
  observe(event(known), normal).signals.map((signal) => signal.kind);

it('finds nothing in an ordinary event', () => {
  expect(kinds({})).toEqual([]);
});

it('does not judge before it knows what is normal', () => {
  const odd = { network: CAFE, at: MORNING + 15 * 3_600_000, rows_returned: 1e9, action: 'admin_login' };
  expect(kinds(odd, untaught)).toEqual([]);
});

it.each([
  ['new_network', { network: CAFE }],
  ['unusual_hour', { at: MORNING + 14 * 3_600_000 }],
  ['volume_spike', { rows_returned: 50_000 }],
  ['first_admin_action', { action: 'admin_login' }],
  ['return_after_dormancy', { at: MORNING + 99 * DAY_MS }],
] as const)('finds %s', (kind, known) => {
  expect(kinds(known)).toEqual([kind]);
});

it.each([
  ['an hour next to the usual ones', { at: MORNING + 3_600_000 }],
  ['a large but ordinary volume', { rows_returned: 1023 }],
  ['a volume nobody would mind', { rows_returned: 999 }],
  ['a long holiday', { at: MORNING + 60 * DAY_MS }],
  ['no network and no rows', { network: null, rows_returned: null }],
])('minds neither %s', (_name, known) => {
  expect(kinds(known)).toEqual([]);
});

it('takes an hour for unusual until one event in a hundred falls near it', () => {
  const { principal, volume } = settled();
  const midnight = MORNING - 9 * 3_600_000;
  const withHours = (near: number) => ({
    principal: { ...principal, events: 200, hours: principal.hours.with(23, near) },
    volume,
  });
  expect(kinds({ at: midnight }, withHours(1))).toEqual(['unusual_hour']);
  expect(kinds({ at: midnight }, withHours(2))).toEqual([]);
});

it('gives its evidence', () => {
  const { signals } = observe(
    event({ rows_returned: 50_000, network: CAFE, action: 'admin_login' }),
    settled(),
  );
  expect(signals).toEqual([
    {
      kind: 'first_admin_action',
      evidence: { action: 'admin_login', earlier_events: 30 },
      reason: 'First administrative action (admin_login) after 30 events without one.',
    },
    {
      kind: 'new_network',
      evidence: { network: CAFE, known_networks: 1 },
      reason: `From the network ${CAFE}, not among the 1 it is known from.`,
    },
    {
      kind: 'volume_spike',
      evidence: { rows_returned: 50_000, usual_rows: 128, queries: 30 },
      reason: '50000 rows returned; 128 or fewer are usual here.',
    },
  ]);
});

describe('a flagged event', () => {
  it('teaches nothing, however often it is repeated on a day', () => {
    const odd = event({ network: CAFE, rows_returned: 50_000, at: MORNING + 14 * 3_600_000 });
    const before = settled();
    let normal = before;
    for (let i = 0; i < 200; i++) {
      const result = observe(odd, normal);
      expect(result.signals).toHaveLength(3);
      normal = result.normal;
    }
    const { events, hours, networks } = normal.principal;
    expect({ events, hours, networks }).toEqual({
      events: before.principal.events,
      hours: before.principal.hours,
      networks: before.principal.networks,
    });
    expect(normal.volume.buckets).toEqual(before.volume.buckets);
  });

  it('is a habit on its fifth day', () => {
    let normal = settled();
    const flagged: number[] = [];
    for (let day = 0; day < 10; day++) {
      const result = observe(event({ network: CAFE, at: MORNING + day * DAY_MS }), normal);
      flagged.push(result.signals.length);
      normal = result.normal;
    }
    expect(flagged).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0, 0]);
    expect(normal.principal.networks[CAFE]).toBeDefined();
  });

  it('still is a sign of life', () => {
    const { normal } = observe(event({ network: CAFE, at: MORNING + 50 * DAY_MS }), settled());
    expect(kinds({ at: MORNING + 120 * DAY_MS }, normal)).toEqual([]);
  });

  it('by an administrator is the first one only once', () => {
    const { normal } = observe(event({ action: 'admin_login' }), settled());
    expect(kinds({ action: 'grant_role' }, normal)).toEqual([]);
  });
});

it('does not take a late event for a return', () => {
  expect(kinds({ at: MORNING - 29 * DAY_MS })).toEqual([]);
});

it.each([
  ['admin_login', true],
  ['GRANT', true],
  ['alter-role', true],
  ['query', false],
  ['administer_nothing', false],
])('%s is an administrative action: %s', (action, expected) => {
  expect(isAdminAction(action)).toBe(expected);
});
