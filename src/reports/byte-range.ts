/** The bytes from `from` to before `to`. */
export interface ByteRange {
  from: number;
  to: number;
}

/**
 * What a Range header asks for (RFC 9110, 14.2): null when it is to be ignored, because it is in another unit, cannot be
 * read or names several ranges; `unsatisfiable` when nothing of the file is in it. The library that others use for this,
 * range-parser 1.3, takes any unit, and refuses the last 30 bytes of a file of 10 and a range that ends before it begins.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '');
  if (!match) return null;
  const [, first = '', last = ''] = match;
  if (first === '') {
    if (last === '') return null;
    const length = Math.min(size, Number(last));
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size };
  }
  const from = Number(first);
  const to = last === '' ? size : Math.min(size, Number(last) + 1);
  if (last !== '' && Number(last) < from) return null;
  return from >= size ? 'unsatisfiable' : { from, to };
}

/** Whether an If-None-Match header names this entity tag, or any. */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''))
    .some((part) => part === '*' || part === tag);
}
