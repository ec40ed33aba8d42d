import { defineConfig } from 'vitest/config';
import { PACKAGE_SOURCES } from '../support/package-sources.ts';

/** `npm run test:faults`: everything, one file after the other, so that times to recover mean something. */
export default defineConfig({
  resolve: { alias: PACKAGE_SOURCES },
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/faults/*.fault.ts'],
    maxWorkers: 1,
    fileParallelism: false,
  },
});
