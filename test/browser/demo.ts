import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { inject } from 'vitest';
import { openLapse, type RunningLapse, reachableDirectory } from './lapse.ts';

declare module 'vitest' {
  interface ProvidedContext {
    demoDirectory: string;
  }
}

/** A copy of the demo organisation: making one takes longer than many of the tests do. */
export async function openDemo({ env = {} }: { env?: Record<string, string> } = {}): Promise<RunningLapse> {
  const directory = await reachableDirectory();
  execFileSync('cp', ['-a', `${inject('demoDirectory')}/.`, directory]);
  const lapse = await openLapse({ env, data_dir: directory });
  return {
    ...lapse,
    stop: async () => {
      await lapse.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
