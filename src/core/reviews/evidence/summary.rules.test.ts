import { expect, test } from 'vitest';
import { summarise } from './summary.rules.ts';

const KNOWN: Parameters<typeof summarise>[0] = {
  days_inactive: 143,
  last_access: '2026-01-01T00:00:00.000Z',
  sensitivity: 'internal',
  contains_pii: false,
  peers: { peers: 27, active: 2 },
  telemetry: { coverage: 'full', unobserved_days: 0 },
  signals: 0,
  cycle: null,
  usual_gap: null,
  season: null,
  accounts: [],
  path: [],
  principal: { disabled: false, inventory_since: null },
  unanswered: null,
};

test.each([
  [{}, 'Unused for 143 days; 2 of 27 peers use it; the asset is internal.'],
  [{ peers: { peers: 27, active: 1 } }, 'Unused for 143 days; 1 of 27 peers uses it; the asset is internal.'],
  [
    { peers: { peers: 27, active: 0 } },
    'Unused for 143 days; none of 27 peers uses it; the asset is internal.',
  ],
  [{ peers: { peers: 3, active: 3 } }, 'Unused for 143 days; all 3 peers use it; the asset is internal.'],
  [
    { peers: { peers: 1, active: 0 } },
    'Unused for 143 days; its only peer does not use it; the asset is internal.',
  ],
  [{ peers: { peers: 1, active: 1 } }, 'Unused for 143 days; its only peer uses it; the asset is internal.'],
  [
    { days_inactive: 200, usual_gap: 91 },
    'Unused for 200 days; usually used at least every 91 days: two cycles missed; 2 of 27 peers use it; the asset is internal.',
  ],
  [
    { days_inactive: 91, usual_gap: 91 },
    'Unused for 91 days; usually used at least every 91 days: one cycle missed; 2 of 27 peers use it; the asset is internal.',
  ],
  [
    { days_inactive: 90, usual_gap: 91 },
    'Unused for 90 days; usually used at least every 91 days; 2 of 27 peers use it; the asset is internal.',
  ],
  [
    { days_inactive: 70, usual_gap: 7 },
    'Unused for 70 days; usually used at least every 7 days: 10 cycles missed; 2 of 27 peers use it; the asset is internal.',
  ],
  // The days say it already,
  [
    { days_inactive: 40, usual_gap: 1 },
    'Unused for 40 days; usually used every day; 2 of 27 peers use it; the asset is internal.',
  ],
  // and of days on which nobody watched nothing is said to have been missed.
  [
    { days_inactive: 40, usual_gap: 7, telemetry: { coverage: 'partial' as const, unobserved_days: 30 } },
    'Unused for 40 days; usually used at least every 7 days; 2 of 27 peers use it; the asset is internal; its use was not recorded for 30 days of that.',
  ],
  [
    {
      days_inactive: 60,
      season: {
        said: 'used from October to January every year',
        next: { day: '2026-10-03', is_past: false },
      },
    },
    'Unused for 60 days; used from October to January every year, expected again on 2026-10-03; 2 of 27 peers use it; the asset is internal.',
  ],
  [
    {
      days_inactive: 300,
      season: { said: 'used once a year, in March', next: { day: '2026-03-03', is_past: true } },
    },
    'Unused for 300 days; used once a year, in March, expected since 2026-03-03; 2 of 27 peers use it; the asset is internal.',
  ],
  [
    {
      days_inactive: 50,
      usual_gap: 7,
      season: { said: 'used from October to January every year', next: null },
    },
    'Unused for 50 days; used from October to January every year, then at least every 7 days: seven cycles missed; 2 of 27 peers use it; the asset is internal.',
  ],
  [{ contains_pii: true }, 'Unused for 143 days; 2 of 27 peers use it; the asset holds PII.'],
  [
    { days_inactive: 1, peers: { peers: 0, active: 0 }, sensitivity: null },
    'Unused for 1 day; no peers to compare with.',
  ],
  [
    { accounts: [{ name: 'ana@corp.example', platform: 'databricks' }] },
    'Unused for 143 days; 2 of 27 peers use it; the asset is internal; held by the account ana@corp.example on Databricks.',
  ],
  [
    {
      accounts: [
        { name: 'ana@corp.example', platform: 'databricks' },
        { name: 'ana_diaz', platform: 'other' },
      ],
    },
    'Unused for 143 days; 2 of 27 peers use it; the asset is internal; held by the accounts ana@corp.example on Databricks and ana_diaz on other.',
  ],
])('%j', (changes, sentence) => {
  expect(summarise({ ...KNOWN, ...changes })).toBe(sentence);
});
