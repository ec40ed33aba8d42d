import type { Logger } from 'pino';
import { type BackgroundThread, startBackgroundThread } from '../platform/background/background-thread.ts';
import type { ReportThreadData } from './report-worker.ts';

/** Makes reports in a thread of its own: setting a thousand pages must not hold up a request. */
export function startReportThread(data: ReportThreadData, logger: Logger): BackgroundThread {
  return startBackgroundThread({
    file: new URL('./report-worker.js', import.meta.url),
    data,
    onReport: (report) => {
      if (report !== 'stopped') logger.error(report, 'a report could not be made');
    },
    onError: (error) => logger.error({ err: error }, 'the making of reports ended unexpectedly'),
  });
}
