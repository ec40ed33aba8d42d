import { statSync } from 'node:fs';
import { offeredPrograms } from '../../connectors/baton/programs.ts';
import { testConnector } from '../../connectors/check-connector.ts';
import type { ConnectorSetup } from '../../connectors/connector-setup.ts';
import { listConnectors } from '../../connectors/connectors.sql.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Tenant } from '../../platform/tenants/tenant.rules.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const CHECK = 'connector';
const CONNECTORS_MAX = 100;

/** Each platform as a remediation or a sync would find it. */
export async function examineConnectors(
  db: Database,
  tenants: readonly Tenant[],
  setup: ConnectorSetup,
): Promise<Finding[]> {
  const findings: Promise<Finding[]>[] = [];
  for (const { tenant_id, tid } of tenants) {
    const { items } = await listConnectors(db.tenant(tenant_id), {
      limit: CONNECTORS_MAX,
      after: null,
      offset: 0,
    });
    for (const connector of items) {
      const name = `${connector.platform} "${connector.name}" of ${tid}`;
      if (!connector.enabled) findings.push(Promise.resolve([ok(CHECK, `${name} is turned off.`)]));
      else findings.push(examineConnector(db, setup, { tenant_id, id: connector.id, name }));
    }
  }
  const all = (await Promise.all(findings)).flat();
  return all.length > 0 ? all : [ok(CHECK, 'No platform is connected.')];
}

/** What tenants can run here. */
export function examinePrograms(directory: string | null): Finding[] {
  const check = 'baton';
  if (directory === null) return [];
  const offered = offeredPrograms(directory);
  const findings =
    offered.length > 0
      ? [ok(check, `BATON_DIR offers ${offered.join(', ')}.`)]
      : [
          warning(
            check,
            'BATON_DIR offers no program.',
            'Put executable files there that not everybody may write; links are not followed.',
          ),
        ];
  if ((statSync(directory).mode & 0o002) !== 0)
    findings.push(
      problem(check, 'Everybody on this machine may put programs into BATON_DIR.', `chmod o-w ${directory}`),
    );
  return findings;
}

async function examineConnector(
  db: Database,
  setup: ConnectorSetup,
  { tenant_id, id, name }: { tenant_id: number; id: string; name: string },
): Promise<Finding[]> {
  const fix = `Fix the platform or PATCH /v1/connectors/${id}, then POST /v1/connectors/${id}/test.`;
  try {
    const { ok: isWell, message, missing } = await testConnector(db, setup, { tenant_id, id });
    if (!isWell) return [problem(CHECK, `${name}: ${message}`, fix)];
    if (missing.length === 0) return [ok(CHECK, `${name}: ${message}`)];
    return missing.map(({ ability, what }) =>
      warning(CHECK, `${name} cannot ${ability.replace('_', ' ')}.`, what),
    );
  } catch (error) {
    return [problem(CHECK, `${name}: ${(error as Error).message}`, fix)];
  }
}
