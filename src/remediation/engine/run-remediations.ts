import { v7 as uuidv7 } from 'uuid';
import type { Loop } from '../../platform/background/run-loop.ts';
import { runTenants } from '../../platform/background/run-tenants.ts';
import { dueWork } from '../../platform/background/tenants-with.sql.ts';
import { type SpanOptions, traced } from '../../platform/tracing/tracing.ts';
import { executeRemediation } from './execute-remediation.ts';
import { LEASE_MS, type RemediationContext } from './remediation-context.ts';
import { claimRemediations, type RemediationWork } from './work.sql.ts';

/** Few of a tenant: platforms throttle, and one that hangs must not hold many others up. */
const AT_ONCE = 4;
const TENANTS_AT_ONCE = 8;

/** Carries out what is due of one tenant. Answers how many remediations were looked at. */
export async function remediateTenant(context: RemediationContext, tenantId: number): Promise<number> {
  const lease = uuidv7();
  const claim = { now: context.now(), lease, lease_ms: LEASE_MS, limit: AT_ONCE };
  const due = await context.db.transaction(tenantId, (tx) => claimRemediations(tx, claim));
  await Promise.all(
    due.map((work) =>
      traced(context.tracing, `remediation ${work.operation}`, spanOf(tenantId, work), () =>
        executeRemediation(context, tenantId, work, lease),
      ),
    ),
  );
  return due.length;
}

const spanOf = (tenantId: number, { id, attempts }: RemediationWork): SpanOptions => ({
  kind: 'consumer',
  attributes: { 'lapse.tenant_id': tenantId, 'lapse.remediation_id': id, 'lapse.attempt': attempts + 1 },
});

/** Any number of these may run, beside the pipeline: each remediation is in one worker's hands at a time. */
export function runRemediations(context: RemediationContext): Loop {
  return runTenants({
    context,
    at_once: TENANTS_AT_ONCE,
    due: () => dueWork(context, 'remediations'),
    turn: (tenantId, { take }) =>
      take('removals', async () => (await remediateTenant(context, tenantId)) > 0),
  });
}
