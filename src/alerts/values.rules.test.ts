import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REVIEW_STATUSES } from '../core/reviews/review.rules.ts';
import { LAG_STAGES } from './operational-figures.rules.ts';
import { type Alert, evaluateAlerts } from './values.rules.ts';

type Figures = Parameters<typeof evaluateAlerts>[1];
const ID = 'tenant_not_processed:apply';

const figures = (isFailing: boolean, isOtherFailing: boolean): Figures => ({
  stalest_score: null,
  audit_unsigned_s: 0,
  reviews: Object.fromEntries(REVIEW_STATUSES.map((status) => [status, 0])) as Figures['reviews'],
  reviews_past_sla: isOtherFailing ? 1 : 0,
  lag: Object.fromEntries(LAG_STAGES.map((stage) => [stage, { items: 0, oldest_s: 0 }])) as Figures['lag'],
  connectors: [],
  removal_findings: { claimed: 0, requested: 0 },
  findings: [],
  recent_computations: { buckets: [], seconds: 0 },
  work_failures: isFailing
    ? [{ work: 'apply', attempts: 9, error: 'x', first_failed_at: '', last_failed_at: '' } as never]
    : [],
});

const LOOKS = fc.array(fc.record({ fails: fc.boolean(), otherFails: fc.boolean(), silent: fc.boolean() }), {
  maxLength: 30,
});

test('who is told: each firing once, as soon as it is not silenced; its end if it was told; others always', () => {
  fc.assert(
    fc.property(LOOKS, (looks) => {
      let known: Alert[] = [];
      let isKnown = false;
      let fired = 0;
      let wasFailing = false;
      for (const [place, { fails, otherFails, silent }] of looks.entries()) {
        const silenced = new Set(silent ? [ID] : []);
        const now = 1_000_000 + place * 15_000;
        const { alerts, changes } = evaluateAlerts(known, figures(fails, otherFails), { now, silenced });
        const mine = changes.filter(({ alert }) => alert.id === ID);
        const told = mine.filter(({ tell }) => tell).map(({ change }) => change);
        if (fails && !silent && !isKnown) expect(told).toEqual([wasFailing ? 'unsilenced' : 'fired']);
        else if (!fails && isKnown) expect(told).toEqual(['resolved']);
        else expect(told).toEqual([]);
        isKnown = fails && (isKnown || !silent);
        // Silenced or not, that it began and ended is recorded.
        expect(mine.some(({ change }) => change === 'fired')).toBe(fails && !wasFailing);
        expect(mine.some(({ change }) => change === 'resolved')).toBe(!fails && wasFailing);
        wasFailing = fails;
        // The silence of one is nothing to another.
        const others = changes.filter(({ alert }) => alert.id !== ID);
        expect(others.every(({ tell }) => tell)).toBe(true);
        fired += others.filter(({ change }) => change === 'fired').length;
        known = alerts;
      }
      const began = looks.filter((look, place) => look.otherFails && !looks[place - 1]?.otherFails);
      expect(fired).toBe(began.length);
    }),
  );
});
