import fc from 'fast-check';
import { expect, test } from 'vitest';
import { namesTag, parseRange } from './byte-range.ts';

test('ranges of every form are cut to the file', () => {
  expect(parseRange('bytes=0-0', 10)).toEqual({ from: 0, to: 1 });
  expect(parseRange('bytes=2-', 10)).toEqual({ from: 2, to: 10 });
  expect(parseRange('bytes=-3', 10)).toEqual({ from: 7, to: 10 });
  expect(parseRange('bytes=-30', 10)).toEqual({ from: 0, to: 10 });
  expect(parseRange('bytes=4-400', 10)).toEqual({ from: 4, to: 10 });
  expect(parseRange('Bytes=4-5', 10)).toEqual({ from: 4, to: 6 });
});

test('what begins after the end cannot be given, and what cannot be read is ignored', () => {
  for (const header of ['bytes=10-', 'bytes=10-12', 'bytes=-0']) {
    expect(parseRange(header, 10)).toBe('unsatisfiable');
  }
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  for (const header of [
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=5-2',
    'items=0-1',
    'bytes=0-1,3-4',
    'bytes=a-b',
  ]) {
    expect(parseRange(header, 10)).toBeNull();
  }
});

test('whatever is asked for, what is given lies within the file', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.nat(), fc.nat(), (noise, a, b, size) => {
      for (const header of [noise, `bytes=${a}-${b}`, `bytes=${a}-`, `bytes=-${b}`, `bytes=${noise}`]) {
        const range = parseRange(header, size);
        if (range === null || range === 'unsatisfiable') continue;
        expect(range.from).toBeGreaterThanOrEqual(0);
        expect(range.to).toBeGreaterThan(range.from);
        expect(range.to).toBeLessThanOrEqual(size);
      }
    }),
  );
});

test('an entity tag is found in a list, also a weak one, and any is any', () => {
  for (const header of ['"a"', 'W/"a"', '"b", "a"', '*', ' "a" ']) expect(namesTag(header, '"a"')).toBe(true);
  for (const header of [undefined, '', '"b"', 'a', '"aa"']) expect(namesTag(header, '"a"')).toBe(false);
});
