import { describe, expect, test } from 'vitest';
import { contentOf, freeName, isSameContent, type KeptView, moveKept, readKept } from './view.ts';

test('of a view its filters, order and hidden columns are kept, in one order, and nothing of the moment', () => {
  const filters = { sort: 'score', department: '', platform: 'postgres', q: undefined, review_ids: 'a,b' };
  const content = contentOf({ filters, hidden: ['used', 'score', 'used'] });
  expect(JSON.stringify(content)).toBe(
    '{"query":{"department":"","platform":"postgres","sort":"score"},"hidden_columns":["score","used"]}',
  );
  const other = contentOf({
    filters: { platform: 'postgres', sort: 'score', department: '' },
    hidden: ['score', 'used'],
  });
  expect(isSameContent(content, other)).toBe(true);
  expect(isSameContent(content, { ...other, hidden_columns: ['score'] })).toBe(false);
});

test.each([
  [null],
  ['x'],
  [{}],
  [[null, 3, { name: 'A' }, { name: ' ', filters: {} }, { name: 'B', filters: null }]],
])('what a browser has kept is no view: %j', (kept) => {
  expect(readKept(kept)).toEqual([]);
});

test('what is a view is read, without what is no text in it', () => {
  const kept = [
    { name: 'A', filters: { q: 'x', n: 3 }, hidden: ['used', 3] },
    { name: 'B', filters: {} },
  ];
  expect(readKept(kept)).toEqual([
    { name: 'A', filters: { q: 'x' }, hidden: ['used'] },
    { name: 'B', filters: {}, hidden: [] },
  ]);
});

test('a name that is taken gets a number', () => {
  expect(freeName(' Mine ', ['Other'])).toBe('Mine');
  expect(freeName('Mine', ['Mine', 'Mine (2)'])).toBe('Mine (3)');
});

describe('what a browser has kept', () => {
  const view = (name: string, platform: string): KeptView => ({ name, filters: { platform }, hidden: [] });
  const kept = [view('A', 'fabric'), view('B', 'postgres'), view('C', 'synapse')];

  async function move(mine: KeptView[], refuses: string | null = null) {
    const saved: string[] = [];
    let left: KeptView[] = kept;
    const done = moveKept({
      kept,
      mine: mine.map((each) => ({ name: each.name, ...contentOf(each) })),
      save: async ({ name }) => {
        if (name === refuses) throw new Error('refused');
        saved.push(name);
      },
      setKept: (next) => {
        left = next;
      },
    });
    const failure = await done.then(
      () => null,
      (error: Error) => error.message,
    );
    return { saved, left: left.map(({ name }) => name), failure };
  }

  test('is moved in its order, and gone from the browser', async () => {
    expect(await move([])).toEqual({ saved: ['A', 'B', 'C'], left: [], failure: null });
  });

  test('is not made twice when it was interrupted, and takes nobody’s name', async () => {
    expect(await move([view('A', 'fabric'), view('B', 'other')])).toEqual({
      saved: ['B (2)', 'C'],
      left: [],
      failure: null,
    });
  });

  test('stays from the first that is refused', async () => {
    expect(await move([], 'B')).toEqual({ saved: ['A'], left: ['B', 'C'], failure: 'refused' });
  });
});
