import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvHead } from './csv-head.ts';
import { instantOf, periodOf } from './period-of.ts';

describe('periods', () => {
  const now = new Date(2026, 1, 14, 9);
  test('are whole days, months, quarters and years that are over', () => {
    expect(periodOf('last_quarter', now)).toEqual({ from: '2025-10-01', to: '2026-01-01' });
    expect(periodOf('last_month', now)).toEqual({ from: '2026-01-01', to: '2026-02-01' });
    expect(periodOf('last_30_days', now)).toEqual({ from: '2026-01-15', to: '2026-02-14' });
    expect(periodOf('this_year', now)).toEqual({ from: '2026-01-01', to: '2026-02-14' });
    expect(periodOf('last_year', now)).toEqual({ from: '2025-01-01', to: '2026-01-01' });
  });
  test('never end in the future', () => {
    expect(instantOf('2026-02-20', now)).toBe(now.toISOString());
    expect(instantOf('2026-02-01', now)).toBe(new Date(2026, 1, 1).toISOString());
  });
});

describe('the head of a CSV file', () => {
  const options = { rows_max: 20, is_whole: true };
  test('reads quotes, commas and line breaks in fields', () => {
    expect(csvHead('\uFEFFa,b\r\n"x, ""y""\nz",2\r\n', options)).toEqual([
      ['a', 'b'],
      ['x, "y"\nz', '2'],
    ]);
  });
  test('leaves out a row that was cut off, and stops when it has enough', () => {
    expect(csvHead('a,b\n1,2\n3,', { ...options, is_whole: false })).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(csvHead('a\n1\n2\n3\n', { ...options, rows_max: 2 })).toEqual([['a'], ['1']]);
  });
  test('reads back what was written', () => {
    const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`;
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 20 }),
        (rows) => {
          const text = rows.map((row) => row.map(quoted).join(',')).join('\r\n');
          const plain = rows.map((row) => row.map((field) => field));
          if (plain[0]?.[0]) plain[0][0] = plain[0][0].replace(/^\uFEFF/, '');
          expect(csvHead(text, options)).toEqual(plain);
        },
      ),
    );
  });
});
