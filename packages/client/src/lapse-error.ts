export interface Fault {
  loc: (string | number)[];
  msg: string;
  type: string;
}

/** An answer of the API that is not a success, or (with status 0) none at all. */
export class LapseError extends Error {
  override readonly name = 'LapseError';
  readonly status: number;
  /** What is wrong with which field, where the request was not understood. */
  readonly faults: readonly Fault[];
  /** Seconds after which it may be tried again, if the server said so. */
  readonly retry_after: number | null;
  /** What the operator finds in the log. */
  readonly request_id: string | null;

  constructor(
    message: string,
    fields: { status: number; faults?: Fault[]; retry_after?: number | null; request_id?: string | null },
    cause?: unknown,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = fields.status;
    this.faults = fields.faults ?? [];
    this.retry_after = fields.retry_after ?? null;
    this.request_id = fields.request_id ?? null;
  }
}

export async function toError(response: Response): Promise<LapseError> {
  const text = await response.text().catch(() => '');
  const seconds = Number(response.headers.get('retry-after'));
  const fields = {
    status: response.status,
    retry_after: seconds > 0 ? seconds : null,
    request_id: response.headers.get('x-request-id'),
  };
  const detail = detailOf(text);
  if (Array.isArray(detail)) {
    const sentence = detail.map(
      (fault: Fault) => `${fault.loc.slice(1).join('.') || fault.loc.join('.')}: ${fault.msg}`,
    );
    return new LapseError(sentence.join('; '), { ...fields, faults: detail });
  }
  return new LapseError(detail ?? `The server answered ${response.status}.`, fields);
}

function detailOf(text: string): Fault[] | string | null {
  try {
    const { detail } = JSON.parse(text);
    return Array.isArray(detail) || typeof detail === 'string' ? detail : null;
  } catch {
    return null;
  }
}
