import type { Database } from '../platform/database/database.ts';
import { type Connector, ConnectorError, type Health } from './connector.ts';
import {
  type ConnectorSetup,
  connect,
  requireAccess,
  requireSettings,
  requireType,
} from './connector-setup.ts';

const TIMEOUT_MS = 15_000;

/** Can the platform be reached, and may Lapse do there what it must? No transaction is open meanwhile. */
export async function testConnector(
  db: Database,
  setup: ConnectorSetup,
  { tenant_id, id }: { tenant_id: number; id: string },
): Promise<Health> {
  const access = await requireAccess(db.tenant(tenant_id), id);
  return healthOf(() => connect(setup, tenant_id, access, () => new Date()));
}

/** The same of settings that nobody has saved. They go nowhere but to the platform, which is told to refuse changes. */
export async function testSettings(
  setup: ConnectorSetup,
  given: { platform: string; settings: Record<string, unknown> },
  timeout_ms = TIMEOUT_MS,
): Promise<Health> {
  const type = requireType(setup, given.platform);
  const settings = requireSettings(setup, type, given.settings);
  return healthOf(() => type.connect(settings, { now: () => new Date(), read_only: true }), timeout_ms);
}

async function healthOf(open: () => Connector, timeout_ms = TIMEOUT_MS): Promise<Health> {
  try {
    const connector = open();
    try {
      return await connector.check({ timeout_ms });
    } finally {
      await connector.close().catch(() => {});
    }
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return { ok: false, message: error.message, version: null, latency_ms: null, missing: [] };
  }
}
