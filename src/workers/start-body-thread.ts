import { MessageChannel } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { TakeBody } from '../core/take-body.ts';
import { startBackgroundThread } from '../platform/background/background-thread.ts';
import { passBody } from '../platform/background/body-port.ts';
import type { ConnectionSettings } from '../platform/database/database.ts';
import { LapseError } from '../platform/errors.ts';

export interface BodySettings {
  connection: ConnectionSettings;
  ingest_backlog_max: number;
}

/** Bodies of any length are read and stored in a thread of their own, by connections of their own, after everything else. */
export function startBodyThread(
  settings: BodySettings,
  {
    logger,
    onEvents,
  }: { logger: Logger; onEvents: ((tenantId: number, events: number) => void) | undefined },
): { takeBody: TakeBody; stop(): Promise<void> } {
  const thread = startBackgroundThread({
    file: new URL('./body-thread.js', import.meta.url),
    data: settings,
    onReport: (report) => {
      const { tenant_id, events } = report as { tenant_id: number; events: number };
      onEvents?.(tenant_id, events);
    },
    onError: (error) => logger.error({ err: error }, 'the thread of long bodies ended unexpectedly'),
  });
  return {
    takeBody: (order, body) => {
      const { port1, port2 } = new MessageChannel();
      if (!thread.post({ order, port: port2 }, [port2]))
        throw new LapseError('unavailable', 'Long bodies cannot be read right now; try again in a moment.');
      return passBody(port1, body);
    },
    stop: thread.stop,
  };
}
