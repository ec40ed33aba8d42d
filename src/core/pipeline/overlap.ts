/** Few enough that both sides have something to do, many enough that a statement's own cost does not show. */
const PART = 500;

function* partsOf<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let from = 0; from < items.length; from += PART) yield items.slice(from, from + PART);
}

/** Stores one part while the next is computed: the database and this thread work at the same time. */
export async function computeAndStore<Item>(
  items: readonly Item[],
  compute: (part: Item[]) => () => Promise<void>,
): Promise<void> {
  let storing: Promise<void> = Promise.resolve();
  for (const part of partsOf(items)) {
    const store = compute(part);
    await storing;
    storing = watched(store());
  }
  await storing;
}

/** Loads the next part while one is computed. */
export async function loadAndCompute<Item, Row>(
  items: readonly Item[],
  load: (part: Item[]) => Promise<Row[]>,
  compute: (rows: Row[]) => void,
): Promise<void> {
  let loading: Promise<Row[]> = Promise.resolve([]);
  for (const part of partsOf(items)) {
    const rows = await loading;
    loading = watched(load(part));
    compute(rows);
  }
  compute(await loading);
}

/** Its failure is met where it is awaited, also if something else fails before that. */
function watched<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => {});
  return promise;
}
