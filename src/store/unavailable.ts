import { LapseError } from '../domain/errors.ts';

/** Classes 08 (connection), 53 (out of disk, memory, connections), 57P (shutdown); and what the socket itself says. */
const UNAVAILABLE_CODES =
  /^(08...|53...|57P0[1-4]|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const UNAVAILABLE_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered/;

/** A failure of the connection or the server is told from one of the statement: the caller may try again. */
export function asUnavailable(error: unknown): Error {
  const failure = error as Error & { code?: string };
  if (failure instanceof LapseError) return failure;
  if (UNAVAILABLE_CODES.test(failure.code ?? '') || UNAVAILABLE_MESSAGES.test(failure.message)) {
    return new LapseError(
      'unavailable',
      'The database cannot be reached at the moment; try again shortly.',
      undefined,
      {
        cause: failure,
      },
    );
  }
  return failure;
}
