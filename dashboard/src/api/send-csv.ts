import { LapseError, toError } from '@lapse/client';

interface Sending {
  path: '/v1/csv/preview' | '/v1/directory/import' | '/v1/events/stream';
  query: Record<string, string>;
  body: Blob;
  /** How much of it has been sent, from 0 to 1. */
  onSent?: (share: number) => void;
  signal?: AbortSignal;
}

/** Sends a file as it is. Not by `fetch`, which does not tell how much of a body has gone. */
export function sendCsv<Answer>({ path, query, body, onSent, signal }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${path}?${new URLSearchParams(query)}`);
    request.setRequestHeader('content-type', 'text/csv; charset=utf-8');
    request.setRequestHeader('x-lapse-request', 'dashboard');
    request.upload.onprogress = ({ loaded, total }) => onSent?.(total === 0 ? 1 : loaded / total);
    request.onerror = () => reject(new LapseError('The server cannot be reached.', { status: 0 }));
    request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'));
    request.onload = () => {
      const { status, responseText } = request;
      if (status === 200) resolve(JSON.parse(responseText) as Answer);
      else toError(new Response(responseText, { status, headers: headersOf(request) })).then(reject, reject);
    };
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}

function headersOf(request: XMLHttpRequest): [string, string][] {
  return ['retry-after', 'x-request-id'].flatMap((name): [string, string][] => {
    const value = request.getResponseHeader(name);
    return value === null ? [] : [[name, value]];
  });
}
