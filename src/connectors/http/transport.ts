import { lookup } from 'node:dns';
import { isIP } from 'node:net';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import { isMetadataAddress } from '../../platform/network/metadata-address.ts';
import { ConnectorError } from '../connector.ts';

export interface WireRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: URL;
  headers: Record<string, string>;
  body: string | null;
  signal: AbortSignal;
}

export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Connections to a platform. Redirects are not followed, and answers end at a number of bytes. */
export interface Transport {
  exchange(request: WireRequest): Promise<WireAnswer>;
  /** The next requests go over new connections: the old ones lead to a server that is overloaded. */
  reconnect(): void;
  close(): Promise<void>;
}

const CONNECT_MS_MAX = 10_000;
const ANSWER_MS_MAX = 60_000;

export function createTransport({
  answer_bytes_max,
  connections,
}: {
  answer_bytes_max: number;
  connections: number;
}): Transport {
  const open = (): Agent =>
    new Agent({
      connections,
      headersTimeout: ANSWER_MS_MAX,
      bodyTimeout: ANSWER_MS_MAX,
      connect: checkedConnector(),
    });
  let agent = open();

  return {
    async exchange({ method, url, headers, body, signal }) {
      const answer = await agent.request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method,
        headers,
        body,
        signal,
      });
      return {
        status: answer.statusCode,
        headers: singleHeaders(answer.headers),
        text: await boundedText(answer.body, answer_bytes_max),
      };
    },
    reconnect() {
      const old = agent;
      agent = open();
      void old.close().catch(() => {});
    },
    close: () => agent.destroy(),
  };
}

/** A name may lead anywhere by the time it is called. Where clouds hand out the machine's credentials is never reached. */
function checkedConnector(): ReturnType<typeof buildConnector> {
  const connector = buildConnector({
    timeout: CONNECT_MS_MAX,
    lookup: (host, options, callback) => {
      lookup(host, options, (error, address, family) => {
        const found = Array.isArray(address) ? address.map((one) => one.address) : [address];
        const refusal = error === null && found.some(isMetadataAddress) ? metadataError() : error;
        callback(refusal, address, family);
      });
    },
  });
  return (options, callback) => {
    // No lookup is asked about a host that is an address already.
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && isMetadataAddress(host)) callback(metadataError(), null);
    else connector(options, callback);
  };
}

const metadataError = (): ConnectorError =>
  new ConnectorError('invalid_settings', 'the address belongs to a metadata service, which is never reached');

function singleHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name.toLowerCase(), Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}

async function boundedText(body: Dispatcher.ResponseData['body'], bytesMax: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length;
    if (bytes > bytesMax) {
      body.destroy();
      throw new ConnectorError('protocol', `the answer is longer than ${bytesMax} bytes`);
    }
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString('utf8');
}
