import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChangeListener } from '../../platform/changes/change-feed.sql.ts';
import type { ChangeKind } from '../../platform/changes/changes.rules.ts';
import { ChangeStreams } from './change-streams.ts';
import { TenantChanges } from './tenant-changes.ts';

beforeEach(() =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] }),
);
afterEach(() => vi.useRealTimers());

test('a kind is told at once, then once after its pause, however often it changes', () => {
  const told: [number, ChangeKind[]][] = [];
  const changes = new TenantChanges((kinds) => told.push([performance.now(), kinds]));
  const from = performance.now();
  for (let ms = 0; ms < 3_000; ms += 100) {
    changes.add(['reviews']);
    vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(5_000);
  expect(told.map(([at]) => Math.round((at - from) / 100) / 10)).toEqual([0, 1, 2, 3]);
});

test('what events move all the time is told less often, and together with what is due', () => {
  const told: ChangeKind[][] = [];
  const changes = new TenantChanges((kinds) => told.push(kinds));
  for (let second = 0; second < 20; second += 1) {
    changes.add(['scores', ...(second === 10 ? (['reviews'] as const) : [])]);
    vi.advanceTimersByTime(1_000);
  }
  expect(told.filter((kinds) => kinds.includes('scores'))).toHaveLength(2);
  expect(told.filter((kinds) => kinds.includes('reviews'))).toHaveLength(1);
});

test('who does not read is dropped, and others go on', async () => {
  let listener: ChangeListener | undefined;
  const db = {
    listen: (given: ChangeListener) => {
      listener = given;
      return { listening: Promise.resolve(), close: async () => {} };
    },
  };
  const streams = new ChangeStreams({ db });
  const [deaf, reading] = [await streams.open(1, undefined), await streams.open(1, undefined)];
  let read = 0;
  reading.on('data', (part: Buffer) => {
    read += part.length;
  });
  for (let second = 0; second < 700; second += 1) {
    listener?.onChange(1, ['reviews']);
    vi.advanceTimersByTime(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(deaf.destroyed).toBe(true);
  expect(reading.destroyed).toBe(false);
  expect(read).toBeGreaterThan(50_000);
  await streams.close();
});

test('ids count the changes of a tenant and nobody else’s', async () => {
  let listener: ChangeListener | undefined;
  const db = {
    listen: (given: ChangeListener) => {
      listener = given;
      return { listening: Promise.resolve(), close: async () => {} };
    },
  };
  const streams = new ChangeStreams({ db });
  const texts = ['', ''];
  for (const [index, tenant] of [1, 2].entries()) {
    (await streams.open(tenant, undefined)).on('data', (part: Buffer) => {
      texts[index] = `${texts[index]}${part}`;
    });
  }
  for (let second = 0; second < 9; second += 1) {
    listener?.onChange(second % 3 === 0 ? 1 : 2, ['reviews']);
    vi.advanceTimersByTime(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const ids = texts.map((text) => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id)));
  expect(ids).toEqual([
    [1, 2, 3],
    [1, 2, 3, 4, 5, 6],
  ]);
  await streams.close();
});
