/** How somebody looks at a list: what it is filtered and ordered by, as in the address, and which columns are hidden. */
export interface ListView {
  filters: Readonly<Record<string, string | undefined>>;
  hidden?: readonly string[];
}

/** The same as it is kept, in one order. */
export interface ViewContent {
  query: Record<string, string>;
  hidden_columns: string[];
}

/** Under a name in this browser. */
export type KeptView = ListView & { name: string };

/** What is selected one by one is of the moment, and no way to look at a list. */
const OF_THE_MOMENT = 'review_ids';

export function contentOf({ filters, hidden = [] }: ListView): ViewContent {
  const given = Object.entries(filters).flatMap(([name, value]) =>
    value === undefined || name === OF_THE_MOMENT ? [] : [[name, value] as const],
  );
  return {
    query: Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1))),
    hidden_columns: [...new Set(hidden)].sort(),
  };
}

export const isSameContent = (a: ViewContent, b: ViewContent): boolean => textOf(a) === textOf(b);
const textOf = ({ query, hidden_columns }: ViewContent): string =>
  JSON.stringify(contentOf({ filters: query, hidden: hidden_columns }));

/** Whatever a browser has kept: what is no view is left out. */
export function readKept(kept: unknown): KeptView[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((each: unknown): KeptView[] => {
    const { name, filters, hidden } = (each ?? {}) as Record<string, unknown>;
    if (typeof name !== 'string' || name.trim() === '' || typeof filters !== 'object' || filters === null)
      return [];
    const texts = Object.entries(filters).filter(([, value]) => typeof value === 'string');
    const words = Array.isArray(hidden) ? hidden.filter((column) => typeof column === 'string') : [];
    return [{ name, filters: Object.fromEntries(texts), hidden: words }];
  });
}

/** A name that none of these has: the wanted one, or the first of "Name (2)", "Name (3)", … */
export function freeName(wanted: string, taken: readonly string[]): string {
  const name = wanted.normalize('NFC').trim();
  if (!taken.includes(name)) return name;
  for (let number = 2; ; number += 1) {
    const numbered = `${name} (${number})`;
    if (!taken.includes(numbered)) return numbered;
  }
}

/**
 * Moves what a browser has kept to its person, one by one. A view is taken off the browser when it is there; what is there
 * already, because somebody was interrupted, is not made a second time. Ends with the first that is refused.
 */
export async function moveKept(options: {
  kept: readonly KeptView[];
  mine: readonly (ViewContent & { name: string })[];
  save: (view: ViewContent & { name: string }) => Promise<unknown>;
  setKept: (left: KeptView[]) => void;
}): Promise<void> {
  const { kept, save, setKept } = options;
  const mine = [...options.mine];
  const left = [...kept];
  for (const view of kept) {
    const content = contentOf(view);
    const wanted = view.name.normalize('NFC').trim();
    const isThere = mine.some((each) => each.name === wanted && isSameContent(each, content));
    if (!isThere) {
      const moved = {
        ...content,
        name: freeName(
          wanted,
          mine.map(({ name }) => name),
        ),
      };
      await save(moved);
      mine.push(moved);
    }
    left.shift();
    setKept([...left]);
  }
}
