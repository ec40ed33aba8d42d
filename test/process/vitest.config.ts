import { defineConfig } from 'vitest/config';
import { PACKAGE_SOURCES } from '../support/package-sources.ts';

/** `npm run test:process`: Lapse as people run it, in processes of its own, and a bounded part of the fault suite. */
export default defineConfig({
  resolve: { alias: PACKAGE_SOURCES },
  test: {
    root: new URL('../..', import.meta.url).pathname,
    globalSetup: ['test/process/global-setup.ts'],
    include: ['test/process/**/*.test.ts', 'test/faults/{client-gateway,connectors,lapse-postgres}.fault.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 3,
  },
});
