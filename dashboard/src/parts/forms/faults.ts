import { LapseError } from '@lapse/client';

/** What the server says about one field, if it does: `faultOf(error, 'settings', 'host')`. */
export function faultOf(error: unknown, ...path: string[]): string | undefined {
  if (!(error instanceof LapseError)) return undefined;
  const found = error.faults.find(({ loc }) => isAt(loc, path));
  return found?.msg;
}

/** What is left to say when the faults of these fields are shown beside them; null when that is all. */
export function restOf(error: unknown, shown: readonly (readonly string[])[]): unknown {
  if (!(error instanceof LapseError) || error.faults.length === 0) return error;
  const others = error.faults.filter(({ loc }) => !shown.some((path) => isAt(loc, path)));
  if (others.length === 0) return null;
  const sentence = others.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('; ');
  return new LapseError(sentence, { status: error.status, request_id: error.request_id });
}

/** Faults of an element of a list count as the list's own. The first word says where: body, query, path. */
function isAt(loc: readonly (string | number)[], path: readonly string[]): boolean {
  return path.every((name, place) => loc[place + 1] === name);
}
