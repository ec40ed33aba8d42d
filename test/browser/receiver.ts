import { spawn } from 'node:child_process';
import { once } from 'node:events';

const PROGRAM = `
import { createServer } from 'node:http';
let status = 200;
const server = createServer(async (request, response) => {
  if (request.url.startsWith('/answer/')) {
    status = Number(request.url.slice('/answer/'.length));
    return response.end();
  }
  for await (const _ of request);
  response.writeHead(status).end(status === 200 ? 'thank you' : 'the ticket system is down');
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

export interface Receiver {
  url: string;
  /** With which status it answers from now on. */
  answer(status: number): Promise<void>;
  stop(): void;
}

/** A receiver of webhooks in a process of its own. */
export async function startReceiver(): Promise<Receiver> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  const origin = `http://127.0.0.1:${String(port).trim()}`;
  return {
    url: `${origin}/hooks/lapse`,
    answer: async (status) => {
      await fetch(`${origin}/answer/${status}`);
    },
    stop: () => {
      child.kill();
    },
  };
}
