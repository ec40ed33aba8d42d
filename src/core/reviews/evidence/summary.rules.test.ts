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
