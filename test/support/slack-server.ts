import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SlackCall {
  method: string;
  token: string | null;
  fields: Record<string, string>;
}

/** What Lapse sends, as far as tests look into it. */
interface SentFields {
  channel: string;
  ts: string;
  blocks: { type: string; elements?: { action_id: string; value: string }[] }[];
  view: Record<string, unknown>;
}

/** What the API of Slack does, on loopback, as far as Lapse asks. */
export interface SlackServer {
  url: string;
  calls: SlackCall[];
  /** Whom it knows, by address. */
  users: Map<string, Record<string, unknown>>;
  /** What it answers to a method instead. */
  answers: Map<string, { status?: number; body?: unknown; headers?: Record<string, string> }>;
  /** The fields of the latest call of a method, JSON among them read. */
  latest(method: string): SentFields;
  close(): Promise<void>;
}

export const TEAM = 'T0LAPSE';

export async function startSlack(): Promise<SlackServer> {
  const http = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const method = (request.url ?? '').replace(/^\/api\//, '');
      const fields = Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString()));
      const token = request.headers.authorization?.replace(/^Bearer /, '') ?? null;
      slack.calls.push({ method, token, fields });
      const { status = 200, body, headers = {} } = slack.answers.get(method) ?? {};
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers });
      response.end(JSON.stringify(body ?? answer(method, fields)));
    });
  });
  const answer = (method: string, fields: Record<string, string>): object => {
    if (method !== 'users.lookupByEmail') return { ok: true, channel: 'D0OLAF', ts: '1700000000.000100' };
    const user = slack.users.get(fields.email ?? '');
    return user === undefined ? { ok: false, error: 'users_not_found' } : { ok: true, user };
  };
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const slack: SlackServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/api`,
    calls: [],
    users: new Map(),
    answers: new Map(),
    latest: (method) => {
      const call = slack.calls.findLast((each) => each.method === method);
      if (call === undefined) throw new Error(`${method} was not called`);
      const read: unknown = Object.fromEntries(
        Object.entries(call.fields).map(([name, value]) => [
          name,
          /^[[{]/.test(value) ? JSON.parse(value) : value,
        ]),
      );
      return read as SentFields;
    },
    close: () =>
      new Promise((resolve) => {
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
  return slack;
}

export const slackUser = (id: string, email: string, more: object = {}): Record<string, unknown> => ({
  id,
  team_id: TEAM,
  deleted: false,
  is_bot: false,
  // As long as Slack's are.
  profile: { email, image_512: `https://avatars.example/${'x'.repeat(6_000)}` },
  ...more,
});
