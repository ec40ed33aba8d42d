import type { TestProject } from 'vitest/node';
import { openTestServer } from './test-server.ts';

export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return openTestServer(project, { hasty: true });
}
