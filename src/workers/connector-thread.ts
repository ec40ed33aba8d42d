import type { Logger } from 'pino';
import { type BackgroundThread, startBackgroundThread } from '../platform/background/background-thread.ts';
import type { ConnectorThreadData } from './connector-worker.ts';

/** Carries out remediations and reads platforms, in a thread of its own: a platform may be slow, and may list very much. */
export function startConnectorThread(data: ConnectorThreadData, logger: Logger): BackgroundThread {
  return startBackgroundThread({
    file: new URL('./connector-worker.js', import.meta.url),
    data,
    onReport: (report) => {
      if (report !== 'stopped') logger.error(report, 'a connector could not be worked with');
    },
    onError: (error) => logger.error({ err: error }, 'the connectors ended unexpectedly'),
  });
}
