import { type TransferListItem, Worker } from 'node:worker_threads';
import type { Wake } from '../changes/wakes.rules.ts';

export interface BackgroundThread {
  /** There is something to do of these kinds. */
  wake(kinds: readonly Wake[]): void;
  /** False: it has ended, and is started again in a moment. */
  post(message: unknown, transferred?: readonly TransferListItem[]): boolean;
  stop(): Promise<void>;
}

/**
 * A message to a thread costs some 40 µs, as much as a tenth of a small request: however many requests come, a thread is
 * told so often at most, and once more at the end.
 */
const WAKE_EVERY_MS = 5;

const RESTART_AFTER_MS = 1_000;

export type ThreadOrder = { wake: Wake[] } | 'stop';

/** Work beside the gateway. A thread that dies is started again: what it had not committed is not lost. */
export function startBackgroundThread(options: {
  /** Of compiled code. */
  file: URL;
  data: unknown;
  onReport: (report: unknown) => void;
  onError: (error: Error) => void;
}): BackgroundThread {
  let isStopping = false;
  /** Null: it has ended, and is started again in a moment unless the program stops. */
  let thread: Worker | null = null;
  start();

  function start(): void {
    if (isStopping) return;
    const worker = new Worker(options.file, { workerData: options.data });
    thread = worker;
    worker.on('message', options.onReport);
    worker.on('error', options.onError);
    worker.on('exit', () => {
      thread = null;
      if (!isStopping) setTimeout(start, RESTART_AFTER_MS).unref();
    });
  }

  const order = (what: ThreadOrder): void => thread?.postMessage(what);
  let isQuiet = false;
  const wanted = new Set<Wake>();
  function wake(kinds: readonly Wake[]): void {
    for (const kind of kinds) wanted.add(kind);
    if (isQuiet || wanted.size === 0) return;
    isQuiet = true;
    order({ wake: [...wanted] });
    wanted.clear();
    setTimeout(() => {
      isQuiet = false;
      wake([]);
    }, WAKE_EVERY_MS).unref();
  }
  return {
    wake,
    post: (message, transferred = []) => {
      thread?.postMessage(message, transferred);
      return thread !== null;
    },
    stop: async () => {
      isStopping = true;
      const running = thread;
      if (running === null) return;
      const ended = new Promise((resolve) => running.once('exit', resolve));
      order('stop');
      await ended;
    },
  };
}
