import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type {
  PipelineThreadData,
  PipelineThreadOrder,
  PipelineThreadReport,
} from './pipeline/worker-thread.ts';
import type { ConnectionSettings } from './store/database.ts';

export interface PipelineThread {
  wake(): void;
  stop(): Promise<void>;
}

/** Starts the pipeline beside the gateway. A thread that dies is started again: what it had not committed is not lost. */
export function startPipelineThread(connection: ConnectionSettings, logger: Logger): PipelineThread {
  let isStopping = false;
  let thread = start();

  function start(): Worker {
    const data: PipelineThreadData = { connection };
    // Built code only: the name is that of the compiled file.
    const worker = new Worker(new URL('./pipeline/worker-thread.js', import.meta.url), { workerData: data });
    worker.on('message', (report: PipelineThreadReport) => {
      if (report !== 'stopped') logger.error(report, 'the pipeline could not apply a batch');
    });
    worker.on('error', (error) => logger.error({ err: error }, 'the pipeline ended unexpectedly'));
    worker.on('exit', () => {
      if (!isStopping) setTimeout(restart, 1_000).unref();
    });
    return worker;
  }

  function restart(): void {
    if (!isStopping) thread = start();
  }

  const order = (what: PipelineThreadOrder): void => thread.postMessage(what);
  return {
    wake: () => order('wake'),
    stop: async () => {
      isStopping = true;
      const ended = new Promise((resolve) => thread.once('exit', resolve));
      order('stop');
      await ended;
    },
  };
}
