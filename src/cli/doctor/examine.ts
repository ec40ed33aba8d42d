import { attachEmbeddedServer, findServerHome } from '@lapse/embedded-postgres';
import { type Config, loadConfig, type Mode } from '../../config.ts';
import { connectorSetup } from '../../connectors/open-connectors.ts';
import { type DatabaseConfig, explained } from '../../open-store.ts';
import type { Env } from '../../platform/config/read-env.ts';
import { type ConnectionSettings, type Database, openDatabase } from '../../platform/database/database.ts';
import { StartupError } from '../../platform/errors.ts';
import { createScrubber } from '../../platform/scrub-secrets.ts';
import type { Tenant } from '../../platform/tenants/tenant.rules.ts';
import { listTenants } from '../../platform/tenants/tenants.sql.ts';
import { examineConnectors, examinePrograms } from './connectors.ts';
import { examineDatabase } from './database.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { examineIdentityProviders } from './identity-provider.ts';
import { examineDisk, examineNode, examinePort } from './machine.ts';
import { examineSecrets, readSecretsKey } from './secrets.ts';

/** Everything a running Lapse depends on. It only reads; what it says holds no secret. */
export async function examine(
  mode: Mode,
  env: Env,
  databaseConfig: () => DatabaseConfig,
): Promise<Finding[]> {
  const scrub = createScrubber(env);
  const findings: Finding[] = [examineNode(new Date())];
  const { config, findings: faults } = examineConfiguration(mode, env);
  findings.push(...faults);
  // A fault elsewhere must not hide what is wrong with the database.
  const settings = config ?? attempt(databaseConfig);
  if (settings !== null) findings.push(...(await examineStore(settings, config)));
  if (config !== null) findings.push(await examinePort(config));
  return findings.map((finding) => ({
    ...finding,
    message: scrub(finding.message),
    fix: finding.fix === null ? null : scrub(finding.fix),
  }));
}

const attempt = <T>(work: () => T): T | null => {
  try {
    return work();
  } catch {
    return null;
  }
};

async function examineStore(settings: DatabaseConfig, config: Config | null): Promise<Finding[]> {
  const findings: Finding[] = [];
  if (settings.database_url === null) findings.push(await examineDisk(await clusterOf(settings.data_dir)));
  const connection = await connectionOf(settings);
  if (connection === null) {
    const message = 'The embedded server is not running, so its data were not looked at.';
    findings.push(ok('database', message), ...(await examineIdentityProviders(config?.oidc ?? null, null)));
    return findings;
  }
  for (const [setting, address] of addressesOf(settings))
    findings.push(...(await examineReach(setting, address)));
  if (findings.some(({ level, check }) => level === 'problem' && check === 'database')) return findings;

  const db = openDatabase({ connection, pool_size: 2, onError: () => {} });
  try {
    const { findings: found, is_current } = await examineDatabase(db, settings);
    findings.push(...found);
    if (config !== null) findings.push(...(await examineContents(db, config, is_current)));
  } finally {
    await db.close();
  }
  return findings;
}

/** What is stored there. With another schema nothing can be said about it. */
async function examineContents(db: Database, config: Config, isCurrent: boolean): Promise<Finding[]> {
  if (!isCurrent) return examineIdentityProviders(config.oidc, null);
  const tenants = await listTenants(db);
  const secretsKey = await readSecretsKey(config);
  const setup = connectorSetup(secretsKey ?? Buffer.alloc(32), config.connector_reach);
  return [
    await examineSecrets(db, tenants, secretsKey),
    ...(await examineIdentityProviders(config.oidc, tenants.length > 0 ? tenants : namedTenants(config))),
    ...(await examineConnectors(db, tenants, setup)),
    ...examinePrograms(config.connector_reach.baton_dir),
  ];
}

/** Those that a first start would register. */
const namedTenants = ({ tenants }: Config): Tenant[] =>
  tenants.map((tid) => ({ tenant_id: 0, tid, issuer: null }));

const clusterOf = async (dataDir: string): Promise<string> =>
  (await findServerHome(dataDir).catch(() => null)) ?? dataDir;

async function connectionOf(settings: DatabaseConfig): Promise<ConnectionSettings | null> {
  if (settings.database_url !== null) return { connectionString: settings.database_url };
  return (await attachEmbeddedServer(settings.data_dir))?.connection('application') ?? null;
}

function addressesOf(settings: DatabaseConfig): [string, string][] {
  const { database_url, migrations_database_url } = settings;
  return Object.entries({
    DATABASE_URL: database_url,
    MIGRATIONS_DATABASE_URL: migrations_database_url,
  }).filter((entry): entry is [string, string] => entry[1] !== null && database_url !== null);
}

async function examineReach(setting: string, address: string): Promise<Finding[]> {
  const db = openDatabase({ connection: { connectionString: address }, pool_size: 1, onError: () => {} });
  try {
    await explained(setting, address, () => db.registry('SELECT 1'));
    return [];
  } catch (error) {
    const fix =
      'Check the address, the password, pg_hba.conf, and that the server runs and this machine may reach it.';
    return [problem('database', (error as Error).message, fix)];
  } finally {
    await db.close();
  }
}

/** All faults of the configuration, and the configuration when there is none. */
export function examineConfiguration(mode: Mode, env: Env): { config: Config | null; findings: Finding[] } {
  try {
    const config = loadConfig(mode, env);
    const findings = config.warnings.map((text) =>
      warning('configuration', text, 'Set OIDC_ISSUER and OIDC_AUDIENCE, and AUTH_DISABLED=false.'),
    );
    if (findings.length === 0)
      findings.push(ok('configuration', `Every setting for "lapse ${mode}" is usable.`));
    return { config, findings };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    const faults = error.message.split('\n  - ').slice(1);
    return { config: null, findings: faults.map(faultFinding) };
  }
}

/** Faults read `NAME: what is wrong; expected what`. */
function faultFinding(fault: string): Finding {
  const [, what = fault, expected = ''] = /^(.*?); (.*)$/s.exec(fault) ?? [];
  return problem(
    'configuration',
    `${what}.`,
    expected === '' ? 'Change the setting.' : `${sentence(expected)}.`,
  );
}

const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
