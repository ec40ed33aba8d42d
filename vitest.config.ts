import { defineConfig } from 'vitest/config';
import { PACKAGE_SOURCES } from './test/support/package-sources.ts';

export default defineConfig({
  resolve: { alias: PACKAGE_SOURCES },
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    include: [
      'src/**/*.test.ts',
      'test/**/*.test.ts',
      'packages/*/src/**/*.test.ts',
      'dashboard/src/**/*.test.{ts,tsx}',
    ],
    // `npm run test:process`
    exclude: ['**/node_modules/**', 'test/process/**'],
    // For a test that hangs. Where the host gives nine tenths of the machine to others, some take minutes.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Every file with a database has one of its own. A quarter of the time two workers wait, on two processors.
    maxWorkers: 3,
    // Every module is imported once per worker, not once per file. What a module remembers, it remembers by tenant, and no two
    // databases have one in common (see createTestDatabase).
    isolate: false,
  },
});
