import { expect, test } from 'vitest';
import { type BackgroundThread, startBackgroundThread } from './background-thread.ts';

/** What runs in the thread, as a program of its own. */
const program = (text: string): URL => new URL(`data:text/javascript,${encodeURIComponent(text)}`);

function start(text: string) {
  const reports: unknown[] = [];
  let onReport: () => void = () => {};
  const errors: string[] = [];
  const thread: BackgroundThread = startBackgroundThread({
    file: program(text),
    data: null,
    onReport: (report) => {
      reports.push(report);
      onReport();
    },
    onError: (error) => errors.push(error.message),
  });
  const reported = (count: number): Promise<void> =>
    new Promise((resolve) => {
      onReport = () => reports.length >= count && resolve();
      onReport();
    });
  return { thread, reports, errors, reported };
}

const OBEDIENT = `import { parentPort } from 'node:worker_threads';
  parentPort.on('message', (order) => { parentPort.postMessage(order); if (order === 'stop') parentPort.close(); });
  parentPort.postMessage('started');`;
const DYING = `import { parentPort } from 'node:worker_threads';
  parentPort.postMessage('started');
  setImmediate(() => { throw new Error('died'); });`;

test('a thread does what it is told, and stopping waits for it', async () => {
  const { thread, reports, reported } = start(OBEDIENT);
  await reported(1);
  thread.wake(['events']);
  await reported(2);
  await thread.stop();
  expect(reports).toEqual(['started', { wake: ['events'] }, 'stop']);
});

test('stopping does not wait for a thread that has ended and is about to be started again', async () => {
  const { thread, errors, reported } = start(DYING);
  await reported(1);
  // It has ended by then, and is not started again for longer than that.
  await new Promise((resolve) => setTimeout(resolve, 300));
  thread.wake(['events']);
  await thread.stop();
  expect(errors).toEqual(['died']);
});

test('a thread that has died is started again', async () => {
  const { thread, errors, reported } = start(DYING);
  await reported(2);
  await thread.stop();
  expect(errors[0]).toBe('died');
});
