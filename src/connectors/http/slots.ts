/** At most so many pieces of work at a time; the others wait for their turn, and leave when nobody waits for them. */
export interface Slots {
  run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function createSlots(max: number): Slots {
  let taken = 0;
  const waiting: (() => void)[] = [];

  const take = (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (taken < max) {
      taken++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const turn = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.splice(waiting.indexOf(turn), 1);
        reject(signal.reason);
      };
      waiting.push(turn);
      signal.addEventListener('abort', leave, { once: true });
    });
  };

  const release = (): void => {
    const next = waiting.shift();
    // A slot that is handed on stays taken.
    if (next) next();
    else taken--;
  };

  return {
    async run(signal, work) {
      await take(signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
