import { peopleCalled } from '../../core/accounts/accounts.sql.ts';
import { groupsOfMembers } from '../../core/events/events.sql.ts';
import type { Querier } from '../../platform/database/database.ts';
import { groupedBy } from '../../platform/grouped-by.ts';
import type { RawEvent } from '../connector.ts';
import type { KnownObject } from '../objects.sql.ts';
import { groupsKnownElsewhere } from './members-elsewhere.sql.ts';

interface Told {
  event: RawEvent;
  principal_id: string | undefined;
}

/**
 * A platform that does not know who is in groups tells a use once for each group that may have let somebody in. Where that somebody is
 * known to be in one of them, it is their use, and a group of which the members are known has no other part in it. Else it stays the use
 * of each group, because one that was used must not look unused.
 */
export async function whoseUses(
  q: Querier,
  { connector_id, people }: { connector_id: string; people: ReadonlyMap<string, KnownObject> },
  events: readonly RawEvent[],
): Promise<Told[]> {
  const told = events.map((event) => ({ event, principal_id: people.get(event.principal_key)?.lapse_id }));
  const open = told.filter(({ event }) => event.let_in);
  if (open.length === 0) return told;
  const persons = await peopleCalled(
    q,
    open.map(({ event }) => event.let_in?.who ?? ''),
  );
  const groups = await groupsOfMembers(q, [...new Set(persons.values())]);
  const known = await groupsKnownElsewhere(q, connector_id);
  const uses = groupedBy(open, ({ event }) => event.let_in?.use_id ?? '');
  return [
    ...told.filter(({ event }) => !event.let_in),
    ...[...uses.values()].flatMap((use) => {
      const person = persons.get(use[0]?.event.let_in?.who ?? '');
      const isIn = ({ event, principal_id }: Told): boolean =>
        (groups.get(person ?? '') ?? []).some(
          ({ group_id, ended_ms }) =>
            group_id === principal_id && (ended_ms === null || Date.parse(event.timestamp) < ended_ms),
        );
      const theirs = person === undefined ? [] : use.filter(isIn);
      const kept = use.filter(
        (each) =>
          !each.event.let_in?.or_nobody &&
          (theirs.length === 0 || (!isIn(each) && !known.has(each.principal_id ?? ''))),
      );
      return [...asTheirs(theirs, person), ...kept];
    }),
  ];
}

/** One use, with all that it is a use of; of things that are not inside each other, one each. */
function asTheirs(told: readonly Told[], person: string | undefined): Told[] {
  const containers = new Set(told.flatMap(({ event }) => event.within ?? []));
  const byAsset = groupedBy(
    told.filter(({ event }) => !containers.has(event.asset_key)),
    ({ event }) => event.asset_key,
  );
  return [...byAsset.values()].flatMap((same) => {
    const [first] = same;
    if (first === undefined) return [];
    const { one_of_groups: _, ...metadata } = first.event.metadata;
    const event = {
      ...first.event,
      event_id: `${first.event.let_in?.use_id}-by-${first.event.asset_key}`,
      within: [...new Set(same.flatMap((each) => each.event.within ?? []))],
      metadata,
    };
    return [{ event, principal_id: person }];
  });
}
