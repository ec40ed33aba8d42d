import { createHook } from 'node:async_hooks';

/** Counts every TCP connection this thread begins, to wherever: what is asked of the system, not what was meant. */
export function countConnections(): { readonly count: number; stop(): void } {
  let count = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'TCPCONNECTWRAP') count++;
    },
  }).enable();
  return {
    get count() {
      return count;
    },
    stop: () => void hook.disable(),
  };
}
