/** Whether the address must not be reached, which no further attempt changes. */
export const isRefusedAddress = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === 'REFUSED_BY_REACH';

const SENTENCES: Record<string, string> = {
  ECONNREFUSED: 'Nothing listens there (connection refused).',
  ECONNRESET: 'The receiver closed the connection without an answer.',
  UND_ERR_SOCKET: 'The receiver closed the connection without an answer.',
  EPIPE: 'The receiver closed the connection without an answer.',
  ETIMEDOUT: 'The receiver could not be reached in time.',
  UND_ERR_CONNECT_TIMEOUT: 'The receiver could not be reached in time.',
  EHOSTUNREACH: 'There is no way to the receiver (host unreachable).',
  ENETUNREACH: 'There is no way to the receiver (network unreachable).',
};

/** For whoever looks at the log of deliveries. */
export function describeNetworkError(error: Error): string {
  const { code } = error as { code?: string };
  if (isRefusedAddress(error)) return `The address may not be reached: ${error.message}.`;
  if (error.name === 'AbortError') return 'Broken off.';
  // One connection per address was tried, and all failed.
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  if (first) return describeNetworkError(first);
  return (code && SENTENCES[code]) ?? `The request failed: ${error.message || error.name}.`;
}
