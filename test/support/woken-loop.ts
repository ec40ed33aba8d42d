import type { Loop } from '../../src/platform/background/run-loop.ts';
import type { Wake } from '../../src/platform/changes/wakes.rules.ts';
import type { Database } from '../../src/platform/database/database.ts';

/** A loop that hears what there is to do, as every loop of the service does: none waits until it would look by itself. */
export function wokenLoop(db: Pick<Database, 'listenForWork'>, kind: Wake, loop: Loop): Loop {
  const news = db.listenForWork({
    onChange: (_tenantId, kinds) => {
      if (kinds.includes(kind)) loop.wake();
    },
    onGap: () => loop.wake(),
  });
  // What was stored before anybody listened.
  void news.listening.then(() => loop.wake());
  return {
    wake: loop.wake,
    stop: async () => {
      await news.close();
      await loop.stop();
    },
  };
}
