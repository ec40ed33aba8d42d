import type { Querier } from '../../platform/database/database.ts';
import { ExpiringMap } from '../../platform/expiring-map.ts';
import { DEFAULT_POLICY, type ModelChange, type ModelVersion, type Policy } from './policy.rules.ts';
import { isObject } from './validate-policy.rules.ts';

export type StoredPolicy = {
  version: number;
  policy: Policy;
  changed_by: string;
  /** Null: never changed, version 0. One is stored for organisations from before the second model was the default. */
  changed_at: string | null;
  /** The job that recomputes the lapse dates. */
  job_id: string | null;
};

const UNCHANGED: StoredPolicy = {
  version: 0,
  policy: DEFAULT_POLICY,
  changed_by: 'system',
  changed_at: null,
  job_id: null,
};

/** The policy in force. Whoever writes lapse dates must ask here: a remembered one may be a change behind. */
export async function loadPolicy(q: Querier): Promise<StoredPolicy> {
  const rows = await q.query<StoredPolicy>(
    `SELECT version, policy, changed_by, CASE WHEN version > 0 THEN changed_at END AS changed_at, job_id FROM policies
     WHERE tenant_id = $1 ORDER BY version DESC LIMIT 1`,
    [q.tenant_id],
  );
  return rows[0] ? { ...rows[0], policy: completePolicy(rows[0].policy) } : UNCHANGED;
}

/** The policy that was in force just before an instant. */
export async function loadPolicyBefore(q: Querier, instant: string): Promise<Policy> {
  const rows = await q.query<{ policy: Policy }>(
    `SELECT policy FROM policies WHERE tenant_id = $1 AND changed_at < $2 ORDER BY version DESC LIMIT 1`,
    [q.tenant_id, instant],
  );
  return rows[0] ? completePolicy(rows[0].policy) : DEFAULT_POLICY;
}

/** From when on which score model was in force, ascending; before all of them it was the default. */
export async function loadModelChanges(q: Querier): Promise<ModelChange[]> {
  const rows = await q.query<{ changed_at: string; model_version: ModelVersion }>(
    `SELECT changed_at, ${MODEL_OF_POLICY} AS model_version FROM policies WHERE tenant_id = $1 ORDER BY version`,
    [q.tenant_id],
  );
  return rows.map(({ changed_at, model_version }) => ({ at: Date.parse(changed_at), model_version }));
}

/** SQL. */
export const MODEL_OF_POLICY = `coalesce((policy ->> 'model_version')::integer, ${DEFAULT_POLICY.model_version})`;

/** A policy that was stored before a field existed has the field's default. */
function completePolicy(stored: Policy): Policy {
  return completed(stored, DEFAULT_POLICY) as Policy;
}

function completed(stored: unknown, defaults: unknown): unknown {
  if (stored === undefined) return defaults;
  if (!isObject(defaults) || !isObject(stored)) return stored;
  const names = Object.keys({ ...defaults, ...stored });
  return Object.fromEntries(
    names.map((name) => [name, completed(Reflect.get(stored, name), Reflect.get(defaults, name))]),
  );
}

const REMEMBERED_MS = 1_000;
const TENANTS_MAX = 10_000;

/** The policy for showing scores, at most a second old, so that a read is one statement and not two. */
export class RecentPolicies {
  readonly #policies = new ExpiringMap<StoredPolicy>(TENANTS_MAX);

  async get(q: Querier): Promise<StoredPolicy> {
    const key = String(q.tenant_id);
    const remembered = this.#policies.get(key, Date.now());
    if (remembered) return remembered;
    // Taken before the statement: what is committed while it runs may not be in its answer.
    const now_ms = Date.now();
    const policy = await loadPolicy(q);
    this.#policies.set(key, policy, { now_ms, expires_ms: now_ms + REMEMBERED_MS });
    return policy;
  }

  forget(tenantId: number): void {
    this.#policies.delete(String(tenantId));
  }
}

/** Null when somebody else has made this version meanwhile. */
export async function insertPolicy(
  tx: Querier,
  { version, policy, changed_by, job_id }: Omit<StoredPolicy, 'changed_at'>,
): Promise<StoredPolicy | null> {
  const rows = await tx.query<StoredPolicy>(
    `INSERT INTO policies (tenant_id, version, policy, changed_by, job_id) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (tenant_id, version) DO NOTHING
     RETURNING version, policy, changed_by, changed_at, job_id`,
    [tx.tenant_id, version, JSON.stringify(policy), changed_by, job_id],
  );
  return rows[0] ? { ...rows[0], policy: completePolicy(rows[0].policy) } : null;
}
