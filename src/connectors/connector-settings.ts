import { statSync } from 'node:fs';
import path from 'node:path';
import { type Faults, type Get, list } from '../platform/config/settings.ts';
import { type ConnectorReach, namedHostFault } from './reach.rules.ts';

/** With authentication off the caller is the operator. */
export function connectorReach(faults: Faults, get: Get, authDisabled: boolean): ConnectorReach {
  const hosts = get('CONNECTOR_HOSTS');
  const logDir = get('CONNECTOR_LOG_DIR');
  if (logDir !== null && !path.isAbsolute(logDir))
    faults.add('CONNECTOR_LOG_DIR', `is "${logDir}"; expected an absolute path`);
  const batonDir = get('BATON_DIR');
  if (batonDir !== null && !isDirectory(batonDir))
    faults.add('BATON_DIR', `is "${batonDir}"; expected the absolute path of a directory that can be read`);
  const named = list(hosts);
  for (const name of named) {
    const fault = namedHostFault(name);
    if (fault) faults.add('CONNECTOR_HOSTS', `has "${name}"; ${fault}`);
  }
  const isAny = named.includes('*') || (hosts === null && authDisabled);
  return {
    hosts: isAny ? null : named,
    log_dir: logDir === null ? (authDisabled ? null : '') : path.normalize(logDir),
    baton_dir: batonDir,
  };
}

function isDirectory(directory: string): boolean {
  return (
    path.isAbsolute(directory) && (statSync(directory, { throwIfNoEntry: false })?.isDirectory() ?? false)
  );
}
