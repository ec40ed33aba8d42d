import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface BenchReceiver {
  url: string;
  child: ChildProcess;
  count(): Promise<number>;
  stop(): void;
}

export async function startReceiver(): Promise<BenchReceiver> {
  const child = fork(new URL('./receiver.mjs', import.meta.url).pathname, { stdio: 'inherit' });
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}/hook`,
    child,
    count: async () => {
      child.send('count');
      const [{ count }] = (await once(child, 'message')) as [{ count: number }];
      return count;
    },
    stop: () => child.disconnect(),
  };
}
