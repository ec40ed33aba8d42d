import { expect, test } from 'vitest';
import { parseUrl } from './parse-url.ts';

test('the same text is read alike however often others were read before', () => {
  for (let i = 0; i < 5_000; i += 1)
    expect(parseUrl(`https://host-${i}.example`)?.host).toBe(`host-${i}.example`);
  expect(parseUrl('https://bücher.example')?.host).toBe('xn--bcher-kva.example');
  expect(parseUrl('no address')).toBeNull();
  expect(parseUrl('/path', 'https://a.example')?.href).toBe('https://a.example/path');
});
