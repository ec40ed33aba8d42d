import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeOf } from './seeded-place.ts';

const SEEDED = { id: 'seeded' };
const rowsOf = fc
  .uniqueArray(fc.uuid(), { minLength: 2, maxLength: 60 })
  .map((ids) => ids.map((id) => ({ id })));

test('it stands among the first ten, never before all of them', () => {
  fc.assert(
    fc.property(rowsOf, (rows) => {
      const place = placeOf(rows, SEEDED, null);
      expect(place).toBeGreaterThan(0);
      expect(place).toBeLessThan(Math.min(10, rows.length));
    }),
  );
});

test('behind the only one, and alone where there is no other', () => {
  expect(placeOf([{ id: 'one' }], SEEDED, null)).toBe(1);
  expect(placeOf([], SEEDED, null)).toBe(0);
});

test('it stays in front of the same one while others leave the list, also all above', () => {
  fc.assert(
    fc.property(rowsOf, fc.infiniteStream(fc.boolean()), (rows, stays) => {
      const before = rows[placeOf(rows, SEEDED, null)]?.id as string;
      const left = rows.filter(({ id }) => id === before || stays.next().value);
      expect(left[placeOf(left, SEEDED, before)]?.id).toBe(before);
    }),
  );
});

test('when that one has left the list as well it has another place, as if it were new', () => {
  fc.assert(
    fc.property(rowsOf, (rows) => {
      expect(placeOf(rows, SEEDED, 'gone')).toBe(placeOf(rows, SEEDED, null));
    }),
  );
});

test('its place is not always the same', () => {
  const rows = Array.from({ length: 10 }, (_, n) => ({ id: `review-${n}` }));
  const places = Array.from({ length: 200 }, (_, n) => placeOf(rows, { id: `question-${n}` }, null));
  expect(new Set(places).size).toBe(9);
});
