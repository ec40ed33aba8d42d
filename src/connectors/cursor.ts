import { ConnectorError } from './connector.ts';

/** Where a listing stands, as opaque text. `kind` keeps a cursor of one listing from being used for another. */
export function encodeCursor(kind: string, position: unknown): string {
  return Buffer.from(JSON.stringify([kind, position])).toString('base64url');
}

export function decodeCursor<T>(
  kind: string,
  cursor: string | null,
  isPosition: (value: unknown) => value is T,
): T | null {
  if (cursor === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    value = null;
  }
  if (Array.isArray(value) && value.length === 2 && value[0] === kind && isPosition(value[1])) {
    return value[1];
  }
  throw new ConnectorError('invalid_cursor', `this is not a cursor of the ${kind}`);
}

export const isText = (value: unknown): value is string => typeof value === 'string';

export const isTextPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every(isText);
