import type { Querier } from '../platform/database/database.ts';
import type { RemediationNotice, RemediationOccasion } from './notification.rules.ts';
import { noticedRemediations } from './remediation-notices.sql.ts';

/** What messages say about remediations, in the order in which they are asked for; what is not there any more is left out. */
export async function describeRemediations(
  q: Querier,
  asked: readonly { remediation_id: string; occasion: RemediationOccasion }[],
): Promise<RemediationNotice[]> {
  if (asked.length === 0) return [];
  const found = await noticedRemediations(
    q,
    asked.map(({ remediation_id }) => remediation_id),
  );
  const byId = new Map(found.map((removal) => [removal.remediation_id, removal]));
  return asked.flatMap(({ remediation_id, occasion }) => {
    const removal = byId.get(remediation_id);
    if (!removal) return [];
    const { guards, ...told } = removal;
    return [{ ...told, occasion, blocked_by: (guards ?? []).filter(({ passed }) => !passed) }];
  });
}
