/**
 * Everything that can go wrong in a way the caller should hear about. `gateway/errors.ts` turns a code
 * into a status; nothing else does.
 */
export type ErrorCode =
  | 'invalid_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'precondition_failed'
  | 'idempotency_key_reused'
  | 'idempotency_key_in_flight'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'rate_limited'
  | 'unavailable';

/** One wrong field: where it is, what was expected, and a machine-readable kind. */
export interface Fault {
  loc: (string | number)[];
  msg: string;
  type: string;
}

export class LapseError extends Error {
  readonly code: ErrorCode;
  readonly faults: readonly Fault[] | undefined;
  /** Seconds after which the same request may succeed. */
  readonly retry_after: number | undefined;
  /** What is wrong, in the words of SCIM. */
  readonly scim_type: string | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    faults?: readonly Fault[],
    options?: ErrorOptions & { retry_after?: number; scim_type?: string },
  ) {
    super(message, options);
    this.name = 'LapseError';
    this.code = code;
    this.faults = faults;
    this.retry_after = options?.retry_after;
    this.scim_type = options?.scim_type;
  }
}

/** All that is wrong with a request, in one sentence and one by one. */
export function invalidRequest(faults: readonly Fault[]): LapseError {
  const summary = faults.map(({ loc, msg }) => `${loc.join('.')} ${msg}`).join('; ');
  return new LapseError('invalid_request', summary, faults);
}

export const rateLimited = (message: string, retry_after: number): LapseError =>
  new LapseError('rate_limited', message, undefined, { retry_after });

/** What was looked up by its id. */
export function required<Row>(found: Row | null | undefined, what: string): Row {
  if (found) return found;
  throw new LapseError('not_found', `There is no ${what} with this id.`);
}

/** A reason not to start, phrased as one sentence for the person at the terminal. */
export class StartupError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartupError';
  }
}
