import { describe, expect, test } from 'vitest';
import { classifyAsset, type UnclassifiedAsset } from './classification.rules.ts';

const asset = (more: Partial<UnclassifiedAsset>): UnclassifiedAsset => ({
  name: 'things',
  platform: 'fabric',
  tags: [],
  contains_pii: null,
  ...more,
});

describe('a first classification', () => {
  test.each([
    ['CustomerProfiles', 'pii'],
    ['hr.salaries_2026', 'pii'],
    ['general ledger', 'confidential'],
    ['open-data-weather', 'public'],
    ['build_metrics', 'internal'],
    // A word inside a word is not that word.
    ['customised_layouts', 'internal'],
  ])('%s is %s', (name, expected) => {
    expect(classifyAsset(asset({ name })).classification).toBe(expected);
  });

  test.each([
    ['shop.public.orders', 'internal'],
    ['shop.public', 'internal'],
    ['shop.public.open_data', 'public'],
    ['shop.public_holidays.days', 'public'],
  ])('the schema that PostgreSQL calls public says nothing: %s is %s', (name, expected) => {
    expect(classifyAsset(asset({ name, platform: 'postgres' })).classification).toBe(expected);
  });

  test('a mark for personal data decides, then tags before the name, the most harmful word first', () => {
    expect(classifyAsset(asset({ name: 'public_reference', contains_pii: true })).classification).toBe('pii');
    expect(classifyAsset(asset({ name: 'public samples', tags: ['Finance'] })).classification).toBe(
      'confidential',
    );
    expect(classifyAsset(asset({ name: 'ledger', tags: ['gdpr'] }))).toEqual({
      classification: 'pii',
      contains_pii: true,
      because: 'its tag says "gdpr"',
    });
  });

  test('what is known to hold no personal data is not marked as holding some', () => {
    expect(classifyAsset(asset({ name: 'customers', contains_pii: false })).contains_pii).toBe(false);
  });
});
