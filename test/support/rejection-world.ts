import { type AcceptedEvent, unpackEvents } from '../../src/core/events/inbox.sql.ts';
import { createDevAuthenticate } from '../../src/gateway/tokens/token-verifier.ts';
import { createTestApp, type TestApp } from './app.ts';

/** Two tenants, of which A knows one principal and one asset, and the calls that send, list, replay and dismiss. */
export async function openRejectionWorld() {
  const service = await createTestApp({ streams: { stream_ms_max: 60_000 } });
  const other = await createTestApp({
    test: service.test,
    authenticate: (test) => createDevAuthenticate(test.tenants.b),
  });
  await service.import([
    { kind: 'principal', id: 'p1', display_name: 'One', type: 'user' },
    { kind: 'asset', id: 'a1', name: 'a1', type: 'table', platform: 'fabric' },
  ]);
  const post = (
    url: string,
    payload: unknown,
    headers: Record<string, string> = {},
    app: TestApp = service,
  ) =>
    app.call({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  const order = async (name: string, body: object, headers = {}, app = service) =>
    (await post(`/v1/events/rejections/${name}`, body, headers, app)).json();
  return {
    service,
    other,
    post,
    one: (more: object, headers = {}) => post('/v1/events', event(more), headers),
    batch: (events: unknown[], headers = {}) => post('/v1/events/batch', { events }, headers),
    stream: (payload: string, headers = {}) =>
      post('/v1/events/stream', payload, { 'content-type': 'application/x-ndjson', ...headers }),
    list: async (query = '', app = service) =>
      (await app.call({ url: `/v1/events/rejections${query}` })).json(),
    replay: (body: object = {}, headers = {}, app = service) => order('replay', body, headers, app),
    dismiss: (body: object = {}, headers = {}, app = service) => order('dismiss', body, headers, app),
    inbox: async (): Promise<AcceptedEvent[]> => {
      const rows = await service.test.admin('SELECT payload FROM inbox ORDER BY id');
      return rows.flatMap((row) => unpackEvents(String(row.payload)));
    },
    /** Old ones of tenant A, past the gateway. */
    fill: (count: number) =>
      service.test.admin(
        `INSERT INTO event_rejections (tenant_id, id, payload, is_cut, reason, source)
         SELECT $1, lpad(n::text, 6, '0'), '{}', false, 'old', 'batch' FROM generate_series(1, $2) AS n`,
        [service.test.tenants.a, count],
      ),
    addAsset: (id: string) =>
      service.import([{ kind: 'asset', id, name: id, type: 'table', platform: 'fabric' }]),
    clear: () => service.test.admin('TRUNCATE inbox, event_rejections, idempotency_keys'),
    close: () => service.close(),
  };
}

export type RejectionWorld = Awaited<ReturnType<typeof openRejectionWorld>>;

/** One that tenant A takes, unless something in it is changed. */
export const event = (more: object = {}) => ({
  principal_id: 'p1',
  asset_id: 'a1',
  action: 'query',
  timestamp: '2026-01-31T09:30:00Z',
  ...more,
});
