import { createHash } from 'node:crypto';
import { readToldEvent } from '../../core/events/event-lines.ts';
import { implausibleDate, parseInstant } from '../../core/events/event-time.rules.ts';
import { ingestEvents } from '../../core/events/ingest-events.ts';
import { addIngested } from '../../core/events/ingest-totals.sql.ts';
import { jsonOf } from '../../core/events/rejections/keep-rejections.ts';
import {
  closeTelemetryGap,
  openTelemetryGap,
  recordTelemetryGaps,
  requestForWatched,
  watchedSince,
} from '../../core/scores/telemetry-gaps.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { Coverage, RawEvent } from '../connector.ts';
import { knownObjects } from '../objects.sql.ts';
import { whoseUses } from './whose-use.ts';

/**
 * Events of a platform go the way of all events. What it has not listed was used in the nearest of its containers that it
 * has; without one, the event is left out.
 */
export async function storeUse(
  tx: Querier,
  { connector_id, platform, now }: { connector_id: string; platform: string; now: number },
  events: readonly RawEvent[],
): Promise<{ accepted: number; skipped: number }> {
  if (events.length === 0) return { accepted: 0, skipped: 0 };
  const peopleKeys = events.map((event) => event.principal_key);
  const assetKeys = events.flatMap(({ asset_key, within = [] }) => [asset_key, ...within]);
  const people = await knownObjects(tx, connector_id, 'principal', peopleKeys);
  const assets = await knownObjects(tx, connector_id, 'asset', assetKeys);
  const told = await whoseUses(tx, { connector_id, people }, events);
  const listed = told.flatMap(({ event, principal_id }) => {
    const places = [event.asset_key, ...(event.within ?? [])].flatMap((key) => assets.get(key) ?? []);
    const [asset_id, ...within] = places.map(({ lapse_id }) => lapse_id);
    if (principal_id === undefined || asset_id === undefined) return [];
    const { action, timestamp } = event;
    const event_id = eventId(connector_id, event.event_id);
    const isListed = places[0]?.external_key === event.asset_key;
    const metadata = isListed ? event.metadata : { ...event.metadata, through: event.asset_key };
    return [{ event_id, principal_id, asset_id, within, action, platform, timestamp, metadata }];
  });
  const verdicts = await ingestEvents(
    { read: tx, write: tx, originOf: (index) => ({ source: 'connector', text: jsonOf(listed[index]) }) },
    listed.map((event) => readToldEvent(event, now)),
  );
  const accepted = verdicts.filter((verdict) => 'event' in verdict).length;
  if (accepted > 0) await addIngested(tx, connector_id, { events: accepted, at: now });
  return { accepted, skipped: told.length - accepted };
}

/** Two systems may give the same id to different uses. */
function eventId(connectorId: string, id: string): string {
  const full = `${connectorId}:${id}`;
  return full.length <= 200 ? full : `${connectorId}:${createHash('sha256').update(id).digest('hex')}`;
}

/**
 * While use is not seen, silence is no evidence: the outage is in every lapse date, as far as it has lasted. So is the time
 * before the first use that could have been seen.
 */
export async function applyCoverage(
  tx: Querier,
  { now, ...watched }: { connector_id: string; platform: string; now: number },
  coverage: Coverage,
): Promise<void> {
  const at = new Date(now).toISOString();
  const gaps = coverage.gaps.filter(({ from, to }) => [from, to].every((text) => isPlausible(text, now)));
  const changes = [(await recordTelemetryGaps(tx, watched, gaps)) > 0];
  if (coverage.observes_use) {
    const since = coverage.observed_since;
    changes.push(await closeTelemetryGap(tx, watched, at));
    if (since !== null && isPlausible(since, now)) changes.push(await watchedSince(tx, watched, since));
  } else {
    await openTelemetryGap(tx, watched, at);
  }
  if (changes.includes(true)) await requestForWatched(tx, watched);
}

function isPlausible(text: string, now: number): boolean {
  const ms = parseInstant(text);
  return ms !== null && implausibleDate(ms, now) === null;
}
