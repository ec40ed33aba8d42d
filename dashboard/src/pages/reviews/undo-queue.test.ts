import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UndoQueue } from './undo-queue.ts';

interface Item {
  id: string;
}

function makeQueue(send: (item: Item, key: string) => Promise<unknown> = async () => {}) {
  let keys = 0;
  const sent: string[] = [];
  const failed: [string, unknown][] = [];
  const calls: [string, string][] = [];
  const queue = new UndoQueue<Item>({
    wait_ms: 8_000,
    idOf: ({ id }) => id,
    send: (item, key) => {
      calls.push([item.id, key]);
      return send(item, key);
    },
    newKey: () => `key-${++keys}`,
    now: () => Date.now(),
    onSent: ({ id }) => sent.push(id),
    onFailed: ({ id }, error) => failed.push([id, error]),
  });
  return { queue, calls, sent, failed };
}

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a decision that waits', () => {
  test('is sent once, after the time to undo it, with a key of its own', async () => {
    const { queue, calls, sent } = makeQueue();
    queue.add({ id: 'a' });
    await vi.advanceTimersByTimeAsync(7_999);
    expect(calls).toEqual([]);
    expect(queue.entries()).toMatchObject([{ state: 'waiting', sends_at: 1_008_000 }]);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toEqual([['a', 'key-1']]);
    expect(sent).toEqual(['a']);
    expect(queue.entries()).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toHaveLength(1);
  });

  test('is never sent when it was undone', async () => {
    const { queue, calls } = makeQueue();
    queue.add({ id: 'a' });
    await vi.advanceTimersByTimeAsync(7_000);
    expect(queue.undo('a')).toEqual({ id: 'a' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toEqual([]);
    expect(queue.undo('a')).toBeUndefined();
  });

  test('has its whole time again when it was undone and decided again', async () => {
    const { queue, calls } = makeQueue();
    queue.add({ id: 'a' });
    await vi.advanceTimersByTimeAsync(6_000);
    queue.undo('a');
    queue.add({ id: 'a' });
    await vi.advanceTimersByTimeAsync(7_999);
    expect(calls).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(calls).toEqual([['a', 'key-2']]);
  });

  test('the last one is undone first, and others keep their time', async () => {
    const { queue, calls } = makeQueue();
    queue.add({ id: 'a' });
    await vi.advanceTimersByTimeAsync(2_000);
    queue.add({ id: 'b' });
    expect(queue.undoLast()).toEqual({ id: 'b' });
    await vi.advanceTimersByTimeAsync(6_000);
    expect(calls).toEqual([['a', 'key-1']]);
    expect(queue.undoLast()).toBeUndefined();
  });

  test('is not sent when the page is left, unless it is on its way already', async () => {
    const { queue, calls } = makeQueue(() => new Promise(() => {}));
    queue.add({ id: 'a' });
    await vi.advanceTimersByTimeAsync(8_000);
    queue.add({ id: 'b' });
    queue.add({ id: 'c' });
    expect(queue.undoAll()).toEqual([{ id: 'b' }, { id: 'c' }]);
    expect(queue.entries()).toMatchObject([{ item: { id: 'a' }, state: 'sending' }]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(calls).toEqual([['a', 'key-1']]);
  });

  test('cannot be undone while it is on its way', async () => {
    let arrive = () => {};
    const { queue, sent } = makeQueue(() => new Promise<void>((resolve) => (arrive = resolve)));
    queue.add({ id: 'a' });
    await vi.advanceTimersByTimeAsync(8_000);
    expect(queue.undo('a')).toBeUndefined();
    expect(queue.entries()).toMatchObject([{ state: 'sending' }]);
    arrive();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual(['a']);
  });

  test('comes back with the reason when it is not accepted; others are not touched', async () => {
    const refusal = new Error('decided already');
    const { queue, failed, sent } = makeQueue(({ id }) =>
      id === 'a' ? Promise.reject(refusal) : Promise.resolve(),
    );
    queue.add({ id: 'a' });
    queue.add({ id: 'b' });
    await vi.advanceTimersByTimeAsync(8_000);
    expect(failed).toEqual([['a', refusal]]);
    expect(sent).toEqual(['b']);
    expect(queue.entries()).toEqual([]);
  });

  test('is the only answer about its review', () => {
    const { queue } = makeQueue();
    expect(queue.add({ id: 'a' })).toBe(true);
    expect(queue.add({ id: 'a' })).toBe(false);
    expect(queue.entries()).toHaveLength(1);
  });

  test('tells who listens of every change, until they stop', () => {
    const { queue } = makeQueue();
    const listener = vi.fn();
    const stop = queue.subscribe(listener);
    queue.add({ id: 'a' });
    const before = queue.entries();
    expect(queue.entries()).toBe(before);
    queue.undo('a');
    expect(listener).toHaveBeenCalledTimes(2);
    stop();
    queue.add({ id: 'b' });
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
