import { describe, expect, test } from 'vitest';
import {
  assignedTo,
  dueBefore,
  groupingOf,
  isNarrowed,
  toFacetsQuery,
  toGroupsQuery,
  toListQuery,
  unknownFilters,
} from './inbox-filters.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const reviewer = { principal_id: 'prin-7', roles: ['service.reviewer' as const] };
const nobody = { principal_id: null, roles: ['service.reviewer' as const, 'service.admin' as const] };

describe('the query of the inbox', () => {
  test('is what waits for a reviewer, the next due first', () => {
    expect(toListQuery({}, reviewer, NOW)).toEqual({
      status: 'PENDING',
      assigned_to_id: 'prin-7',
      sort: 'due_at',
    });
  });

  test('is everybody’s for who is nobody in the directory', () => {
    expect(toListQuery({}, nobody, NOW)).toEqual({ status: 'PENDING', sort: 'due_at' });
    expect(assignedTo({ assigned_to_id: 'me' }, nobody)).toBe('all');
  });

  test('takes every filter of the address, and none that is mistyped', () => {
    const filters = {
      status: 'ALL',
      risk_level: 'LOW',
      assigned_to_id: 'prin-1',
      due: '24h',
      campaign_id: 'c',
      principal_id: 'p',
      asset_id: 'a',
      sort: 'score',
    };
    expect(toListQuery(filters, reviewer, NOW)).toEqual({
      risk_level: 'LOW',
      assigned_to_id: 'prin-1',
      due_before: '2026-11-16T12:00:00.000Z',
      campaign_id: 'c',
      principal_id: 'p',
      asset_id: 'a',
      sort: 'score',
    });
    expect(toListQuery({ risk_level: 'HUGE', due: 'soon' }, nobody, NOW)).toEqual({
      status: 'PENDING',
      sort: 'due_at',
    });
  });

  test('takes facets of open reviews, an empty department too, and no word that means nothing', () => {
    const filters = {
      recommendation: 'REVOKE',
      platform: 'fabric',
      department: '',
      classification: 'secret',
      permission: '',
    };
    const facets = { recommendation: 'REVOKE', platform: 'fabric', department: '' };
    expect(toListQuery(filters, nobody, NOW)).toEqual({ status: 'PENDING', sort: 'due_at', ...facets });
    expect(toListQuery({ ...filters, status: 'DECIDED' }, nobody, NOW)).toEqual({
      status: 'DECIDED',
      sort: 'due_at',
    });
    expect(toGroupsQuery(filters, 'asset', nobody)).toEqual({ by: 'asset', ...facets });
    expect(unknownFilters({ classification: 'secret', platform: 'anything' })).toEqual([
      { name: 'classification', value: 'secret' },
    ]);
    expect(isNarrowed({ department: '' })).toBe(true);
  });

  test('of facets is what is listed or grouped, as far as it is open', () => {
    const query = { risk_level: 'LOW', platform: 'fabric' } as const;
    const facetsOf = (status?: 'PENDING' | 'DECIDED') =>
      toFacetsQuery({ ...query, sort: 'score', ...(status === undefined ? {} : { status }) });
    expect(facetsOf('PENDING')).toEqual({ ...query, status: 'PENDING' });
    expect(facetsOf()).toEqual(query);
    expect(facetsOf('DECIDED')).toEqual(query);
    expect(toFacetsQuery({ by: 'asset', ...query, review_ids: 'a' })).toEqual(query);
  });

  test('is in the order that the address says, if there is such an order', () => {
    expect(toListQuery({ sort: 'priority' }, nobody, NOW).sort).toBe('priority');
    expect(toListQuery({ sort: 'importance' }, nobody, NOW).sort).toBe('due_at');
  });

  test.each([
    [undefined, null],
    ['overdue', '2026-11-15T12:00:00.000Z'],
    ['7d', '2026-11-22T12:00:00.000Z'],
    ['2026-12-01', '2026-12-01T00:00:00.000Z'],
    ['2026-13-01', null],
  ])('due %s is before %s', (due, before) => expect(dueBefore(due, NOW)).toBe(before));

  test('an order or a reviewer narrows nothing', () => {
    expect(isNarrowed({ sort: 'score', assigned_to_id: 'all' })).toBe(false);
    expect(isNarrowed({ risk_level: 'LOW' })).toBe(true);
  });

  test('of groups is of open reviews, whatever their deadline', () => {
    const filters = { status: 'DECIDED', due: '24h', sort: 'score', risk_level: 'LOW', group: 'asset' };
    expect(toGroupsQuery(filters, 'asset', reviewer)).toEqual({
      by: 'asset',
      risk_level: 'LOW',
      assigned_to_id: 'prin-7',
    });
    const selected = { assigned_to_id: 'all', review_ids: 'a,b' };
    expect(toGroupsQuery(selected, 'principal', reviewer)).toEqual({ by: 'principal', review_ids: 'a,b' });
  });

  test('is a list unless the address says by what it is grouped', () => {
    expect(groupingOf({})).toBeNull();
    expect(groupingOf({ group: 'reason' })).toBe('reason');
    expect(groupingOf({ group: 'colour' })).toBeNull();
    expect(unknownFilters({ group: 'colour' })).toEqual([{ name: 'group', value: 'colour' }]);
    expect(isNarrowed({ group: 'asset' })).toBe(false);
  });
});
