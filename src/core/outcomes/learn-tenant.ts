import { appendAuditEntries } from '../../audit/entries.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import { lockPipeline } from '../events/inbox-claims.sql.ts';
import type { PipelineContext } from '../pipeline/process-tenant.ts';
import { loadPolicy } from '../policy/policies.sql.ts';
import { kindInWords } from '../scores/learned.rules.ts';
import { loadLearned, loadTold, requestForKinds, saveLearned } from './learned.sql.ts';
import { type ChangedKind, changedKinds, isLearning, learnKinds } from './learning.rules.ts';
import { loadKindAnswers } from './outcomes.sql.ts';

/**
 * Learns again from all answers. What has changed, its audit entry and the lapse dates it asks for commit together. It is learned by
 * either model, so that a dry run of the second knows it; as long as it is not in force it moves nothing and is not told.
 */
export async function learnTenant(
  { db, now }: Pick<PipelineContext, 'db' | 'now'>,
  tenantId: number,
): Promise<void> {
  await db.transaction(tenantId, async (tx) => {
    const at = now();
    const kinds = learnKinds(await loadKindAnswers(tx, (await loadPolicy(tx)).policy, at));
    // No batch then writes lapse dates by what was learned before, nor one of a policy that came meanwhile.
    await lockPipeline(tx);
    const before = { ...(await loadLearned(tx)), told: await loadTold(tx) };
    const isInForce = isLearning((await loadPolicy(tx)).policy);
    const told = isInForce ? kinds : [];
    await saveLearned(tx, { kinds, told }, at);
    if (isInForce) await requestForKinds(tx, changedKinds(before.kinds, kinds));
    await tell(tx, changedKinds(before.told, told), at);
  });
}

async function tell(tx: Querier, changed: readonly ChangedKind[], at: number): Promise<void> {
  if (changed.length === 0) return;
  await appendAuditEntries(tx, [
    {
      event_type: 'policy.learned',
      description: inWords(changed),
      actor: 'system',
      at: isoInstant(at),
      data: { changed },
    },
  ]);
}

function inWords(changed: readonly ChangedKind[]): string {
  const [first] = changed;
  if (!first || changed.length > 1)
    return `Answers have changed how much later ${changed.length} kinds of access are asked about.`;
  const { revoked, never_used } = first;
  const told = [
    revoked.days_before === revoked.days_after ? null : daysInWords(revoked),
    never_used.days_before === never_used.days_after
      ? null
      : `${daysInWords(never_used)} while it was never used`,
  ].filter((each) => each !== null);
  return `Answers have changed how much later access is asked about (${kindInWords(first)}): ${told.join(', and ')}.`;
}

const daysInWords = ({ days_before, days_after }: ChangedKind['revoked']): string =>
  `${days_after} days instead of ${days_before}`;
