import { v7 as uuidv7 } from 'uuid';
import type { Querier } from '../../platform/database/database.ts';
import { faultsAsText } from '../../platform/faults.ts';
import type { EventDraft, EventReading } from './event-lines.ts';
import { type EventReferences, findEventReferences } from './event-references.sql.ts';
import { type AcceptedEvent, appendToInbox } from './inbox.sql.ts';
import { keepRejections, type Rejected } from './rejections/keep-rejections.ts';
import { KEPT_PER_CALL_MAX } from './rejections/rejection.rules.ts';

export type Verdict = { event: AcceptedEvent } | { reason: string; event_id: string | null };

/**
 * Judges the events of a request or chunk one by one and keeps the good ones: durable when `write` has committed,
 * which a querier of single statements does by itself. The bad ones are kept apart after that.
 */
export async function ingestEvents(
  { read, write, makeId = () => uuidv7(), traceparents, originOf, allowance }: IngestOptions,
  readings: readonly EventReading[],
): Promise<Verdict[]> {
  const drafts = readings.flatMap((reading) => ('draft' in reading ? [reading.draft] : []));
  const references = drafts.length > 0 ? await referencesOf(read, drafts) : null;
  const verdicts = readings.map((reading, index): Verdict => {
    if ('faults' in reading) return { reason: faultsAsText(reading.faults), event_id: reading.event_id };
    if ('reason' in reading) return reading;
    return resolve(reading.draft, references as EventReferences, () => makeId(index));
  });
  await allowance?.();
  const accepted = verdicts.flatMap((verdict) => ('event' in verdict ? [verdict.event] : []));
  if (accepted.length > 0) await appendToInbox(write, accepted, traceparents);
  if (originOf && accepted.length < verdicts.length) {
    await keepRejections(write, rejectedAmong(verdicts, originOf));
  }
  return verdicts;
}

export interface IngestOptions {
  read: Querier;
  write: Querier;
  /** The id of an event that came without one, by its place among the readings. */
  makeId?: (index: number) => string;
  /** Waited for before anything is written; when it rejects, nothing is. */
  allowance?: () => Promise<unknown>;
  /** Of the requests, while traces are made. */
  traceparents?: readonly string[];
  /** Where a refused event came from, by its place among the readings. Left out: the refused ones are not kept. */
  originOf?: (index: number) => Pick<Rejected, 'source' | 'text'>;
}

function rejectedAmong(
  verdicts: readonly Verdict[],
  originOf: NonNullable<IngestOptions['originOf']>,
): Rejected[] {
  return verdicts
    .flatMap((verdict, index) => ('event' in verdict ? [] : [{ verdict, index }]))
    .slice(-KEPT_PER_CALL_MAX)
    .map(({ verdict, index }) => ({ ...verdict, ...originOf(index) }));
}

function referencesOf(q: Querier, drafts: readonly EventDraft[]): Promise<EventReferences> {
  return findEventReferences(
    q,
    [...new Set(drafts.map((draft) => draft.principal_id))],
    [...new Set(drafts.map((draft) => draft.asset_id))],
  );
}

function resolve(
  draft: EventDraft,
  { principals, platforms }: EventReferences,
  makeId: () => string,
): Verdict {
  const named = principals.get(draft.principal_id);
  const platform = platforms.get(draft.asset_id);
  const reasons: string[] = [];
  if (named === undefined) reasons.push(`principal_id: there is no principal "${draft.principal_id}"`);
  else if (named.length > 1)
    reasons.push(`principal_id: "${draft.principal_id}" is the name of several principals`);
  if (platform === undefined) reasons.push(`asset_id: there is no asset "${draft.asset_id}"`);
  else if (draft.platform !== null && !isSamePlatform(draft.platform, platform)) {
    reasons.push(
      `platform: expected "${platform}", the platform of asset "${draft.asset_id}", or none; got "${draft.platform}"`,
    );
  }
  if (named === undefined || platform === undefined || reasons.length > 0) {
    return { reason: reasons.join('; '), event_id: draft.event_id };
  }
  const [principal_id] = named;
  return {
    event: {
      event_id: draft.event_id ?? makeId(),
      principal_id: principal_id as string,
      asset_id: draft.asset_id,
      action: draft.action,
      platform,
      timestamp: draft.timestamp,
      metadata: draft.metadata,
      within: draft.within,
    },
  };
}

/** An event that names another platform than its asset's would be evidence about a platform that nobody watches. */
const isSamePlatform = (named: string, known: string): boolean =>
  named === known || named.toLowerCase() === known.toLowerCase();
