import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localPath } from './local-path.ts';

test.each([
  ['/'],
  ['/reviews/0198?tab=peers&x=%2F%2Fevil.example#top'],
  ['/principals?q=https://evil.example'],
  ['/audit/a%20b'],
])('%s is a path of ours', (path) => {
  expect(localPath(path)).toBe(path);
});

test.each([
  [''],
  ['reviews'],
  ['//evil.example'],
  ['///evil.example'],
  ['/\\evil.example'],
  ['\\\\evil.example'],
  ['/reviews\\..\\x'],
  ['https://evil.example/'],
  ['javascript:alert(1)'],
  ['/\t/evil.example'],
  ['/\n/evil.example'],
  ['/re views'],
  ['/.//evil.example'],
  ['/x/..//evil.example'],
  ['/auth/sign-in?return_to=/'],
  ['/%61uth/sign-in'],
  ['/./auth/sign-in'],
  ['/auth'],
  [`/${'x'.repeat(2_000)}`],
])('%j is refused', (path) => {
  expect(localPath(path)).toBeNull();
});

test('whatever is accepted stays on the same site, however a browser reads it', () => {
  const parts = fc.array(
    fc.constantFrom('/', '\\', '.', '..', '@', ':', '//', '%2f', '%5c', '\t', 'evil.example', '?', '#', 'a'),
  );
  fc.assert(
    fc.property(parts, (list) => {
      const path = localPath(`/${list.join('')}`);
      if (path !== null) expect(new URL(path, 'https://lapse.example').origin).toBe('https://lapse.example');
    }),
    { numRuns: 2_000 },
  );
});
