import type { Logger } from 'pino';
import { type BackgroundThread, startBackgroundThread } from '../platform/background/background-thread.ts';
import type { ConnectionSettings } from '../platform/database/database.ts';
import type { PipelineThreadData } from './pipeline-worker.ts';

/** Starts the pipeline beside the gateway. */
export function startPipelineThread(connection: ConnectionSettings, logger: Logger): BackgroundThread {
  const data: PipelineThreadData = { connection };
  return startBackgroundThread({
    file: new URL('./pipeline-worker.js', import.meta.url),
    data,
    onReport: (report) => {
      if (report !== 'stopped') logger.error(report, 'the pipeline could not apply a batch');
    },
    onError: (error) => logger.error({ err: error }, 'the pipeline ended unexpectedly'),
  });
}
