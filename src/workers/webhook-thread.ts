import type { Logger } from 'pino';
import { type BackgroundThread, startBackgroundThread } from '../platform/background/background-thread.ts';
import type { WebhookThreadData } from './webhook-worker.ts';

/** Delivers events to endpoints, in a thread of its own: receivers may be many, and slow. */
export function startWebhookThread(data: WebhookThreadData, logger: Logger): BackgroundThread {
  return startBackgroundThread({
    file: new URL('./webhook-worker.js', import.meta.url),
    data,
    onReport: (report) => {
      if (report !== 'stopped') logger.error(report, 'deliveries could not be worked on');
    },
    onError: (error) => logger.error({ err: error }, 'the deliveries ended unexpectedly'),
  });
}
