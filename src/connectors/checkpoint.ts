import { ConnectorError } from './connector.ts';

/** Where reading of use stands, as opaque text. */
export const checkpointText = (checkpoint: object): string =>
  Buffer.from(JSON.stringify({ v: 1, ...checkpoint })).toString('base64url');

/** `read` answers `null`, or throws, for what is none of the platform's. */
export function readCheckpoint<T, Stored>(
  text: string,
  title: string,
  read: (stored: Stored) => T | null,
): T {
  let checkpoint: T | null = null;
  try {
    const { v, ...stored } = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (v === 1) checkpoint = read(stored);
  } catch {
    // Said below.
  }
  if (checkpoint !== null) return checkpoint;
  throw new ConnectorError('invalid_checkpoint', `this is not a checkpoint of ${title}`);
}
