import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { Duplex } from 'node:stream';
import tls from 'node:tls';
import { receiverTls } from '../receiver-tls.ts';
import { MESSAGE, MessageReader, writeMessage } from './packets.ts';
import { type Login, readBatch, readCall, readLogin, type SqlRequest } from './requests.ts';
import {
  answerAttention,
  answerDone,
  answerError,
  answerLogin,
  answerPrelogin,
  answerRows,
  type RowSet,
  readPrelogin,
  type ServerError,
} from './tokens.ts';

export type SqlAnswer = RowSet | 'done' | { error: ServerError } | 'cut';

/** What answers behind the wire. */
export interface SqlEngine {
  /** Who it is; or what the server says instead. */
  login(login: Login): { session: unknown } | { error: ServerError };
  answer(session: unknown, request: SqlRequest): SqlAnswer | Promise<SqlAnswer>;
}

export interface TdsServer {
  port: number;
  close(): Promise<void>;
}

/** SQL Server's protocol on loopback: TDS 7.4, its TLS wrapped in messages, logins by password and by access token. */
export async function startTdsServer(engine: SqlEngine): Promise<TdsServer> {
  const open = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
    serve(socket, engine);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

function serve(socket: net.Socket, engine: SqlEngine): void {
  const plain = new MessageReader();
  let secure: ReturnType<typeof secureChannel> | null = null;
  socket.on('data', (chunk) => {
    if (secure?.isEstablished()) return secure.receive(chunk);
    for (const { type, payload } of plain.push(chunk)) {
      if (type !== MESSAGE.prelogin) return void socket.destroy();
      if (secure) {
        secure.receive(payload);
        continue;
      }
      const { federation } = readPrelogin(payload);
      socket.write(writeMessage({ type: MESSAGE.answer, payload: answerPrelogin(federation) }));
      secure = secureChannel(socket);
      converse(secure.clear, engine);
    }
  });
}

/** TLS whose handshake travels inside messages; behind it, messages travel inside TLS. */
function secureChannel(socket: net.Socket) {
  let isEstablished = false;
  let flight: Buffer[] = [];
  const flush = () => {
    if (flight.length === 0) return;
    const payload = Buffer.concat(flight);
    flight = [];
    socket.write(isEstablished ? payload : writeMessage({ type: MESSAGE.prelogin, payload }));
  };
  const wire = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      flight.push(chunk);
      // What belongs together is written at once; a client waits for one message in answer to its own.
      if (isEstablished) flush();
      else setImmediate(flush);
      done();
    },
  });
  const clear = new tls.TLSSocket(wire, {
    isServer: true,
    secureContext: tls.createSecureContext({ ...receiverTls, maxVersion: 'TLSv1.2' }),
  });
  clear.on('secure', () =>
    setImmediate(() => {
      flush();
      isEstablished = true;
    }),
  );
  clear.on('error', () => socket.destroy());
  clear.on('close', () => socket.destroy());
  socket.on('close', () => clear.destroy());
  return { clear, isEstablished: () => isEstablished, receive: (chunk: Buffer) => void wire.push(chunk) };
}

/** One client, from its login on. A second request comes only after the answer to the first, or to stop it. */
function converse(clear: tls.TLSSocket, engine: SqlEngine): void {
  const reader = new MessageReader();
  let session: { session: unknown } | null = null;
  let running = 0;
  const write = (payload: Buffer) => clear.write(writeMessage({ type: MESSAGE.answer, payload }));

  const run = async (request: SqlRequest, isCall: boolean): Promise<void> => {
    const mine = ++running;
    const answer = /^\s*set\s/i.test(request.text)
      ? 'done'
      : await engine.answer((session as { session: unknown }).session, request);
    if (mine !== running) return;
    if (answer === 'cut') return void clear.destroy();
    if (answer === 'done') write(answerDone(isCall));
    else if ('error' in answer) write(answerError(answer.error, isCall));
    else write(answerRows(answer, isCall));
  };

  clear.on('data', (chunk: Buffer) => {
    for (const { type, payload } of reader.push(chunk)) {
      if (type === MESSAGE.login) {
        const login = readLogin(payload);
        const known = engine.login(login);
        if ('error' in known) {
          write(answerError(known.error, false));
          continue;
        }
        session = known;
        write(answerLogin({ database: login.database, is_federated: login.token !== null }));
      } else if (type === MESSAGE.attention) {
        running++;
        write(answerAttention());
      } else if (session && (type === MESSAGE.batch || type === MESSAGE.rpc)) {
        const isCall = type === MESSAGE.rpc;
        void run(isCall ? readCall(payload) : readBatch(payload), isCall);
      } else clear.destroy();
    }
  });
}
