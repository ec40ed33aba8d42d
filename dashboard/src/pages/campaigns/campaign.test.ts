import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { campaignBody, countable, EMPTY_DRAFT, filterWords, partsOf } from './campaign.ts';

test('what was left empty is not sent', () => {
  expect(campaignBody({ ...EMPTY_DRAFT, name: ' Quarterly ' })).toEqual({ name: 'Quarterly' });
});

test('everything that was given is sent, a day as its end', () => {
  const body = campaignBody({
    name: 'PII',
    description: 'Why',
    platform: ' databricks ',
    classification: 'pii',
    department: 'Finance',
    principal_type: 'user',
    permission: 'admin',
    principal_ids: ['prin-001'],
    asset_ids: ['asset-001'],
    min_score: 0,
    due_on: '2027-03-01',
    reviewer_ids: ['prin-002'],
  });
  expect(body).toEqual({
    name: 'PII',
    description: 'Why',
    filter: {
      platform: 'databricks',
      classification: 'pii',
      department: 'Finance',
      principal_type: 'user',
      permission: 'admin',
      principal_ids: ['prin-001'],
      asset_ids: ['asset-001'],
      min_score: 0,
    },
    due_at: new Date('2027-03-01T23:59:59').toISOString(),
    reviewer_ids: ['prin-002'],
  });
});

test('a count is exact only where nothing else narrows it', () => {
  const draft = { ...EMPTY_DRAFT, platform: 'fabric' };
  expect(countable(draft)).toEqual({ query: { status: 'active', platform: 'fabric' }, isAll: true });
  expect(countable({ ...draft, min_score: 20 }).isAll).toBe(false);
  expect(countable({ ...draft, principal_ids: ['a', 'b'] })).toEqual({
    query: { status: 'active', platform: 'fabric' },
    isAll: false,
  });
  expect(countable({ ...draft, asset_ids: ['a'] })).toMatchObject({ query: { asset_id: 'a' }, isAll: true });
});

test('a filter is told in words', () => {
  expect(filterWords({}, String)).toEqual(['All active grants']);
  expect(filterWords({ classification: 'pii', min_score: 20, asset_ids: ['a', 'b'] }, String)).toEqual([
    'Personal data',
    '2 assets',
    'score from 20',
  ]);
});

const count = fc.nat(500);
property.prop([
  fc.record({ confirmed: count, revoked: count, expired: count, escalated: count, pending: count }),
])('the parts of a bar fill it', (progress) => {
  const sum = partsOf(progress).reduce((all, { percent }) => all + percent, 0);
  const isEmpty = Object.values(progress).every((value) => value === 0);
  expect(sum).toBeCloseTo(isEmpty ? 0 : 100);
});
