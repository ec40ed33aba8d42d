import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { openLapse, reachableDirectory } from './lapse.ts';

interface Pipeline {
  lag: { items: number }[];
}

/** Makes the demo organisation once: scored, and asked about as far as it is today, so that no test sees it come. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = await reachableDirectory();
  const data_dir = path.join(root, 'data');
  const lapse = await openLapse({ data_dir });
  const isReady = async () => {
    const { total } = await lapse.api<{ total: number }>('/v1/reviews?status=PENDING&limit=1');
    const { lag } = await lapse.api<Pipeline>('/v1/pipeline');
    return total > 20 && lag.every(({ items }) => items === 0);
  };
  while (!(await isReady())) await sleep(100);
  await lapse.stop();
  project.provide('demoDirectory', data_dir);
  return () => rm(root, { recursive: true, force: true });
}
