import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeServerSafe } from '../support/safe-server.ts';
import { openTestServer } from '../support/test-server.ts';
import { withClient } from '../support/with-client.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty at first; see `usedDirectory` of lapse-process.ts. */
    usedDirectory: string;
  }
}

/** On a server that is safe: Lapse itself refuses any other. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stop = await openTestServer(project, { hasty: false });
  const { admin } = project.getProvidedContext().testServer;
  const undoSafety = await makeServerSafe((text, values) =>
    withClient(admin, async (client) => (await client.query(text, values)).rows),
  );
  const used = await mkdtemp(path.join(tmpdir(), 'lapse-used-'));
  // The server of root has to pass through.
  await chmod(used, 0o755);
  project.provide('usedDirectory', used);
  return async () => {
    await undoSafety();
    await stop();
    await rm(used, { recursive: true, force: true });
  };
}
