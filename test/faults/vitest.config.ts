import { defineConfig } from 'vitest/config';

/** `npm run test:faults`: everything, one file after the other, so that times to recover mean something. */
export default defineConfig({
  test: {
    root: new URL('../..', import.meta.url).pathname,
    include: ['test/faults/*.fault.ts'],
    maxWorkers: 1,
    fileParallelism: false,
  },
});
