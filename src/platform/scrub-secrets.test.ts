import { expect, test } from 'vitest';
import { createScrubber } from './scrub-secrets.ts';

test('secrets of the environment are scrubbed, in whatever form they come', () => {
  const scrub = createScrubber({
    DATABASE_URL: 'postgres://app:p%40ss-word@host/db',
    METRICS_TOKEN: 'a-token-of-metrics',
    PORT: '8000',
  });
  expect(scrub('p%40ss-word p@ss-word a-token-of-metrics 8000')).toBe('••• ••• ••• 8000');
});
