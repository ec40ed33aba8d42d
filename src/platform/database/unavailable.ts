import { LapseError } from '../errors.ts';

/**
 * Classes 08 (connection), 53 (out of disk, memory, connections), 57P (shutdown), 58030 (the disk fails), 25006 and 25P03
 * (a server that is a standby for now, or has stopped waiting for us); and what the socket itself says.
 */
const UNAVAILABLE_CODES =
  /^(08...|53...|57P0[1-5]|58030|25006|25P03|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const UNAVAILABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|^timeout expired$|Client has encountered|Query read timeout/;
const DISK_FULL = '53100';

/** A failure of the connection or the server is told from one of the statement: the caller may try again. */
export function asUnavailable(error: unknown): Error {
  const failure = error as Error & { code?: string };
  if (failure instanceof LapseError) return failure;
  if (UNAVAILABLE_CODES.test(failure.code ?? '') || UNAVAILABLE_MESSAGES.test(failure.message)) {
    const reason =
      failure.code === DISK_FULL
        ? 'The disk of the database is full, so nothing can be stored; try again when there is room.'
        : 'The database cannot be reached at the moment; try again shortly.';
    return new LapseError('unavailable', reason, undefined, { cause: failure });
  }
  return failure;
}

export const isUnavailable = (error: unknown): boolean =>
  error instanceof LapseError && error.code === 'unavailable';
