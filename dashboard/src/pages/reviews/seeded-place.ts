interface Row {
  id: string;
}

/** Among so many of the first: whoever goes through them from the top meets it soon. */
const FIRST = 10;

/**
 * Where in a list a seeded question stands: in front of one of the first, but not of the very first. Which one follows from the ids
 * alone. Once it stands in front of one it stays there (`before`), also when all above have been decided.
 */
export function placeOf(rows: readonly Row[], seeded: Row, before: string | null): number {
  const kept = rows.findIndex(({ id }) => id === before);
  if (kept !== -1) return kept;
  const marks = rows.slice(1, FIRST).map(({ id }) => hashOf(`${seeded.id} ${id}`));
  return marks.length === 0 ? rows.length : 1 + marks.indexOf(Math.min(...marks));
}

/** FNV-1a of 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
