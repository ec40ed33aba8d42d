import type { MessagePort } from 'node:worker_threads';
import { type ErrorCode, type Fault, LapseError } from '../errors.ts';

/** Pieces of a body, some 64 KiB each, that may wait in the thread: it is never idle, and memory does not grow. */
const AHEAD = 8;

type ToThread = { piece: Uint8Array } | { end: true } | { broken: string };
type FromThread = { more: true } | { answer: object } | { failure: Failure };

/** An error as it crosses: without a code it is nobody's fault but ours. */
interface Failure {
  code?: ErrorCode;
  message: string;
  stack?: string | undefined;
  faults?: readonly Fault[] | undefined;
  retry_after?: number | undefined;
}

/** In the thread that has the body: passes it on, no faster than it is read there, until the answer comes. */
export async function passBody(port: MessagePort, body: AsyncIterable<Uint8Array>): Promise<object> {
  let room = AHEAD;
  let isOver = false;
  let onNews = (): void => {};
  let broken: unknown;
  const answer = new Promise<object>((resolve, reject) => {
    port.on('message', (news: FromThread) => {
      if ('more' in news) room += 1;
      else if ('answer' in news) resolve(news.answer);
      else reject(broken ?? errorOf(news.failure));
      onNews();
    });
    port.on('close', () => {
      reject(broken ?? new LapseError('unavailable', 'Reading this body was broken off; send it again.'));
    });
  }).finally(() => {
    isOver = true;
    onNews();
    port.close();
  });
  const post = (what: ToThread): void => port.postMessage(what);
  const pass = async (): Promise<void> => {
    for await (const piece of body) {
      while (room === 0 && !isOver)
        await new Promise<void>((resolve) => {
          onNews = resolve;
        });
      if (isOver) return;
      room -= 1;
      post({ piece });
    }
    post({ end: true });
  };
  pass().catch((error) => {
    broken = error;
    post({ broken: String(error) });
  });
  return answer;
}

/** In the thread that reads bodies: what `passBody` waits for. */
export async function answerBody(
  port: MessagePort,
  work: (body: AsyncIterable<Buffer>) => Promise<object>,
): Promise<void> {
  const post = (what: FromThread): void => port.postMessage(what);
  await work(piecesOf(port)).then(
    (answer) => post({ answer }),
    (error) => post({ failure: failureOf(error) }),
  );
}

async function* piecesOf(port: MessagePort): AsyncGenerator<Buffer> {
  const arrived: ToThread[] = [];
  let onNews = (): void => {};
  const hear = (news: ToThread): void => {
    arrived.push(news);
    onNews();
  };
  port.on('message', hear);
  port.on('close', () => hear({ broken: 'the other end is gone' }));
  while (true) {
    const next = arrived.shift();
    if (next === undefined) {
      await new Promise<void>((resolve) => {
        onNews = resolve;
      });
    } else if ('piece' in next) {
      port.postMessage({ more: true } satisfies FromThread);
      yield Buffer.from(next.piece.buffer, next.piece.byteOffset, next.piece.byteLength);
    } else if ('broken' in next) {
      throw new Error(next.broken);
    } else {
      return;
    }
  }
}

function failureOf(error: Error): Failure {
  const { message, stack } = error;
  if (!(error instanceof LapseError)) return { message, stack };
  const { code, faults, retry_after } = error;
  return { code, message, stack, faults, retry_after };
}

function errorOf({ code, message, stack, faults, retry_after }: Failure): Error {
  const error =
    code === undefined
      ? new Error(message)
      : new LapseError(code, message, faults, retry_after === undefined ? {} : { retry_after });
  if (stack !== undefined) error.stack = stack;
  return error;
}
