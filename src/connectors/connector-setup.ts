import type { Querier } from '../platform/database/database.ts';
import { LapseError, required } from '../platform/errors.ts';
import type { Connector, ConnectorType } from './connector.ts';
import { ConnectorError } from './connector.ts';
import { openConnectorSecrets } from './connector-secrets.ts';
import { type ConnectorAccess, connectorAccess } from './connectors.sql.ts';
import { type ConnectorReach, fileFault, hostFault, urlFault } from './reach.rules.ts';

/** What the program knows about platforms, and the key of their secrets. */
export interface ConnectorSetup {
  types: ReadonlyMap<string, ConnectorType>;
  secrets_key: Buffer;
  reach: ConnectorReach;
}

/** Checked by the platform's own rules; what is wrong is named, without repeating a secret. */
export function requireSettings({ reach }: ConnectorSetup, type: ConnectorType, given: object): object {
  const read = readWithinReach(reach, type, given);
  if ('settings' in read) return read.settings as object;
  const faults = read.faults.map((fault) => ({ ...fault, loc: ['body', 'settings', ...fault.loc] }));
  const summary = faults.map((fault) => `${fault.loc.join('.')} ${fault.msg}`).join('; ');
  throw new LapseError('invalid_request', summary, faults);
}

const FAULTS = { host: hostFault, url: urlFault, file: fileFault };

/** Stored settings are held to the limits of today, too. */
function readWithinReach(
  reach: ConnectorReach,
  type: ConnectorType,
  given: object,
): ReturnType<ConnectorType['readSettings']> {
  const read = type.readSettings(given);
  if ('faults' in read) return read;
  const values = read.settings as Record<string, unknown>;
  const faults = type.settings.flatMap(({ name, reaches }) => {
    const value = values[name];
    if (reaches === undefined || typeof value !== 'string') return [];
    const msg = FAULTS[reaches](value, reach);
    return msg === null ? [] : [{ loc: [name], msg, type: 'out_of_reach' }];
  });
  return faults.length > 0 ? { faults } : read;
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
  { types, secrets_key, reach }: ConnectorSetup,
  tenantId: number,
  access: ConnectorAccess,
  now: () => Date,
): Connector {
  const type = types.get(access.platform);
  if (!type) throw new ConnectorError('not_supported', `There is no connector for ${access.platform}.`);
  const owner = { tenant_id: tenantId, id: access.id };
  const secrets = openConnectorSecrets(secrets_key, owner, access.sealed_secrets);
  const read = readWithinReach(reach, type, { ...access.settings, ...secrets });
  if ('faults' in read) {
    const why = read.faults.map((fault) => `${fault.loc.join('.')} ${fault.msg}`).join('; ');
    throw new ConnectorError('invalid_settings', `Its settings are no longer valid: ${why}.`);
  }
  return type.connect(read.settings, { now });
}

export const requireAccess = async (q: Querier, id: string) =>
  required(await connectorAccess(q, id), 'connector');
