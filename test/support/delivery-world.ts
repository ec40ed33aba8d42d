import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditType } from '../../src/audit/types.rules.ts';
import { type DeliveryRow, listDeliveries } from '../../src/webhooks/deliveries.sql.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { type Receiver, startReceiver } from './webhook-receiver.ts';
import { happen, register, startWorker } from './webhook-world.ts';

/** Real receivers and workers around one store. What is not said otherwise is about tenant a. */
export interface DeliveryWorld {
  store: TestDatabase;
  a: number;
  /** These end with the test. */
  receive(...options: Parameters<typeof startReceiver>): Promise<Receiver>;
  work(given?: Parameters<typeof startWorker>[1]): void;
  register(url: string, event_types?: string[]): Promise<string>;
  happen(count: number, type?: AuditType): Promise<string[]>;
  deliveries(endpointId: string): Promise<DeliveryRow[]>;
  /** After each test: no endpoint, nothing on its way. */
  reset(): Promise<void>;
}

export async function createDeliveryWorld(): Promise<DeliveryWorld> {
  const store = await createTestDatabase(12);
  const { a } = store.tenants;
  const closing: (() => Promise<void>)[] = [];
  return {
    store,
    a,
    async receive(...options) {
      const receiver = await startReceiver(...options);
      closing.push(receiver.close);
      return receiver;
    },
    work(given = {}) {
      closing.push(startWorker(store, given).stop);
    },
    register: (url, event_types) => register(store, a, url, event_types),
    happen: (count, type) => happen(store, a, count, type),
    deliveries: async (id) =>
      (await listDeliveries(store.db.tenant(a), id, {}, { limit: 1_000, after: null, offset: 0 })).items,
    async reset() {
      for (const close of closing.splice(0).reverse()) await close();
      await store.admin('TRUNCATE webhooks, webhook_events, webhook_deliveries');
    },
  };
}

/** For what does not happen at all. On a machine that others use, what does happen may take its time. */
const PATIENCE_MS = 120_000;

export async function until<T>(look: () => Promise<T>, isIt: (found: T) => boolean): Promise<T> {
  for (const begun = performance.now(); ; ) {
    const found = await look();
    if (isIt(found)) return found;
    if (performance.now() - begun > PATIENCE_MS)
      throw new Error(`what was waited for did not happen; last: ${JSON.stringify(found)}`);
    await sleep(10);
  }
}
