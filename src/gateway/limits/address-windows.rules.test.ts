import { expect, test } from 'vitest';
import { AddressWindows } from './address-limit.ts';

test('every address has a minute of its own', () => {
  const windows = new AddressWindows();
  expect(windows.count('a', 0)).toEqual({ used: 1, resets_ms: 60_000 });
  expect(windows.count('a', 59_999)).toEqual({ used: 2, resets_ms: 60_000 });
  expect(windows.count('b', 59_999)).toEqual({ used: 1, resets_ms: 119_999 });
  expect(windows.count('a', 60_000)).toEqual({ used: 1, resets_ms: 120_000 });
});

test('no more addresses are kept than there is room for, and the newest stay', () => {
  const windows = new AddressWindows(100);
  for (let n = 0; n < 10_000; n += 1) windows.count(`address ${n}`, n);
  expect(windows.size).toBe(100);
  expect(windows.count('address 9999', 10_000).used).toBe(2);
  expect(windows.count('address 0', 10_000).used).toBe(1);
});
