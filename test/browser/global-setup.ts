import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { openLapse, reachableDirectory } from './lapse.ts';

/** Makes the demo organisation once. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const root = await reachableDirectory();
  const data_dir = path.join(root, 'data');
  const lapse = await openLapse({ data_dir });
  await lapse.stop();
  project.provide('demoDirectory', data_dir);
  return () => rm(root, { recursive: true, force: true });
}
