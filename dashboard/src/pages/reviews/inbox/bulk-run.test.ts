import { LapseError } from '@lapse/client';
import { describe, expect, test } from 'vitest';
import { type BulkProgress, runBulk } from './bulk-run.ts';

const items = ['a', 'b', 'c'].map((id) => ({ id, label: id, key: `key-${id}` }));

async function run(send: (id: string, key: string) => Promise<unknown>, stop = new AbortController()) {
  const seen: BulkProgress[] = [];
  const pauses: number[] = [];
  await runBulk({
    items,
    send: async (id, key) => {
      await send(id, key);
      return `about ${id}`;
    },
    onProgress: (progress) => seen.push(progress),
    signal: stop.signal,
    pause: async (ms) => {
      pauses.push(ms);
    },
    now: () => 1_000,
  });
  const last = seen.at(-1) as BulkProgress;
  return { seen, pauses, states: last.items.map(({ state }) => state), last };
}

describe('deciding together', () => {
  test('sends one after the other and says where it is', async () => {
    let flying = 0;
    let most = 0;
    const { states, seen, last } = await run(async () => {
      most = Math.max(most, ++flying);
      await Promise.resolve();
      flying--;
    });
    expect(most).toBe(1);
    expect(states).toEqual(['done', 'done', 'done']);
    expect(last.isOver).toBe(true);
    expect(seen[1]?.items.map(({ state }) => state)).toEqual(['done', 'sending', 'waiting']);
  });

  test('waits as long as a limit asks, then sends the same again under the same key', async () => {
    const keys: string[] = [];
    let refusals = 2;
    const { states, pauses, seen } = await run(async (_, key) => {
      keys.push(key);
      if (key === 'key-b' && refusals-- > 0)
        throw new LapseError('slow down', { status: 429, retry_after: 7 });
    });
    expect(states).toEqual(['done', 'done', 'done']);
    expect(pauses).toEqual([7_000, 7_000]);
    expect(keys).toEqual(['key-a', 'key-b', 'key-b', 'key-b', 'key-c']);
    expect(seen.some(({ limited_until }) => limited_until === 8_000)).toBe(true);
  });

  test('goes on after a refusal and keeps its reason', async () => {
    const refusal = new LapseError('decided already', { status: 409 });
    const { states, last } = await run(async (id) => {
      if (id === 'a') throw refusal;
    });
    expect(states).toEqual(['failed', 'done', 'done']);
    expect(last.items[0]?.error).toBe(refusal);
    expect(last.items.map(({ note }) => note)).toEqual([null, 'about b', 'about c']);
  });

  test('stops when told, after what is on its way', async () => {
    const stop = new AbortController();
    const { states } = await run(async () => stop.abort(), stop);
    expect(states).toEqual(['done', 'left', 'left']);
  });

  test('stops while a limit makes it wait', async () => {
    const stop = new AbortController();
    const { states } = await run(async () => {
      stop.abort();
      throw new LapseError('slow down', { status: 429 });
    }, stop);
    expect(states).toEqual(['left', 'left', 'left']);
  });

  test('stops when the session has ended', async () => {
    const { states } = await run(async () => {
      throw new LapseError('sign in', { status: 401 });
    });
    expect(states).toEqual(['failed', 'left', 'left']);
  });
});
