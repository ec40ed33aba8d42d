import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Postmaster } from './postmaster.ts';
import { supervise } from './supervisor.ts';

/** A server that ends when it is told to, by its supervisor or by the test. */
function fakePostmaster(): Postmaster & { die(): void } {
  let end = (_reason: string) => {};
  const ended = new Promise<string>((resolve) => {
    end = resolve;
  });
  return { pid: 1, ended, stop: async () => end('stopped'), die: () => end('ended by SIGKILL') };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('supervise', () => {
  test('brings a server back that died, and is not ready meanwhile', async () => {
    const first = fakePostmaster();
    const second = fakePostmaster();
    let letStart = () => {};
    const start = vi.fn(() => new Promise<Postmaster>((resolve) => (letStart = () => resolve(second))));
    const supervisor = supervise(first, { start, log: () => {}, onGiveUp: () => {} });
    expect(supervisor.isReady()).toBe(true);

    first.die();
    await vi.waitFor(() => expect(start).toHaveBeenCalledOnce());
    expect(supervisor.isReady()).toBe(false);
    letStart();
    await vi.waitFor(() => expect(supervisor.isReady()).toBe(true));
    await supervisor.stop('fast');
    expect(supervisor.isReady()).toBe(false);
  });

  test('gives up with one sentence when every start fails', async () => {
    const first = fakePostmaster();
    const onGiveUp = vi.fn();
    const start = vi.fn(async () => {
      throw new Error('The disk is full.');
    });
    supervise(first, { start, log: () => {}, onGiveUp, delays_ms: [0, 1, 2] });
    first.die();
    await vi.waitFor(() => expect(onGiveUp).toHaveBeenCalledOnce());
    expect(start).toHaveBeenCalledTimes(3);
    expect(onGiveUp.mock.calls[0]?.[0].message).toBe(
      'PostgreSQL keeps failing (The disk is full), so Lapse gives up.',
    );
  });

  test('forgets old failures once a server has run for a while', async () => {
    let current = fakePostmaster();
    const onGiveUp = vi.fn();
    const start = vi.fn(async () => {
      current = fakePostmaster();
      return current;
    });
    const supervisor = supervise(current, { start, log: () => {}, onGiveUp, delays_ms: [0] });
    for (let death = 1; death <= 5; death++) {
      vi.setSystemTime(Date.now() + 120_000);
      current.die();
      await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(death));
      await vi.waitFor(() => expect(supervisor.isReady()).toBe(true));
    }
    expect(onGiveUp).not.toHaveBeenCalled();
    await supervisor.stop('fast');
  });
});
