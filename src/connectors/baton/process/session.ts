import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Client } from '@grpc/grpc-js';
import { ConnectorError } from '../../connector.ts';
import { loadOptional } from '../load-optional.ts';
import { type Codec, loadCodec } from '../protocol/codec.ts';
import type { MessageName } from '../protocol/messages.ts';
import { type Answers, type CallName, pathOf } from '../protocol/types.ts';
import { toPem } from './certificates.ts';
import { type Child, startChild } from './child.ts';
import { GRPC, isStatus, StatusError } from './status.ts';
import { createTold, WITHHELD } from './told.ts';

/** Speaks to a connector, and runs it for as long as it is spoken to. */
export interface Session {
  /** Reads what answers contain; there is one as soon as anything was answered. */
  readonly codec: Codec;
  call<Name extends CallName>(name: Name, request: object, signal: AbortSignal): Promise<Answers[Name]>;
  close(): Promise<void>;
}

export interface SessionOptions {
  title: string;
  /** Looked for at every start: the operator may have taken it away. */
  file: () => string;
  variables: Readonly<Record<string, string>>;
  secrets: readonly string[];
  is_writing: boolean;
  timeout_ms: number;
  idle_ms?: number | undefined;
}

const START_MS_MAX = 20_000;
const IDLE_MS = 60_000;
/** A connection breaks a moment before its program is known to have ended. */
const ENDED_MS = 500;
/** As much as the connectors' own caller takes. */
const MESSAGE_BYTES_MAX = 4 * 1024 * 1024;

interface Running {
  child: Child;
  client: Client;
}

export function openSession(options: SessionOptions): Session {
  const { title, timeout_ms, idle_ms = IDLE_MS } = options;
  const told = createTold(options.secrets);
  let running: Promise<Running> | null = null;
  let latest: Child | null = null;
  let codec: Codec | null = null;
  let callsOpen = 0;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  const start = async (): Promise<Running> => {
    const { Client, credentials } = await loadOptional(() => import('@grpc/grpc-js'), '@grpc/grpc-js');
    const loaded = await loadCodec();
    codec = loaded;
    const { variables, is_writing } = options;
    const launch = { file: options.file(), variables, is_writing };
    const child = await startChild(launch, loaded);
    latest = child;
    const { ca, certificate, key } = child.identity;
    const client = new Client(
      `127.0.0.1:${child.port}`,
      credentials.createSsl(
        Buffer.from(toPem(ca)),
        Buffer.from(key.export({ format: 'pem', type: 'pkcs8' })),
        Buffer.from(toPem(certificate)),
      ),
      {
        'grpc.ssl_target_name_override': 'localhost',
        'grpc.default_authority': 'localhost',
        'grpc.enable_http_proxy': 0,
        'grpc.enable_retries': 0,
        'grpc.use_local_subchannel_pool': 1,
        'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
        'grpc.max_send_message_length': MESSAGE_BYTES_MAX,
      },
    );
    const failed = (why: string): ConnectorError => {
      const all = child.printed();
      const printed = told(all) === WITHHELD ? WITHHELD : told(lastLine(all));
      const said = printed === '' ? '' : ` It says: ${printed}`;
      return new ConnectorError('unavailable', `${title} does not start: ${why}.${said}`, {
        retry_after: 60,
      });
    };
    try {
      await Promise.race([
        new Promise<void>((resolve, reject) => {
          client.waitForReady(Date.now() + START_MS_MAX, (error) =>
            error ? reject(failed(`it does not answer within ${START_MS_MAX / 1_000} seconds`)) : resolve(),
          );
        }),
        child.ended.then((how) => {
          throw failed(how);
        }),
      ]);
    } catch (error) {
      client.close();
      await child.stop();
      throw error;
    }
    return { child, client };
  };

  const current = (): Promise<Running> => {
    if (isClosed) throw new ConnectorError('aborted', 'the connector was closed');
    if (running) return running;
    const starting = start();
    running = starting;
    const forget = (): void => {
      if (running === starting) running = null;
    };
    starting.then(({ child, client }) => {
      void child.ended.then(() => {
        forget();
        client.close();
      });
    }, forget);
    return starting;
  };

  const stop = async (): Promise<void> => {
    const stopping = running;
    running = null;
    // One that is only starting is not waited for.
    await latest?.stop();
    (await stopping?.catch(() => null))?.client.close();
  };

  const send = async <Name extends CallName>(
    { child, client }: Running,
    codec: Codec,
    { name, request, signal }: { name: Name; request: object; signal: AbortSignal },
  ): Promise<Answers[Name]> => {
    // A call that ends before it was sent has changed nothing.
    signal.throwIfAborted();
    const onAbort = (): void => call.cancel();
    let call: { cancel(): void };
    const answered = new Promise<Answers[Name]>((resolve, reject) => {
      call = client.makeUnaryRequest(
        pathOf(name),
        (message: object) => codec.encode(`${name}Request` as MessageName, message),
        (bytes: Buffer) => codec.decode<Answers[Name]>(answerOf(name), bytes),
        request,
        { deadline: Date.now() + timeout_ms },
        (error, answer) => {
          if (!error) resolve(answer as Answers[Name]);
          else reject(new StatusError({ call: name, status: error.code, text: told(error.details) }));
        },
      );
    });
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await answered;
    } catch (error) {
      if (!isStatus(error, GRPC.unavailable)) throw error;
      const how = await Promise.race([child.ended, sleepFor(ENDED_MS, null)]);
      if (how === null) throw error;
      // What was under way when it ended may have been done.
      throw new StatusError({ call: name, status: GRPC.unavailable, text: `${title} broke off: ${how}` });
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  };

  return {
    get codec() {
      if (!codec) throw new ConnectorError('protocol', 'nothing has been answered yet');
      return codec;
    },
    async call(name, request, signal) {
      clearTimeout(idle);
      callsOpen++;
      try {
        return await send(await current(), await loadCodec(), { name, request, signal });
      } finally {
        callsOpen--;
        if (callsOpen === 0 && !isClosed) {
          idle = setTimeout(() => void stop(), idle_ms);
          idle.unref();
        }
      }
    },
    async close() {
      isClosed = true;
      clearTimeout(idle);
      await stop();
    },
  };
}

/** Entitlements of a type are answered like those of one resource. */
const answerOf = (name: CallName): MessageName =>
  name === 'ListStaticEntitlements' ? 'ListEntitlementsResponse' : `${name}Response`;

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
