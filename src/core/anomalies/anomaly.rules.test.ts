import { fc, test } from '@fast-check/vitest';
import { afterAll, describe, expect, it } from 'vitest';
import { NOW } from '../../../test/support/grant-facts.ts';
import { applyBatches, countInHindsight, seenEvents } from '../../../test/support/seen-events.ts';
import { DAY_MS } from '../../platform/iso-instant.ts';
import { dayOf } from '../scores/habit.rules.ts';
import { countSignals, examine, type Normal, OF_GRANT, OF_PRINCIPAL } from './anomaly.rules.ts';
import { emptyBaseline, isAdminAction, learn, type SeenEvent } from './anomaly-baseline.rules.ts';
import { emptyVolume, learnVolume } from './anomaly-volume.rules.ts';
import { packBaseline, unpackBaseline } from './stored-baseline.rules.ts';

const OFFICE = '203.0.113.0/24';
const CAFE = '198.51.100.0/24';
const MORNING = Math.floor(NOW / DAY_MS) * DAY_MS + 9 * 3_600_000;

const event = (known: Partial<SeenEvent> = {}): SeenEvent => ({
  at: MORNING,
  asset_id: 'a',
  action: 'query',
  network: OFFICE,
  rows_returned: 100,
  ...known,
});

function observe(normal: Normal, seen: SeenEvent) {
  learn(normal.principal, seen);
  if (seen.rows_returned !== null) learnVolume(normal.volume, seen.at, seen.rows_returned);
  return examine(seen, [...OF_PRINCIPAL, ...OF_GRANT], normal);
}

const untaught = (): Normal => ({ asset_id: 'a', principal: emptyBaseline(), volume: emptyVolume() });

/** Thirty quiet mornings at the office. */
function established(): Normal {
  const normal = untaught();
  for (let day = 30; day > 0; day--) observe(normal, event({ at: MORNING - day * DAY_MS }));
  return normal;
}

const signals = (known: Partial<SeenEvent>, normal = established()) =>
  observe(normal, event(known)).flatMap(({ signal }) => signal ?? []);
const kinds = (known: Partial<SeenEvent>, normal = established()) =>
  signals(known, normal).map(({ kind }) => kind);

it('finds nothing in an ordinary event', () => {
  expect(observe(established(), event())).toEqual([]);
});

it('does not judge before it knows what is normal', () => {
  const odd = { network: CAFE, at: MORNING + 15 * 3_600_000, rows_returned: 1e9, action: 'admin_login' };
  expect(kinds(odd, untaught())).toEqual([]);
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
  ['a volume nobody would mind', { rows_returned: 1022 }],
  ['a long holiday', { at: MORNING + 98 * DAY_MS }],
  ['no network and no rows', { network: null, rows_returned: null }],
])('minds neither %s', (_name, known) => {
  expect(kinds(known)).toEqual([]);
});

it('measures rows against what is usual on the access', () => {
  const normal = established();
  for (let day = 0; day < 5; day++)
    observe(normal, event({ at: MORNING + day * DAY_MS, rows_returned: 1_500 }));
  const later = MORNING + 9 * DAY_MS;
  expect(kinds({ at: later, rows_returned: 16_000 }, normal)).toEqual([]);
  expect(kinds({ at: later, rows_returned: 16_383 }, normal)).toEqual(['volume_spike']);
});

it('gives its evidence', () => {
  expect(
    signals({
      rows_returned: 50_000,
      network: CAFE,
      action: 'admin_login',
      at: MORNING + 120 * DAY_MS - 6 * 3_600_000,
    }),
  ).toEqual([
    {
      kind: 'new_network',
      evidence: { network: CAFE, known_networks: 1 },
      reason: `From the network ${CAFE}, besides the 1 it is known from.`,
    },
    {
      kind: 'unusual_hour',
      evidence: { hour: 3, days_before: 0 },
      reason: 'At 03:00 UTC, around which it was active never before.',
    },
    {
      kind: 'first_admin_action',
      evidence: { action: 'admin_login', days_known: 150 },
      reason: 'First administrative action (admin_login) in the 150 days since it was first seen.',
    },
    {
      kind: 'return_after_dormancy',
      evidence: { idle_days: 121 },
      reason: 'Active again after 121 days without any use.',
    },
    {
      kind: 'volume_spike',
      evidence: { rows_returned: 50_000, usual_rows: 128 },
      reason: '50000 rows returned; 128 or fewer are usual here.',
    },
  ]);
});

describe('what is unusual', () => {
  it('stays unusual, however often it is repeated on a day, and is one signal', () => {
    const normal = established();
    const odd = event({ network: CAFE, rows_returned: 50_000, at: MORNING + 14 * 3_600_000 });
    const candidates = new Set<string>();
    for (let i = 0; i < 200; i++) {
      const findings = observe(normal, odd);
      expect(findings.filter(({ signal }) => signal !== null)).toHaveLength(3);
      for (const { candidate } of findings) candidates.add(candidate);
    }
    expect(countSignals(candidates, 0, normal)).toBe(3);
  });

  it('is a habit on its fifth day', () => {
    const normal = established();
    const flagged = Array.from(
      { length: 7 },
      (_, day) => kinds({ network: CAFE, at: MORNING + day * DAY_MS }, normal).length,
    );
    expect(flagged).toEqual([1, 1, 1, 1, 0, 0, 0]);
  });

  it('still is a sign of life', () => {
    const normal = established();
    observe(normal, event({ network: CAFE, at: MORNING + 50 * DAY_MS }));
    expect(kinds({ at: MORNING + 120 * DAY_MS }, normal)).toEqual([]);
  });

  it('was not, once it is known to have been usual before', () => {
    const normal = established();
    const candidates = new Set(observe(normal, event({ network: CAFE })).map(({ candidate }) => candidate));
    expect(countSignals(candidates, 0, normal)).toBe(1);
    learn(normal.principal, event({ network: CAFE, at: MORNING - 30 * DAY_MS }));
    expect(countSignals(candidates, 0, normal)).toBe(0);
    expect(candidates.size).toBe(1);
    for (let day = 29; day > 26; day--)
      learn(normal.principal, event({ network: CAFE, at: MORNING - day * DAY_MS }));
    expect(countSignals(candidates, 0, normal)).toBe(0);
    expect(candidates.size).toBe(0);
  });

  it('counts within the window only', () => {
    const normal = established();
    const candidates = new Set(observe(normal, event({ network: CAFE })).map(({ candidate }) => candidate));
    expect(countSignals(candidates, dayOf(MORNING), normal)).toBe(1);
    expect(countSignals(candidates, dayOf(MORNING) + 1, normal)).toBe(0);
    expect(candidates.size).toBe(0);
  });

  it('by an administrator is the first one only once', () => {
    const normal = established();
    observe(normal, event({ action: 'admin_login' }));
    expect(kinds({ action: 'grant_role', at: MORNING + DAY_MS }, normal)).toEqual([]);
  });
});

it('does not take a late event for a return', () => {
  expect(kinds({ at: MORNING - 29 * DAY_MS })).toEqual([]);
});

describe('says that verdicts of before may have turned', () => {
  const stored = () => unpackBaseline(packBaseline(established().principal));
  const isRevisedBy = (known: Partial<SeenEvent>, principal = stored()) => {
    learn(principal, event(known));
    return principal.is_revised;
  };

  it('when an earlier day brings something new, and only then', () => {
    expect(isRevisedBy({})).toBe(false);
    expect(isRevisedBy({ network: CAFE })).toBe(false);
    expect(isRevisedBy({ at: MORNING - 3 * DAY_MS })).toBe(false);
    expect(isRevisedBy({ at: MORNING - 3 * DAY_MS, network: CAFE })).toBe(true);
    expect(isRevisedBy({ at: MORNING - 40 * DAY_MS })).toBe(true);
  });

  it('when another access has seen the first administrative action, be it hours before', () => {
    const normal = established();
    learn(normal.principal, event({ action: 'grant_role' }));
    const principal = unpackBaseline(packBaseline(normal.principal));
    const earlier = { action: 'grant_role', asset_id: 'b', at: MORNING - 3_600_000 };
    expect(isRevisedBy(earlier, principal)).toBe(true);
  });

  it('when networks have become too many to be kept apart', () => {
    const principal = stored();
    for (let n = 0; n < 31; n++) expect(isRevisedBy({ network: `10.0.${n}.0/24` }, principal)).toBe(false);
    expect(isRevisedBy({ network: '10.0.99.0/24' }, principal)).toBe(true);
  });
});

describe('in any order', () => {
  let raised = 0;
  afterAll(() => expect(raised).toBeGreaterThan(100));

  test.prop([seenEvents, fc.infiniteStream(fc.nat(2 ** 30))], { numRuns: 150 })(
    'signals depend on the set of events alone, and are those found in hindsight',
    (events, noise) => {
      const random = () => noise.next().value as number;
      const inOrder = applyBatches([[...events].sort((a, b) => a.at - b.at)]);
      const shuffled = [...events, ...events.filter(() => random() % 3 === 0)]
        .map((seen) => [random(), seen] as const)
        .sort(([a], [b]) => a - b)
        .map(([, seen]) => seen);
      const batches: SeenEvent[][] = [];
      for (let start = 0; start < shuffled.length; ) {
        const size = 1 + (random() % 9);
        batches.push(shuffled.slice(start, start + size));
        start += size;
      }
      const disordered = applyBatches(batches);
      expect(disordered).toEqual(inOrder);
      const expected = countInHindsight(events);
      expect(disordered.counts).toEqual(expected);
      for (const count of Object.values(expected)) raised += count;
    },
  );
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
