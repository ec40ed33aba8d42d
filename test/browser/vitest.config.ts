import { defineConfig } from 'vitest/config';

/** Real browsers against the built program; needs Debian's Chromium, see scripts/with-debian-packages.sh. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.browser.ts'],
    testTimeout: 400_000,
    hookTimeout: 240_000,
    maxWorkers: 1,
  },
});
