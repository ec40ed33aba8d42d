import { ConnectorError, type ConnectorErrorCode } from '../../connector.ts';
import type { CallName } from '../protocol/types.ts';

/** Statuses of gRPC that mean something here. */
export const GRPC = {
  cancelled: 1,
  unknown: 2,
  invalid_argument: 3,
  deadline_exceeded: 4,
  not_found: 5,
  already_exists: 6,
  permission_denied: 7,
  resource_exhausted: 8,
  failed_precondition: 9,
  aborted: 10,
  out_of_range: 11,
  unimplemented: 12,
  internal: 13,
  unavailable: 14,
  data_loss: 15,
  unauthenticated: 16,
} as const;

const CODES: Record<number, ConnectorErrorCode> = {
  [GRPC.invalid_argument]: 'protocol',
  [GRPC.deadline_exceeded]: 'timeout',
  [GRPC.not_found]: 'protocol',
  [GRPC.permission_denied]: 'permission',
  [GRPC.resource_exhausted]: 'throttled',
  [GRPC.failed_precondition]: 'not_supported',
  [GRPC.aborted]: 'conflict',
  [GRPC.unimplemented]: 'not_supported',
  [GRPC.unauthenticated]: 'authentication',
};

/** Said before anything was tried. After any other error a change may have been made. */
const REFUSED_BEFOREHAND: number[] = [
  GRPC.invalid_argument,
  GRPC.permission_denied,
  GRPC.failed_precondition,
  GRPC.unimplemented,
  GRPC.unauthenticated,
];

/** A call that was answered with an error. */
export class StatusError extends ConnectorError {
  readonly status: number;

  constructor({ call, status, text }: { call: CallName; status: number; text: string }) {
    // Connectors pass on what their platform answers as `unknown`: mostly it passes.
    const isTooLong = status === GRPC.resource_exhausted && text.startsWith('Received message larger');
    const code = isTooLong ? 'protocol' : (CODES[status] ?? 'unavailable');
    const isChange = call === 'Grant' || call === 'Revoke';
    super(code, text === '' ? `the connector answers ${call} with status ${status}` : text, {
      effect: isChange && !REFUSED_BEFOREHAND.includes(status) ? 'unknown' : 'none',
      retry_after: code === 'throttled' ? 60 : code === 'unavailable' ? 30 : undefined,
    });
    this.status = status;
  }
}

export const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof StatusError && statuses.includes(error.status);
