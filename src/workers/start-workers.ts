import type { Logger } from 'pino';
import { startBackgroundThread } from '../platform/background/background-thread.ts';
import { WAKES, type Wake } from '../platform/changes/wakes.rules.ts';
import type { Database } from '../platform/database/database.ts';
import { GROUPS } from './groups.ts';
import type { WorkerSettings } from './worker-settings.ts';

/** Starts everything that works beside the gateways, and wakes it when any process says that there is something to do. */
export function startWorkers(
  db: Pick<Database, 'listenForWork'>,
  settings: WorkerSettings,
  logger: Logger,
): { stop(): Promise<void> } {
  const threads = Object.entries(GROUPS).map(([group, { trouble }]) =>
    startBackgroundThread({
      file: new URL('./thread.js', import.meta.url),
      data: { group, settings },
      onReport: (report) => logger.error(report, trouble),
      onError: (error) => logger.error({ err: error, group }, 'a thread of workers ended unexpectedly'),
    }),
  );
  const wake = (kinds: readonly Wake[]): void => {
    for (const thread of threads) thread.wake(kinds);
  };
  const news = db.listenForWork({ onChange: (_tenantId, kinds) => wake(kinds), onGap: () => wake(WAKES) });
  return {
    stop: async () => {
      await Promise.all([news.close(), ...threads.map((thread) => thread.stop())]);
    },
  };
}
