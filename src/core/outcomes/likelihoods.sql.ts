import type { Querier } from '../../platform/database/database.ts';
import { ExpiringMap } from '../../platform/expiring-map.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { LikelihoodFit } from './likelihood.rules.ts';

/** Null: nothing was ever answered, or nobody has looked yet. */
export async function loadLikelihoods(q: Querier): Promise<LikelihoodFit | null> {
  const rows = await q.query<LikelihoodFit & Record<string, unknown>>(
    'SELECT model_version, blocks FROM likelihoods WHERE tenant_id = $1',
    [q.tenant_id],
  );
  return rows[0] ?? null;
}

export async function saveLikelihoods(
  tx: Querier,
  { model_version, blocks }: LikelihoodFit,
  fittedAt: number,
): Promise<void> {
  await tx.query(
    `INSERT INTO likelihoods (tenant_id, model_version, blocks, fitted_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (tenant_id) DO UPDATE SET model_version = excluded.model_version, blocks = excluded.blocks,
       fitted_at = excluded.fitted_at`,
    [tx.tenant_id, model_version, JSON.stringify(blocks), isoInstant(fittedAt)],
  );
}

const REMEMBERED_MS = 1_000;
const TENANTS_MAX = 10_000;

/** For showing scores, at most a second old, so that a read is one statement and not two. */
export class RecentLikelihoods {
  readonly #fits = new ExpiringMap<{ fit: LikelihoodFit | null }>(TENANTS_MAX);

  async get(q: Querier): Promise<LikelihoodFit | null> {
    const key = String(q.tenant_id);
    // Taken before the statement, as of policies.
    const now_ms = Date.now();
    const remembered = this.#fits.get(key, now_ms);
    if (remembered) return remembered.fit;
    const fit = await loadLikelihoods(q);
    this.#fits.set(key, { fit }, { now_ms, expires_ms: now_ms + REMEMBERED_MS });
    return fit;
  }
}
