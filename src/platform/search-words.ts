/** Longer words are cut; nobody types more of a word than this to find it. */
const WORD_LENGTH_MAX = 60;

/**
 * The words by which a name is found: lower case and without accents, so that "jose" finds "José". Both what is
 * stored and what is asked go through here, independent of the database's locale.
 */
export function searchWords(...texts: (string | null | undefined)[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    const plain = (text ?? '').normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    for (const word of plain.match(/[\p{L}\p{N}]+/gu) ?? []) words.add(word.slice(0, WORD_LENGTH_MAX));
  }
  return [...words];
}
