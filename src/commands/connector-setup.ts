import type { Connector, ConnectorType } from '../connectors/connector.ts';
import { ConnectorError } from '../connectors/connector.ts';
import { LapseError } from '../domain/errors.ts';
import { type ConnectorAccess, connectorAccess } from '../store/connectors.ts';
import type { Querier } from '../store/database.ts';
import { openConnectorSecrets, type SplitSettings, splitSecrets } from './connector-secrets.ts';

/** What the program knows about platforms, and the key of their secrets. */
export interface ConnectorSetup {
  types: ReadonlyMap<string, ConnectorType>;
  secrets_key: Buffer;
}

/** Checked by the platform's own rules; what is wrong is named, without repeating a secret. */
export function requireSettings(type: ConnectorType, given: object): SplitSettings {
  const read = type.readSettings(given);
  if ('settings' in read) return splitSecrets(type.settings, read.settings as object);
  const faults = read.faults.map((fault) => ({ ...fault, loc: ['body', 'settings', ...fault.loc] }));
  const summary = faults.map((fault) => `${fault.loc.join('.')} ${fault.msg}`).join('; ');
  throw new LapseError('invalid_request', summary, faults);
}

export function requireType({ types }: ConnectorSetup, platform: string): ConnectorType {
  const type = types.get(platform);
  if (type) return type;
  const msg = `expected one of ${[...types.keys()].join(', ')}`;
  throw new LapseError('invalid_request', `body.platform ${msg}`, [
    { loc: ['body', 'platform'], msg, type: 'not_one_of' },
  ]);
}

/** Opens nothing yet: the first call does. */
export function connect(
  { types, secrets_key }: ConnectorSetup,
  tenantId: number,
  access: ConnectorAccess,
  now: () => Date,
): Connector {
  const type = types.get(access.platform);
  if (!type) throw new ConnectorError('not_supported', `There is no connector for ${access.platform}.`);
  const secrets = openConnectorSecrets(
    secrets_key,
    { tenant_id: tenantId, connector_id: access.id },
    access.sealed_secrets,
  );
  const read = type.readSettings({ ...access.settings, ...secrets });
  if ('faults' in read) throw new ConnectorError('invalid_settings', 'Its settings are no longer valid.');
  return type.connect(read.settings, { now });
}

export async function requireAccess(q: Querier, id: string): Promise<ConnectorAccess> {
  const access = await connectorAccess(q, id);
  if (!access) throw new LapseError('not_found', 'There is no connector with this id.');
  return access;
}
