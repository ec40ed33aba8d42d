const MARKS = /\p{Diacritic}/gu;
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(MARKS, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** What a list of commands or pages is searched by: its name, and other words that people have for it. */
export interface Named {
  label: string;
  words?: string;
}

/**
 * Those of which every word of the text begins a word, as the API searches names: first whose name begins like the text, then
 * whose name has all of it, then who is called so otherwise. Without any text, all in their order.
 */
export function matchEntries<Entry extends Named>(entries: readonly Entry[], text: string): Entry[] {
  const wanted = wordsOf(text);
  const ranks = [0, 1, 2].map((): Entry[] => []);
  for (const entry of entries) {
    const label = wordsOf(entry.label);
    const all = [...label, ...wordsOf(entry.words ?? '')];
    const isIn = (words: readonly string[]) =>
      wanted.every((part) => words.some((word) => word.startsWith(part)));
    if (!isIn(all)) continue;
    const begins = label.join(' ').startsWith(wanted.join(' '));
    ranks[begins ? 0 : isIn(label) ? 1 : 2]?.push(entry);
  }
  return ranks.flat();
}
