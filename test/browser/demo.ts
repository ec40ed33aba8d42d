import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject } from 'vitest';
import { openLapse, type RunningLapse } from './lapse.ts';

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

/** Also for the server of root, which is another user: what it cannot reach it keeps elsewhere, where no copy would find it. */
export async function reachableDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'lapse-browser-'));
  await chmod(directory, 0o755);
  return directory;
}
