import { expect, test } from 'vitest';
import { linearScale, linePath } from './linear-scale.ts';

test('the ends and the middle of the domain are those of the range, also upside down', () => {
  const y = linearScale({ domain: [0, 100], range: [200, 20] });
  expect([y(0), y(50), y(100)]).toEqual([200, 110, 20]);
});

test('a domain without extent is one place', () => {
  expect(linearScale({ domain: [5, 5], range: [10, 90] })(5)).toBe(10);
});

test('a path goes from its first point through the others', () => {
  expect(
    linePath([
      [0, 1],
      [2, 3],
      [4, 5],
    ]),
  ).toBe('M0,1L2,3L4,5');
  expect(linePath([])).toBe('');
});
