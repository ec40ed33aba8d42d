import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Their sources, not what was built of them.
  resolve: {
    alias: [
      {
        find: /^@lapse\/([a-z-]+)$/,
        replacement: fileURLToPath(new URL('packages/$1/src/index.ts', import.meta.url)),
      },
    ],
  },
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
    // Every file with a database has one of its own; the machine has few cores, the server few connections.
    maxWorkers: 2,
    // Every module is imported once per worker, not once per file. What a module remembers, it remembers by tenant, and no two
    // databases have one in common (see createTestDatabase).
    isolate: false,
  },
});
