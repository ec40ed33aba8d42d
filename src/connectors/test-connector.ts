import type { Database } from '../platform/database/database.ts';
import { ConnectorError, type Health } from './connector.ts';
import { type ConnectorSetup, connect, requireAccess } from './connector-setup.ts';

const TIMEOUT_MS = 15_000;

/** Can the platform be reached, and may Lapse do there what it must? No transaction is open meanwhile. */
export async function testConnector(
  db: Database,
  setup: ConnectorSetup,
  { tenant_id, id }: { tenant_id: number; id: string },
): Promise<Health> {
  const access = await requireAccess(db.tenant(tenant_id), id);
  try {
    const connector = connect(setup, tenant_id, access, () => new Date());
    try {
      return await connector.check({ timeout_ms: TIMEOUT_MS });
    } finally {
      await connector.close().catch(() => {});
    }
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return { ok: false, message: error.message, version: null, latency_ms: null, missing: [] };
  }
}
