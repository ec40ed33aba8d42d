import pg from 'pg';
import { runTenantQuery, type Statement } from './tenant-query.ts';
import { asUnavailable } from './unavailable.ts';

interface Lane {
  client: pg.Client;
  connected: Promise<unknown>;
  is_connected: boolean;
  in_flight: number;
}

interface Corkable {
  cork(): void;
  uncork(): void;
}

interface LaneOptions {
  lanes_max: number;
  connect_ms_max: number;
  onConnect: (client: pg.Client) => void;
  /** On a connection of its own: for a statement that the server has broken off because others wait behind it. */
  runApart: (tenantId: number, statement: Statement) => Promise<pg.QueryResultRow[]>;
}

const BROKEN_OFF = '57014';

/**
 * Runs single statements on a few shared connections, many in flight on each. Requests that arrive together leave
 * in one write and come back in few reads: system calls cost more than the statements. Every statement ends in its
 * own Sync, so it is its own transaction and its failure is its own.
 */
export function createReadPipeline(
  settings: pg.ClientConfig,
  { lanes_max, connect_ms_max, onConnect, runApart }: LaneOptions,
) {
  const lanes: Lane[] = [];

  function openLane(): Lane {
    // The types do not know the option yet.
    const pipelined = { pipeline: true } as pg.ClientConfig;
    const client = new pg.Client({ ...settings, ...pipelined, connectionTimeoutMillis: connect_ms_max });
    const lane: Lane = { client, connected: client.connect(), is_connected: false, in_flight: 0 };
    const forget = (): void => {
      const index = lanes.indexOf(lane);
      if (index !== -1) lanes.splice(index, 1);
    };
    // Queries in flight are told by the client itself; the next one opens a new lane.
    client.on('error', forget);
    client.on('end', forget);
    lane.connected.then(() => {
      lane.is_connected = true;
      onConnect(client);
    }, forget);
    lanes.push(lane);
    return lane;
  }

  function pickLane(): Lane {
    let best: Lane | undefined;
    for (const lane of lanes) if (!best || lane.in_flight < best.in_flight) best = lane;
    if (best && (best.in_flight === 0 || lanes.length >= lanes_max)) return best;
    return openLane();
  }

  return {
    async query<Row extends pg.QueryResultRow>(tenantId: number, statement: Statement): Promise<Row[]> {
      const lane = pickLane();
      lane.in_flight += 1;
      try {
        if (!lane.is_connected) await lane.connected;
        holdWritesUntilLoopTurns(lane.client);
        return await runTenantQuery<Row>(lane.client, tenantId, statement);
      } catch (error) {
        if ((error as { code?: string }).code !== BROKEN_OFF) throw asUnavailable(error);
      } finally {
        lane.in_flight -= 1;
      }
      return (await runApart(tenantId, statement)) as Row[];
    },
    async close() {
      await Promise.all(lanes.map((lane) => lane.connected.then(() => lane.client.end()).catch(() => {})));
    },
  };
}

const held = new WeakSet<Corkable>();

function holdWritesUntilLoopTurns(client: pg.Client): void {
  const { stream } = (client as unknown as { connection: { stream: Corkable } }).connection;
  if (held.has(stream)) return;
  held.add(stream);
  stream.cork();
  setImmediate(() => {
    held.delete(stream);
    stream.uncork();
  });
}
