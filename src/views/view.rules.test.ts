import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedContent, readContent } from './view.rules.ts';

const nameOf = (name: string) => {
  const { content, faults } = readContent({ name });
  return faults.length > 0 ? faults.map(({ loc, type }) => [loc.join('.'), type]) : content.name;
};

describe('a name', () => {
  test('is kept without spaces around it, whatever keyboard composed it', () => {
    expect(nameOf('  Critical, mine ')).toBe('Critical, mine');
    expect(nameOf('Pru\u0308fung')).toBe('Prüfung');
    expect(nameOf('🔥')).toBe('🔥');
  });

  test.each(['   ', '\t', '\u200b', 'two\nlines', 'bell\u0007'])(
    'that cannot be read is none: %j',
    (name) => {
      expect(nameOf(name)).toEqual([['body.name', 'not_a_name']]);
    },
  );
});

test('filters are kept in the order of their names, and one that can be none is named', () => {
  const { content } = readContent({ query: { sort: 'score', platform: 'postgres' } });
  expect(JSON.stringify(content.query)).toBe('{"platform":"postgres","sort":"score"}');
  const { faults } = readContent({ query: { platform: 'x', 'Not a filter': 'x', __proto__x: 'y' } });
  expect(faults.map(({ loc }) => loc)).toEqual([
    ['body', 'query', 'Not a filter'],
    ['body', 'query', '__proto__x'],
  ]);
});

test('columns are kept once each, in one order', () => {
  expect(readContent({ hidden_columns: ['used', 'score', 'used'] }).content).toEqual({
    hidden_columns: ['score', 'used'],
  });
});

test('what is not given stays away', () => {
  expect(readContent({})).toEqual({ content: {}, faults: [] });
});

describe('a change', () => {
  const before = { name: 'A', query: { platform: 'postgres' }, hidden_columns: ['score'] };

  test('is what would be another than before', () => {
    expect(changedContent(before, { name: 'A', query: { platform: 'fabric' } })).toEqual({
      query: { platform: 'fabric' },
    });
    expect(changedContent(before, before)).toEqual({});
  });

  test('to what was read already is none, whatever it is', () => {
    const text = fc.string({ minLength: 1, maxLength: 10 });
    const given = fc.record({
      name: text,
      query: fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9_]{0,9}$/), text),
      hidden_columns: fc.array(text),
    });
    fc.assert(
      fc.property(given, (view) => {
        const { content } = readContent(view);
        const kept = content as typeof view;
        expect(changedContent(kept, readContent(kept).content)).toEqual({});
      }),
    );
  });
});
