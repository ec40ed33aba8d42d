import { defineConfig } from 'vitest/config';
import { PACKAGE_SOURCES } from '../support/package-sources.ts';

/**
 * `npm run test:process`: Lapse as people run it, in processes of its own, a bounded part of the fault suite, and 500 random
 * removals and restores on the platforms where they take long: the suite does 100 there.
 */
export default defineConfig({
  resolve: { alias: PACKAGE_SOURCES },
  test: {
    root: new URL('../..', import.meta.url).pathname,
    globalSetup: ['test/process/global-setup.ts'],
    include: [
      'test/process/**/*.test.ts',
      'test/faults/{client-gateway,connectors,lapse-postgres}.fault.ts',
      'src/connectors/{postgres,fabric,synapse}/random-remediations*.test.ts',
      'src/connectors/baton/remove-and-restore.test.ts',
    ],
    env: { REMEDIATION_ROUNDS: '5' },
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 3,
  },
});
