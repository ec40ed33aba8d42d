import type { Policy } from '../../core/policy/policy.rules.ts';
import type { Querier } from '../../platform/database/database.ts';
import { modeFor } from '../mode.rules.ts';
import { actionFor, executionOf } from '../remediation.rules.ts';
import { loadRevocable } from '../requests.sql.ts';
import { toldElsewhere } from './foresee-elsewhere.ts';
import { foreseeRemediations } from './guard-facts.ts';

/** A review has one or two grants; nobody reads more than this before a decision. */
const PREVIEWED_MAX = 20;

/**
 * What a revocation would begin, judged by the guards that will judge it then. The platform itself is not asked: which
 * statements are sent is known when it is planned.
 */
export async function previewRemediation(
  q: Querier,
  grantIds: readonly string[],
  { policy, now }: { policy: Policy; now: number },
) {
  const grants = await loadRevocable(q, grantIds.slice(0, PREVIEWED_MAX));
  const foreseen = await foreseeRemediations(q, grants, { policy, now });
  return grants.flatMap((revocable) => {
    const { grant_id, permission, platform } = revocable;
    const removal = foreseen.get(grant_id);
    if (!removal) return [];
    const { connector_name, connector_mode } = removal.grant;
    const { elsewhere } = removal;
    return [
      {
        grant_id,
        permission,
        ...actionFor(revocable),
        platform,
        connector_name,
        execution: executionOf(revocable),
        elsewhere: elsewhere && toldElsewhere(elsewhere),
        mode: modeFor(modeFor(policy.remediation.mode, connector_mode), elsewhere?.at?.mode ?? null),
        undo_window_minutes: policy.remediation.undo_window_minutes,
        also_removes: removal.also,
        guards: removal.verdicts,
      },
    ];
  });
}
