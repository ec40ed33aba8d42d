import { defineConfig } from 'vitest/config';
import { PACKAGE_SOURCES } from '../support/package-sources.ts';

/** Real browsers against the built program; needs Debian's Chromium, see scripts/with-debian-packages.sh. */
export default defineConfig({
  resolve: { alias: PACKAGE_SOURCES },
  test: {
    globalSetup: ['test/browser/global-setup.ts'],
    include: ['test/browser/**/*.browser.ts'],
    testTimeout: 400_000,
    hookTimeout: 240_000,
    // A machine that others use may keep a page waiting at the one moment that counts. What fails twice is broken.
    retry: 1,
    // As long as everything else waits for what a page shows; without a word it would be a second.
    expect: { poll: { timeout: 120_000 } },
    // Half of the time they wait, for the service and for what goes by on a page.
    maxWorkers: 3,
  },
});
