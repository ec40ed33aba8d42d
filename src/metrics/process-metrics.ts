import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../platform/database/database.ts';

interface AnsweredRequest {
  method: string;
  /** The pattern, never the path; undefined when no route matched. */
  route: string | undefined;
  status: number;
  seconds: number;
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const LATENCY_BOUNDS_S = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Figures of this process alone: requests, event loop, memory, its pool of connections. */
export function createProcessMetrics(db: Database, version: string) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'lapse_http_request_duration_seconds',
    help: 'Time until a request was answered.',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCY_BOUNDS_S,
    registers: [registry],
  });
  new Gauge({
    name: 'lapse_database_connections',
    help: 'Connections of the pool of this process that are used or idle, and callers who wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, connections] of Object.entries(db.poolUse())) this.set({ state }, connections);
    },
  });
  new Gauge({
    name: 'lapse_build_info',
    help: 'Which version this process is.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version }, 1);

  return {
    observeRequest: ({ method, route, status, seconds }: AnsweredRequest) =>
      requests.observe(
        {
          method: METHODS.has(method) ? method : 'OTHER',
          route: route ?? 'none',
          status: `${Math.floor(status / 100)}xx`,
        },
        seconds,
      ),
    text: () => registry.metrics(),
  };
}
