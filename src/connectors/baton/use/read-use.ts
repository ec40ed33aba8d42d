import { createHash } from 'node:crypto';
import { ConnectorError, type Coverage, type RawEvent, type UsePage } from '../../connector.ts';
import { rowOf } from '../../rows.ts';
import type { BatonContext } from '../baton-context.ts';
import { idOf, resourceKey } from '../keys.ts';
import { instantOfTimestamp } from '../listings/principals.ts';
import { GRPC, isStatus } from '../process/status.ts';
import { EVENT_TYPE, type Event } from '../protocol/types.ts';
import { coverageOf } from './coverage.ts';

/** Where reading stands in each feed, by its id. */
export interface Checkpoint {
  version: 1;
  observed_from: string;
  feeds: Record<string, FeedPosition>;
}

export interface FeedPosition {
  /** The connector's own mark; empty: from `since` on. It may mean something with the same `since` only. */
  cursor: string;
  since: string;
  /** When the last event that was read happened. */
  last: string | null;
}

/** Connectors read back as far as their platforms do. */
const READ_BACK_MS = 30 * 24 * 3_600_000;
const EVENTS_PER_PAGE = 500;

/** One page of each feed of use. */
export async function readUse(context: BatonContext, checkpoint: string | null, now: Date): Promise<UsePage> {
  const before = checkpoint === null ? null : readCheckpoint(checkpoint);
  const state: Checkpoint = before ?? { version: 1, observed_from: now.toISOString(), feeds: {} };
  const feeds = await usageFeeds(context);
  const events = new Map<string, RawEvent>();
  const gaps: Coverage['gaps'] = [];
  const positions: Checkpoint['feeds'] = {};
  let more = false;
  for (const feed of feeds) {
    const known = Object.hasOwn(state.feeds, feed) ? state.feeds[feed] : undefined;
    const since = new Date(now.getTime() - READ_BACK_MS).toISOString();
    const position: FeedPosition = known ?? { cursor: '', since, last: null };
    const page = await feedPage(context, feed, position);
    if (page === 'lost') {
      // Its place is lost: it begins anew, and what it has not told since is a gap.
      const from = position.last ?? position.since;
      gaps.push({ from, to: now.toISOString(), reason: `The feed ${feed} lost its place.` });
      positions[feed] = { cursor: '', since: from, last: position.last };
      continue;
    }
    for (const event of page.events) {
      const raw = eventOf(feed, event);
      if (raw) events.set(raw.event_id, raw);
    }
    positions[feed] = {
      cursor: page.cursor || position.cursor,
      since: position.since,
      last: latest([...page.events.map(({ occurred_at }) => instantOfTimestamp(occurred_at)), position.last]),
    };
    more ||= page.more && positions[feed]?.cursor !== position.cursor;
  }
  const next: Checkpoint = { ...state, feeds: positions };
  return {
    events: [...events.values()],
    checkpoint: JSON.stringify(next),
    more,
    coverage: coverageOf({ title: context.title, settings: context.settings, feeds, state: next, gaps }),
  };
}

/** Feeds of use; one of an older connector does not say what it tells. */
export async function usageFeeds({
  session,
  signal,
}: Pick<BatonContext, 'session' | 'signal'>): Promise<string[]> {
  try {
    const { list } = await session.call('ListEventFeeds', {}, signal);
    return list
      .flatMap(({ id, supported_event_types: types }) =>
        id && types.some((type) => type === EVENT_TYPE.usage || type === EVENT_TYPE.unspecified) ? [id] : [],
      )
      .sort();
  } catch (error) {
    if (isStatus(error, GRPC.unimplemented)) return [];
    throw error;
  }
}

async function feedPage(
  { session, signal }: BatonContext,
  feed: string,
  { cursor, since }: FeedPosition,
): Promise<{ events: Event[]; cursor: string; more: boolean } | 'lost'> {
  const start = Math.floor(Date.parse(since) / 1_000);
  try {
    const answer = await session.call(
      'ListEvents',
      { cursor, start_at: { seconds: start }, page_size: EVENTS_PER_PAGE, event_feed_id: feed },
      signal,
    );
    return { events: answer.events, cursor: answer.cursor ?? '', more: answer.has_more === true };
  } catch (error) {
    const isLost = isStatus(error, GRPC.invalid_argument, GRPC.not_found, GRPC.out_of_range);
    if (isLost && cursor !== '') return 'lost';
    throw error;
  }
}

function eventOf(feed: string, { id, occurred_at, usage_event }: Event): RawEvent | null {
  const timestamp = instantOfTimestamp(occurred_at);
  const actor = idOf(usage_event?.actor_resource?.id);
  const target = idOf(usage_event?.target_resource?.id);
  if (timestamp === null || !actor || !target) return null;
  const [principal_key, asset_key] = [resourceKey(actor), resourceKey(target)];
  const what =
    id || createHash('sha256').update([timestamp, principal_key, asset_key].join('\n')).digest('hex');
  return {
    event_id: `${feed}/${what}`,
    principal_key,
    asset_key,
    // The protocol has no word for what was done.
    action: 'use',
    timestamp,
    metadata: { feed },
  };
}

const latest = (times: (string | null)[]): string | null =>
  times
    .flatMap((time) => time ?? [])
    .sort()
    .at(-1) ?? null;

function readCheckpoint(text: string): Checkpoint {
  try {
    const value = rowOf(JSON.parse(text));
    const feeds = Object.entries(rowOf(value.feeds));
    const isWhole = feeds.every(([, position]) => {
      const { cursor, since, last } = rowOf(position);
      const isInstant = (text: unknown): boolean =>
        typeof text === 'string' && !Number.isNaN(Date.parse(text));
      return typeof cursor === 'string' && isInstant(since) && (last === null || isInstant(last));
    });
    if (value.version === 1 && typeof value.observed_from === 'string' && isWhole)
      return value as unknown as Checkpoint;
  } catch {
    // Said below.
  }
  throw new ConnectorError('invalid_checkpoint', 'this is not a checkpoint of a Baton connector');
}
