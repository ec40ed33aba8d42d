import { expect, test } from 'vitest';
import { coverTelemetry } from './cover-telemetry.ts';
import type { Asked } from './figures-asked.sql.ts';
import type { Gap } from './figures-telemetry.sql.ts';

const day = (number: number): string => new Date(Date.UTC(2026, 0, number)).toISOString();
const asked = {
  window: { from: day(1), to: day(11) },
  filters: { department: null, platform: null, classification: null },
} as Asked;
const gap = (connector_id: string, from: number, to: number | null): Gap => ({
  platform: 'fabric',
  connector_id,
  started_at: day(from),
  ended_at: to === null ? null : day(to),
});
const covered = (grants: Record<string, number>, gaps: Gap[]) =>
  coverTelemetry(
    { grants: new Map([['fabric', new Map(Object.entries(grants))]]), events: new Map(), gaps },
    asked,
  );

test('a gap of one connector weighs by the grants that it reads', () => {
  expect(covered({ c1: 1, c2: 2, '': 1 }, [gap('c1', 3, 7)])).toMatchObject([
    { grants: 4, unobserved_days: 1, observed_share: 0.9, gaps: [{ started_at: day(3), ended_at: day(7) }] },
  ]);
  expect(covered({ c2: 3 }, [gap('c1', 3, 7)])).toMatchObject([{ unobserved_days: 0, observed_share: 1 }]);
});

test('a gap of the whole platform concerns all, and what overlaps counts once', () => {
  expect(covered({ c1: 1, c2: 1 }, [gap('', 1, 3), gap('c1', 2, 5), gap('c2', 10, null)])).toMatchObject([
    { unobserved_days: 3.5, observed_share: 0.65 },
  ]);
});

test('without any grant every gap counts', () => {
  const [only] = coverTelemetry({ grants: new Map(), events: new Map(), gaps: [gap('c1', 1, 6)] }, asked);
  expect(only).toMatchObject({ grants: 0, unobserved_days: 5 });
});

test('what was not connected before is told from the beginning of the period', () => {
  const [only] = covered({ c1: 1 }, [{ ...gap('c1', 1, 6), started_at: '1970-01-01T00:00:00.000Z' }]);
  expect(only).toMatchObject({ unobserved_days: 5, gaps: [{ started_at: day(1), ended_at: day(6) }] });
});
