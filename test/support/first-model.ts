import { DEFAULT_POLICY, type Policy } from '../../src/core/policy/policy.rules.ts';
import type { TestDatabase } from './database.ts';

export const FIRST_MODEL: Policy = { ...DEFAULT_POLICY, model_version: 1 };

/** For tests of what the first model computes: as organisations have it that were there before the second was the default. */
export async function keepFirstModel({ admin }: TestDatabase): Promise<void> {
  await admin(
    `INSERT INTO policies (tenant_id, version, policy, changed_by, changed_at)
     SELECT tenant_id, 0, '{"model_version": 1}', 'system', 'epoch' FROM tenants`,
  );
}
