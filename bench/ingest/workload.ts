import type { DirectoryLine } from '../../src/core/directory/directory.rules.ts';
import type { AcceptedEvent } from '../../src/core/events/inbox.sql.ts';
import { directoryText, organisation } from '../../src/synthetic/organisation.ts';

const DAY_MS = 86_400_000;
/** Long enough that habits and peers are known when the measured events come. */
const HISTORY_DAYS = 56;
/** Events of one week per grant, a little under what the generator makes. */
const WEEKLY_EVENTS_PER_GRANT = 1.2;

export interface Workload {
  directory(): Generator<string>;
  /** In the order of their days, each once. */
  events: AcceptedEvent[];
}

/**
 * An organisation as it was known some weeks ago, and what is used in the weeks since: the uses of the last weeks
 * again, each on the same weekday. So most events move a last use forward, few wake something long idle, and the peers
 * of an asset are mostly known already, as in a service that has run for a while.
 */
export function workload(options: { grants: number; events: number; now: Date }): Workload {
  const weeks = Math.ceil(options.events / (options.grants * WEEKLY_EVENTS_PER_GRANT));
  if (weeks * 7 > HISTORY_DAYS) {
    const most = Math.floor((HISTORY_DAYS / 7) * options.grants * WEEKLY_EVENTS_PER_GRANT);
    throw new Error(`${options.grants} grants give ${most} events at most; ${options.events} are needed`);
  }
  const shiftMs = weeks * 7 * DAY_MS;
  const known = new Date(options.now.getTime() - shiftMs);
  const { lines, events } = organisation({
    seed: 1,
    principals: Math.max(500, options.grants / 20),
    assets: Math.max(100, options.grants / 100),
    grants: options.grants,
    days: HISTORY_DAYS,
    now: known,
  });
  return {
    directory: () => asText(lines()),
    events: take(events(), { from: known.getTime() - shiftMs, shiftMs, limit: options.events }),
  };
}

function* asText(lines: Iterable<DirectoryLine>): Generator<string> {
  for (const line of lines) yield directoryText(line);
}

function take(
  source: Iterable<AcceptedEvent>,
  { from, shiftMs, limit }: { from: number; shiftMs: number; limit: number },
): AcceptedEvent[] {
  const firstDay = Math.floor(from / DAY_MS) * DAY_MS;
  const taken: AcceptedEvent[] = [];
  for (const event of source) {
    const at = Date.parse(event.timestamp);
    if (at < firstDay) continue;
    if (taken.length === limit) break;
    taken.push({ ...event, timestamp: new Date(at + shiftMs).toISOString() });
  }
  if (taken.length < limit) throw new Error(`only ${taken.length} of ${limit} events`);
  return taken;
}

/** The same use once more, under another name. */
export function again(event: AcceptedEvent, name: string, at: Date): AcceptedEvent {
  return { ...event, event_id: `${event.event_id}-${name}`, timestamp: at.toISOString() };
}
