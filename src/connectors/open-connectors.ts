import path from 'node:path';
import { storedDirectory } from '../core/directory/directory-rows.sql.ts';
import type { Database } from '../platform/database/database.ts';
import type { OpenConnector } from '../remediation/engine/remediation-context.ts';
import { batonType } from './baton/baton-connector.ts';
import { ConnectorError, type ConnectorType } from './connector.ts';
import { type ConnectorSetup, connect } from './connector-setup.ts';
import { connectorAccess } from './connectors.sql.ts';
import { databricksType } from './databricks/databricks-connector.ts';
import { directoryConnector } from './directory/directory-connector.ts';
import { entraType } from './entra/entra-connector.ts';
import { fabricType } from './fabric/fabric-connector.ts';
import { postgresType } from './postgres/postgres-connector.ts';
import { ANYTHING, type ConnectorReach } from './reach.rules.ts';
import { synapseType } from './synapse/synapse-connector.ts';

/** Every platform that can be connected. */
const typesWithin = (reach: ConnectorReach): readonly ConnectorType[] =>
  [
    postgresType,
    entraType,
    databricksType,
    synapseType,
    fabricType,
    batonType(reach),
  ] as unknown as readonly ConnectorType[];

/** For somebody at a terminal of this machine, who is its operator. */
export const connectorTypes = (env: NodeJS.ProcessEnv = process.env): readonly ConnectorType[] =>
  typesWithin({ ...ANYTHING, baton_dir: env.BATON_DIR ? path.resolve(env.BATON_DIR) : null });

export function connectorSetup(secretsKey: Buffer, reach: ConnectorReach): ConnectorSetup {
  const types = new Map(typesWithin(reach).map((type) => [type.platform, type]));
  return { types, secrets_key: secretsKey, reach };
}

/** The connector of a remediation: a connected platform's, or the built-in one for what was imported. */
export function createOpenConnector(db: Database, setup: ConnectorSetup): OpenConnector {
  const now = (): Date => new Date();
  return async (tenantId, connectorId) => {
    if (connectorId === null) return directoryConnector(storedDirectory(db, tenantId), { now });
    const access = await connectorAccess(db.tenant(tenantId), connectorId);
    if (!access) throw new ConnectorError('not_supported', 'The connector was removed from Lapse.');
    return connect(setup, tenantId, access, now);
  };
}
