/** The two and what stands between them, from the upper one; nothing when one of them has left the list. */
export function rangeOf<Row extends { id: string }>(rows: readonly Row[], one: string, other: string): Row[] {
  const places = [one, other].map((id) => rows.findIndex((row) => row.id === id)).sort((a, b) => a - b);
  const [first = -1, end = -1] = places;
  return first === -1 ? [] : rows.slice(first, end + 1);
}
