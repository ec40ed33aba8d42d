import { appendAuditEntries } from '../../audit/entries.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { groupedBy } from '../../platform/grouped-by.ts';
import type { PrincipalLine } from '../directory/directory.rules.ts';
import { changedFields, statedFields } from '../directory/directory-changes.rules.ts';
import { indexPrincipals, upsertPrincipals } from '../directory/directory-import.sql.ts';
import { type ChangedBy, directoryEntry, principalEntry } from '../directory/import/directory-entries.ts';
import { lockPipeline } from '../events/inbox-claims.sql.ts';
import { refreshPrincipalScores } from '../overview/stalest-grants.sql.ts';
import { loadPolicy } from '../policy/policies.sql.ts';
import { requestForChanged } from '../scores/apply/recalculations.sql.ts';
import { setPrincipalMarks } from '../scores/grant-marks.sql.ts';
import { marksOf } from '../scores/marks.rules.ts';
import type { AccountRow } from './accounts.sql.ts';
import { carryReviews, reassignReviews } from './carry-reviews.ts';
import { chooseDescribing } from './describe-principals.sql.ts';
import { carryLogins } from './logins.sql.ts';
import { scoresOfGrants } from './moved-scores.sql.ts';
import {
  type AccountMove,
  grantsOfMoves,
  mergePrincipals,
  moveGrants,
  moveInherited,
  moveMemberships,
  moveNames,
} from './moves.sql.ts';
import { namePrincipals } from './name-principals.ts';
import { formerReviews } from './reviews.sql.ts';

/**
 * Everything that hangs on some accounts becomes of other principals: grants with their scores, reviews and remediations under way,
 * memberships, names, what they own. Whose accounts they are is stored before. Answers how many grants went with each.
 */
export async function moveAccounts(
  tx: Querier,
  wanted: readonly { account: AccountRow; to: string }[],
  by: ChangedBy,
): Promise<Map<string, number>> {
  if (wanted.length === 0) return new Map();
  // The pipeline computes scores from what it has read: not meanwhile.
  await lockPipeline(tx);
  const moves = wanted.map(
    ({ account, to }): AccountMove => ({
      account_id: account.id,
      connector_id: account.connector_id,
      external_key: account.external_key,
      from_id: account.principal_id,
      to_id: to,
    }),
  );
  const principals = [...new Set(moves.flatMap(({ from_id, to_id }) => [from_id, to_id]))];
  await describePrincipals(tx, { ids: principals, names: await namePrincipals(tx, principals, by) }, by);
  const grants = await grantsOfMoves(tx, moves);
  const unasked = await carryReviews(tx, grants, by);
  await moveGrants(tx, grants);
  await moveInherited(tx, moves);
  await moveMemberships(tx, moves);
  await moveNames(tx, moves);
  const { back } = await mergePrincipals(tx, moves);
  await indexPrincipals(tx, principals);
  const returned = await formerReviews(tx, back, principals);
  await carryLogins(tx, moves);
  await reassignReviews(tx, { moves, returned, unasked }, by);
  await refreshScores(tx, { grants, now: by.now() });
  await requestForChanged(tx, 'directory', 'principal_id', principals);
  tx.changed?.('principals', 'grants', 'scores', 'reviews');
  return new Map([...groupedBy(grants, (grant) => grant.account_id)].map(([id, all]) => [id, all.length]));
}

/** Writes what the account that describes a principal says of it, where that is another one than before. */
async function describePrincipals(
  tx: Querier,
  { ids, names }: { ids: readonly string[]; names: ReadonlyMap<string, string> },
  by: ChangedBy,
): Promise<void> {
  const described = (await chooseDescribing(tx, ids)).filter(({ is_new }) => is_new);
  const lines = described.map(({ principal_id, profile, manager_id, protected: kept }): PrincipalLine => {
    const { manager_key: _, ...fields } = profile;
    return {
      kind: 'principal',
      id: principal_id,
      ...fields,
      display_name: names.get(principal_id) ?? fields.display_name,
      manager_id,
      protected: fields.protected || kept,
    };
  });
  const { added, changed } = await upsertPrincipals(tx, lines, { is_observed: false });
  await appendAuditEntries(
    tx,
    [
      ...added.map((line) => principalEntry('principal.created', line, { after: statedFields(line) })),
      ...changed.flatMap((row) => {
        const change = changedFields(row.before, row.after);
        return change === null ? [] : [principalEntry('principal.changed', row, change)];
      }),
    ].map((about) => directoryEntry(about, by)),
  );
}

/** The score of a principal is that of its stalest grant: they have other ones now. Nothing was crossed by that. */
async function refreshScores(
  tx: Querier,
  { grants, now }: { grants: readonly { id: string; from_id: string; to_id: string }[]; now: number },
): Promise<void> {
  const scored = await scoresOfGrants(
    tx,
    grants.map(({ id }) => id),
  );
  const changed = grants.flatMap(({ id, from_id, to_id }) => {
    const score = scored.get(id);
    if (score === undefined) return [];
    const { lapses_at, half_life_class, active } = score;
    return [
      { grant_id: id, principal_id: from_id, lapses_at, half_life_class, active: false },
      { grant_id: id, principal_id: to_id, lapses_at, half_life_class, active },
    ];
  });
  const { policy } = await loadPolicy(tx);
  const marks = marksOf(policy, 'principal');
  const fresh = await refreshPrincipalScores(tx, changed, now);
  await setPrincipalMarks(
    tx,
    fresh.flatMap(({ principal_id, grant_id, reached, grant_reached }) => {
      const stands = scored.get(grant_id)?.reached ?? grant_reached;
      const begun = marks.filter((mark) => mark.code <= stands).at(-1)?.code ?? 0;
      return begun > (reached ?? 0) ? [{ id: principal_id, reached: begun }] : [];
    }),
  );
}
