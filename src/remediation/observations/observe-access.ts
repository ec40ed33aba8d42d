import { type AuditEntry, appendAuditEntries } from '../../audit/entries.sql.ts';
import type { AuditType } from '../../audit/types.rules.ts';
import type { ChangedBy } from '../../core/directory/import/directory-entries.ts';
import { requestRecalculation } from '../../core/scores/apply/recalculations.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { isoInstant } from '../../platform/iso-instant.ts';
import type { RemediationWork } from '../engine/work.sql.ts';
import { remediationEntry } from '../remediation-entry.ts';
import { judgeObservation, type ObservationEffect, type Seen } from './access-observation.rules.ts';
import {
  type ConcludedRemediation,
  closeContradictions,
  concludeRemediations,
  endGrants,
  inactiveGrants,
  lockLatestRemediations,
  type ObservedGrant,
  reviveGrants,
} from './access-observations.sql.ts';

export interface ObservedAccess {
  /** Ids of grants that a listing names. Those that Lapse does not know yet may be among them. */
  present?: readonly string[];
  /** Ids of grants that a listing says, or shows by leaving them out, to be gone. */
  gone?: readonly string[];
  source: ObservationSource;
}

/** Of whoever imports or syncs. */
export function observationBy(by: ChangedBy): ObservationSource {
  const { actor, connector, now, given_again_at } = by;
  const imported = actor === 'system' ? 'an import' : `an import by ${actor}`;
  return {
    said_by: connector ? `a sync of ${connector.name}` : imported,
    actor,
    since: by.since ?? now(),
    ...(given_again_at === undefined ? {} : { given_again_at }),
    ...(connector ? { data: { connector_id: connector.id, connector_name: connector.name } } : {}),
    now: now(),
  };
}

/** Where it was seen. */
export interface ObservationSource {
  /** In words, such as "an import by admin@corp.example" or "a sync of Warehouse". */
  said_by: string;
  /** As the audit trail shows it. */
  actor: string;
  /** When the listing was begun: what was done after that cannot be seen in it. */
  since: number;
  /** A platform's own listing: what is there again was given again, and when. */
  given_again_at?: string;
  /** How the end of access that no remediation explains is told; `grant.revoked` when left out. */
  ended_as?: 'grant.revoked' | 'grant.removed';
  /** Kept with the entries of the audit trail. */
  data?: Record<string, unknown>;
  now: number;
}

/**
 * What was seen of access wins over what Lapse remembers: it concludes open remediations, contradicts claimed ones, brings
 * back what was taken for gone and ends what is gone. To be called before the rows of grants are touched in the same
 * transaction, because remediations are locked before grants. Answers which grants changed their status.
 */
export async function observeAccess(
  tx: Querier,
  { present = [], gone = [], source }: ObservedAccess,
): Promise<{ revived: string[]; ended: string[] }> {
  const seen = await conclude(tx, await inactiveGrants(tx, present), 'present', source);
  const missed = await conclude(tx, gone, 'gone', source);
  const revived = await reviveGrants(tx, seen.believed, source.given_again_at ?? null);
  const ended = await endGrants(tx, missed.believed);
  const moved = [...revived, ...ended].map((grant) => grant.id);
  if (moved.length > 0) tx.changed?.('grants', 'principals', 'assets');
  await requestRecalculation(tx, 'directory', moved);
  const explained = new Set(missed.concluded.map(({ removal }) => removal.grant_id));
  await appendAuditEntries(tx, [
    ...[...seen.concluded, ...missed.concluded].flatMap((concluded) => concludedEntry(concluded, source)),
    ...revived.map((grant) => reappearedEntry(grant, seen.contradicted.get(grant.id), source)),
    ...ended
      .filter((grant) => !explained.has(grant.id))
      .map((grant) => grantEntry(grant, source.ended_as ?? 'grant.revoked', source)),
  ]);
  return { revived: revived.map((grant) => grant.id), ended: ended.map((grant) => grant.id) };
}

interface Concluded {
  removal: RemediationWork;
  effect: Exclude<ObservationEffect, { effect: 'none' } | { effect: 'believe' }>;
}

interface Outcome {
  /** Grants of which what was seen is how it is. */
  believed: string[];
  concluded: Concluded[];
  contradicted: Map<string, RemediationWork>;
}

async function conclude(
  tx: Querier,
  ids: readonly string[],
  seen: Seen,
  source: ObservationSource,
): Promise<Outcome> {
  const outcome: Outcome = { believed: [], concluded: [], contradicted: new Map() };
  const removals = new Map(
    (await lockLatestRemediations(tx, ids)).map((removal) => [removal.grant_id, removal]),
  );
  const closed: string[] = [];
  for (const id of ids) {
    const removal = removals.get(id) ?? null;
    const effect = judgeObservation(removal && instantsOf(removal), seen, source.since);
    if (effect.effect === 'none') continue;
    if (effect.effect !== 'still_open') outcome.believed.push(id);
    if (removal === null || effect.effect === 'believe') {
      if (seen === 'gone' && removal?.contradiction_open) closed.push(id);
      continue;
    }
    outcome.concluded.push({ removal, effect });
    if (effect.effect === 'contradict') outcome.contradicted.set(id, removal);
  }
  await closeContradictions(tx, closed, {
    now: source.now,
    outcome: 'seen_gone',
    detail: `Shown to be gone by ${source.said_by}.`,
    seen_gone_by: source.said_by,
  });
  await concludeRemediations(
    tx,
    outcome.concluded.map((concluded) => conclusionOf(concluded, seen, source)),
    { now: source.now, by: source.said_by },
  );
  return outcome;
}

const instantsOf = (removal: RemediationWork) => ({
  ...removal,
  requested_at: instant(removal.requested_at),
  completed_at: instant(removal.completed_at),
  verified_at: instant(removal.verified_at),
  reverted_at: instant(removal.reverted_at),
});

const instant = (text: string | null): number | null => (text === null ? null : Date.parse(text));

function conclusionOf(
  { removal, effect }: Concluded,
  seen: Seen,
  { said_by }: ObservationSource,
): ConcludedRemediation {
  const verified = effect.effect === 'verify';
  const is_contradicted = !verified && effect.is_contradicted;
  const said = sayWhat(removal, effect, seen);
  const step = { outcome: said.outcome, detail: `${said.detail} by ${said_by}.` };
  return { id: removal.id, status: effect.status, observed: seen, verified, is_contradicted, step };
}

function sayWhat(
  { operation }: RemediationWork,
  { effect }: Concluded['effect'],
  seen: Seen,
): { outcome: string; detail: string } {
  if (effect === 'verify') {
    return operation === 'revoke'
      ? { outcome: 'verified', detail: 'Verified removed: shown to be gone' }
      : { outcome: 'restored', detail: 'Verified: shown to be there again' };
  }
  if (effect === 'contradict') return { outcome: 'contradicted', detail: 'It is there: seen' };
  return seen === 'present'
    ? { outcome: 'still_present', detail: 'It is still there: seen' }
    : { outcome: 'still_gone', detail: 'It is not there yet: shown to be gone' };
}

/** Once for each thing that is found out: an import every night does not repeat it. */
function concludedEntry({ removal, effect }: Concluded, source: ObservationSource): AuditEntry[] {
  const { target, operation, status } = removal;
  const { said_by } = source;
  if (effect.effect === 'verify') {
    const said =
      operation === 'revoke'
        ? `${target} is verified removed: ${said_by} shows that it is gone.`
        : `${target} is verified to be there again: ${said_by} shows it.`;
    const event_type = operation === 'revoke' ? 'remediation.verified' : 'remediation.reverted';
    const data = { ...source.data, status: effect.status, verified_by: said_by };
    return [remediationEntry(removal, { event_type, description: said, data }, source)];
  }
  if (effect.effect === 'contradict' || removal.contradiction_open || !effect.is_contradicted) return [];
  const said = `The remediation of ${target} was requested, and ${said_by} shows that it is still there.`;
  const data = { ...source.data, status };
  return [
    remediationEntry(removal, { event_type: 'remediation.still_present', description: said, data }, source),
  ];
}

function reappearedEntry(
  grant: ObservedGrant,
  removal: RemediationWork | undefined,
  source: ObservationSource,
): AuditEntry {
  const entry = grantEntry(grant, 'grant.reappeared', source);
  if (!removal) return entry;
  const { id, review_id, execution, completed_at } = removal;
  const contradicts = { remediation_id: id, review_id, claim: claimOf(removal), completed_at };
  return {
    ...entry,
    data: { ...entry.data, ...contradicts, is_finding: execution !== 'simulated' },
  };
}

function claimOf({ execution, verified_at, attested_at }: RemediationWork): string {
  if (execution === 'simulated') return 'simulated';
  if (verified_at !== null) return 'verified';
  return attested_at === null ? 'recorded, not verified' : 'attested, not verified';
}

/** Its sentence is made when it is appended. */
function grantEntry(
  { id, principal_id, asset_id, permission }: ObservedGrant,
  event_type: AuditType,
  { actor, now, data, said_by }: ObservationSource,
): AuditEntry {
  return {
    principal_id,
    event_type,
    actor,
    at: isoInstant(now),
    data: { grant_id: id, principal_id, asset_id, permission, cause: 'source', seen_by: said_by, ...data },
  };
}
