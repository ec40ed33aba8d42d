import { MessageChannel } from 'node:worker_threads';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LapseError } from '../errors.ts';
import { answerBody, passBody } from './body-port.ts';

async function* piecesOf(
  pieces: readonly Uint8Array[],
  onPiece = (): void => {},
): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    onPiece();
    yield piece;
  }
}

/** Both ends in this thread: a port copies here as it does between two. */
function through(
  body: AsyncIterable<Uint8Array>,
  work: (body: AsyncIterable<Buffer>) => Promise<object>,
): Promise<object> {
  const { port1, port2 } = new MessageChannel();
  void answerBody(port2, work);
  return passBody(port1, body);
}

async function textOf(body: AsyncIterable<Buffer>): Promise<{ text: string }> {
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(piece);
  return { text: Buffer.concat(pieces).toString('hex') };
}

const MANY = Array.from({ length: 100 }, () => new Uint8Array(10));

test('every byte arrives once, in its order, however the body is cut', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 40 }), async (pieces) => {
      expect(await through(piecesOf(pieces), textOf)).toEqual({
        text: Buffer.concat(pieces).toString('hex'),
      });
    }),
  );
});

test('no more is taken from the body than is read in the thread, but for a few pieces', async () => {
  let taken = 0;
  let goOn = (): void => {};
  const paused = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const answer = through(
    piecesOf(MANY, () => {
      taken += 1;
    }),
    async (body) => {
      let read = 0;
      for await (const _ of body) {
        read += 1;
        if (read === 5) await paused;
      }
      return { read };
    },
  );
  // Five are read, eight wait in the thread, and one is in hand.
  await expect.poll(() => taken, { timeout: 20_000 }).toBe(14);
  await new Promise((resolve) => setImmediate(resolve));
  expect(taken).toBe(14);
  goOn();
  expect(await answer).toEqual({ read: 100 });
});

test('an answer before the end of the body comes at once, and an error is the one that was thrown', async () => {
  const endless = async function* (): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(1);
    await new Promise(() => {});
  };
  const faults = [{ loc: ['line', 3], msg: 'expected text', type: 'wrong' }];
  const refused = through(endless(), async (body) => {
    for await (const _ of body) throw new LapseError('rate_limited', 'Later.', faults, { retry_after: 7 });
    return {};
  });
  await expect(refused).rejects.toBeInstanceOf(LapseError);
  await expect(refused).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Later.',
    faults,
    retry_after: 7,
  });
  const failed = through(piecesOf(MANY), () => Promise.reject(new TypeError('ours')));
  await expect(failed).rejects.toMatchObject({ message: 'ours' });
  await expect(failed).rejects.not.toBeInstanceOf(LapseError);
});

test('a body that breaks off is told to both ends', async () => {
  let heard = '';
  const broken = async function* (): AsyncGenerator<Uint8Array> {
    yield new Uint8Array(1);
    throw new RangeError('the caller went away');
  };
  const answer = through(broken(), (body) =>
    textOf(body).catch((error) => {
      heard = error.message;
      throw error;
    }),
  );
  await expect(answer).rejects.toBeInstanceOf(RangeError);
  expect(heard).toContain('the caller went away');
});

test('a thread that ends in the middle is unavailable, and nothing waits for it', async () => {
  const { port1, port2 } = new MessageChannel();
  const answer = passBody(port1, piecesOf(MANY));
  port2.close();
  await expect(answer).rejects.toMatchObject({ code: 'unavailable' });
});
