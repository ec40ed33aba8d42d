import { Worker } from 'node:worker_threads';

export interface BackgroundThread {
  wake(): void;
  stop(): Promise<void>;
}

/**
 * A message to a thread costs some 40 µs, as much as a tenth of a small request: however many requests come, a thread is
 * told so often at most, and once more at the end.
 */
const WAKE_EVERY_MS = 5;

export type ThreadOrder = 'wake' | 'stop';

/** Work beside the gateway. A thread that dies is started again: what it had not committed is not lost. */
export function startBackgroundThread(options: {
  /** Of compiled code. */
  file: URL;
  data: unknown;
  onReport: (report: unknown) => void;
  onError: (error: Error) => void;
}): BackgroundThread {
  let isStopping = false;
  let thread = start();

  function start(): Worker {
    const worker = new Worker(options.file, { workerData: options.data });
    worker.on('message', options.onReport);
    worker.on('error', options.onError);
    worker.on('exit', () => {
      if (!isStopping) setTimeout(restart, 1_000).unref();
    });
    return worker;
  }

  function restart(): void {
    if (!isStopping) thread = start();
  }

  const order = (what: ThreadOrder): void => thread.postMessage(what);
  let isQuiet = false;
  let isWanted = false;
  function wake(): void {
    isWanted = isQuiet;
    if (isQuiet) return;
    isQuiet = true;
    order('wake');
    setTimeout(() => {
      isQuiet = false;
      if (isWanted) wake();
    }, WAKE_EVERY_MS).unref();
  }
  return {
    wake,
    stop: async () => {
      isStopping = true;
      const ended = new Promise((resolve) => thread.once('exit', resolve));
      order('stop');
      await ended;
    },
  };
}
