import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { implausibleTime, parseInstant, storedInstant, utcText } from './event-time.rules.ts';

describe('instants of events', () => {
  test.each([
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31t09:30:00z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00.123456789Z', '2026-01-31T09:30:00.123Z'],
    ['2026-01-31T09:30:00+05:30', '2026-01-31T04:00:00.000Z'],
    ['2026-01-31T22:30:00-0500', '2026-02-01T03:30:00.000Z'],
    ['2026-01-31T09:30:00.123Z', '2026-01-31T09:30:00.123Z'],
    ['2026-01-31T09:30:00.1Z', '2026-01-31T09:30:00.100Z'],
    ['2000-02-29T23:59:59Z', '2000-02-29T23:59:59.000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
  ])('%s', (text, iso) => {
    const ms = parseInstant(text) as number;
    expect([new Date(ms).toISOString(), utcText(text, ms)]).toEqual([iso, iso]);
  });

  test.each([
    '',
    'yesterday',
    '1769851800',
    '2026-01-31',
    '2026-01-31T09:30:00',
    '2026-01-31 09:30:00Z',
    '2026-02-30T09:30:00Z',
    '2025-02-29T09:30:00Z',
    '2026-13-01T09:30:00Z',
    '2026-00-10T09:30:00Z',
    '2026-01-00T09:30:00Z',
    '2026-01-31T25:00:00Z',
    '2026-01-31T24:00:00Z',
    '1900-02-29T09:30:00Z',
    '2026-04-31T09:30:00Z',
    '2026-01-31T09:60:00Z',
    '2026-01-31T09:30:00+25:00',
    '2026-01-31T09:30:00Z\n',
    '+002026-01-31T09:30:00Z',
  ])('%j is none', (text) => {
    expect(parseInstant(text)).toBeNull();
  });

  test('every instant is read back from what it is written as', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('0001-01-01T00:00:00Z'),
          max: new Date('9999-12-31T00:00:00Z'),
          noInvalidDate: true,
        }),
        (date) => parseInstant(date.toISOString()) === date.getTime(),
      ),
    );
  });

  test('a day ahead is the limit, and the year 2000 the beginning', () => {
    const now = Date.parse('2026-01-31T09:30:00Z');
    const day = 86_400_000;
    expect(implausibleTime(now + day, now)).toBeNull();
    expect(implausibleTime(now + day + 1, now)).toMatch(/future/);
    expect(implausibleTime(Date.parse('2000-01-01T00:00:00Z'), now)).toBeNull();
    expect(implausibleTime(Date.parse('1999-12-31T23:59:59.999Z'), now)).toMatch(/2000/);
  });

  test('what is stored is read as an instant that can be computed with', () => {
    const ms = fc.oneof(fc.integer({ min: -8.64e15, max: 8.64e15 }), fc.constant(Number.NaN));
    fc.assert(
      fc.property(ms, (at) => {
        const read = storedInstant(
          Number.isNaN(at) ? '10000-01-0T01:00:00.000Z' : new Date(at).toISOString(),
        );
        const isInRange = at >= 0 && at <= Date.UTC(3000, 0, 1);
        return isInRange ? read === at : read === 0 || read === Date.UTC(3000, 0, 1);
      }),
    );
  });
});
