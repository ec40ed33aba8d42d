import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { eventually, processesOf, startLapse, temporaryDirectory } from './lapse-process.ts';

/** As `nice` counts, of a process or a thread. */
function niceOf(place: string): number {
  const stat = readFileSync(`/proc/${place}/stat`, 'utf8');
  // The name before it may hold spaces and brackets.
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
}

function nices(places: string[]): number[] {
  return places.flatMap((place) => {
    try {
      return [niceOf(place)];
    } catch {
      return []; // ended meanwhile
    }
  });
}

/** Those that serve a connection; the server has other children too. */
function backendsOf(dataDir: string): string[] {
  const [server] = processesOf(dataDir).map((line) => line.trim().split(/\s+/)[0] as string);
  const lines = execFileSync('ps', ['--ppid', server as string, '-o', 'pid=,args='], { encoding: 'utf8' });
  return lines
    .split('\n')
    .flatMap((line) => (line.includes('lapse_app') ? (line.trim().split(' ')[0] ?? []) : []));
}

/** Where Linux shares processors between sessions first, a process of PostgreSQL is one of its own. */
function sessionNices(pids: string[]): Map<string, number> {
  return new Map(
    pids.flatMap((pid) => {
      try {
        const [, nice] = /nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'utf8')) ?? [];
        return nice === undefined ? [] : [[pid, Number(nice)] as const];
      } catch {
        return []; // ended meanwhile
      }
    }),
  );
}

test.runIf(process.platform === 'linux')(
  'work that nobody waits for steps back, in the program and in its database',
  async () => {
    const lapse = startLapse({ data_dir: await temporaryDirectory() });
    const address = await lapse.ready();
    const own = niceOf(String(process.pid));
    const lower = Math.min(19, own + 10);
    await eventually(async () => {
      // Whoever asks waits for an answer: these are connections of requests.
      await Promise.all(Array.from({ length: 8 }, () => fetch(`${address}/readyz`)));
      const threads = nices(readdirSync(`/proc/${lapse.pid}/task`).map((id) => `${lapse.pid}/task/${id}`));
      const backends = nices(backendsOf(lapse.data_dir));
      const count = (values: number[], nice: number) => values.filter((value) => value === nice).length;
      // Threads of the pipeline, reports, connectors and webhooks, each with connections of its own, and that of long bodies.
      return count(threads, lower) === 5 && count(backends, lower) >= 4 && count(backends, own) >= 2;
    });
    expect(niceOf(String(lapse.pid))).toBe(own);
    if (!existsSync('/proc/self/autogroup')) return;
    await eventually(() => {
      const backends = backendsOf(lapse.data_dir);
      const stepBack = backends.filter((pid) => nices([pid])[0] === lower);
      const sessions = sessionNices(backends);
      return (
        stepBack.length >= 4 &&
        backends.every((pid) => sessions.get(pid) === (stepBack.includes(pid) ? 10 : 0))
      );
    });
  },
);
