import { type ConnectorSetup, connect } from './commands/connector-setup.ts';
import { ConnectorError, type ConnectorType } from './connectors/connector.ts';
import { directoryConnector } from './connectors/directory/directory-connector.ts';
import { postgresType } from './connectors/postgres/postgres-connector.ts';
import type { ConnectorReach } from './domain/connector-reach.ts';
import type { OpenConnector } from './pipeline/remediation-context.ts';
import { connectorAccess } from './store/connectors.ts';
import type { Database } from './store/database.ts';
import { storedDirectory } from './store/directory-rows.ts';

/** Every platform that can be connected. */
const TYPES = [postgresType] as unknown as readonly ConnectorType[];

export function connectorSetup(secretsKey: Buffer, reach: ConnectorReach): ConnectorSetup {
  return { types: new Map(TYPES.map((type) => [type.platform, type])), secrets_key: secretsKey, reach };
}

/** The connector of a removal: a connected platform's, or the built-in one for what was imported. */
export function createOpenConnector(db: Database, setup: ConnectorSetup): OpenConnector {
  const now = (): Date => new Date();
  return async (tenantId, connectorId) => {
    if (connectorId === null) return directoryConnector(storedDirectory(db, tenantId), { now });
    const access = await connectorAccess(db.tenant(tenantId), connectorId);
    if (!access) throw new ConnectorError('not_supported', 'The connector was removed from Lapse.');
    return connect(setup, tenantId, access, now);
  };
}
