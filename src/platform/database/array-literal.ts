/**
 * Arrays as PostgreSQL reads them. Sets of rows travel as one array per column: reading them takes the server a third of
 * the time that a JSON of the same rows takes, and writing them here is one join.
 */
export function numberArray(values: readonly (number | null)[]): string {
  let text = '{';
  for (let i = 0; i < values.length; i += 1) text += `${i === 0 ? '' : ','}${values[i] ?? 'NULL'}`;
  return `${text}}`;
}

export function textArray(values: readonly (string | null)[]): string {
  let text = '{';
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] as string | null;
    if (i > 0) text += ',';
    text += value === null ? 'NULL' : `"${SPECIAL.test(value) ? value.replaceAll(/["\\]/g, '\\$&') : value}"`;
  }
  return `${text}}`;
}

const SPECIAL = /["\\]/;

/** Seconds since 1970, for to_timestamp(); a double keeps milliseconds for the next hundred thousand years. */
export function instantArray(values: readonly (number | null)[]): string {
  return numberArray(values.map((ms) => (ms === null ? null : ms / 1000)));
}
