import type { Socket } from 'node:net';

const ANSWERS: Record<string, { status: string; detail: string }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    detail: 'The headers of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    detail: 'The headers of the request did not arrive in time.',
  },
};
const NOT_HTTP = { status: '400 Bad Request', detail: 'This is not a valid HTTP request.' };

/** What is not even a request reaches no route; its sender still gets error body and headers of the contract. */
export function answerBrokenRequest(
  headers: () => Record<string, string>,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy(error);
    return;
  }
  const { status, detail } = ANSWERS[error.code ?? ''] ?? NOT_HTTP;
  const body = JSON.stringify({ detail });
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      ...Object.entries(headers()).map(([name, value]) => `${name}: ${value}`),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
