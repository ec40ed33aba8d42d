import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { opensLog } from '../../audit/log/signing-key.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tenant } from '../../platform/tenants/tenant.rules.ts';
import { type Finding, ok, problem } from './finding.ts';

/** The configured key, or the one of the data directory; null when there is none yet. Makes none. */
export async function readSecretsKey({
  secrets_key,
  data_dir,
}: Pick<Config, 'secrets_key' | 'data_dir'>): Promise<Buffer | null> {
  if (secrets_key !== null) return secrets_key;
  const contents = await readFile(path.join(data_dir, 'keys', 'secrets.key'), 'utf8').catch(() => null);
  return contents === null ? null : Buffer.from(contents, 'base64');
}

/** Does the key open what is stored? Every log has a sealed signing key, so there is one to try per tenant. */
export async function examineSecrets(
  db: Database,
  tenants: readonly Tenant[],
  secretsKey: Buffer | null,
): Promise<Finding> {
  const check = 'secrets';
  const opened = await Promise.all(
    tenants.map(({ tenant_id }) => opensLog(db.tenant(tenant_id), secretsKey ?? Buffer.alloc(32))),
  );
  const tried = opened.filter((result) => result !== null);
  if (tried.length === 0) return ok(check, 'Nothing is sealed with SECRETS_KEY yet.');
  const shut = tried.filter((result) => !result).length;
  if (shut === 0) return ok(check, 'SECRETS_KEY opens what is stored.');
  return problem(
    check,
    `SECRETS_KEY does not open the signing keys of ${shut} of ${tried.length} audit logs.`,
    'Set the key that the data was stored with; it belongs to the backup (keys/secrets.key of the data directory).',
  );
}
