import type { DirectoryLine } from '../core/directory/directory.rules.ts';
import { assetLines } from './organisation/assets.ts';
import { useEvents } from './organisation/events.ts';
import { grantLines } from './organisation/grants.ts';
import { type OrganisationOptions, planOrganisation } from './organisation/plan.ts';
import { identityLines, membershipLines, principalLines } from './organisation/principals.ts';
import type { UseEvent } from './use-event.ts';

export { directoryText, eventText } from './organisation/json-text.ts';
export { grantsMax, type OrganisationOptions } from './organisation/plan.ts';

export interface Organisation {
  /** Principals, memberships, identities, assets, grants: what a line refers to came before it. */
  lines(): Generator<DirectoryLine>;
  /** The uses behind `last_used_at`, day by day. */
  events(): Generator<UseEvent>;
}

/**
 * An organisation of any size, made line by line. Lines need memory for the groups only, events 19 bytes for each
 * pair of principal and asset.
 */
export function organisation(options: OrganisationOptions): Organisation {
  const plan = planOrganisation(options);
  return {
    *lines() {
      yield* principalLines(plan);
      yield* membershipLines(plan);
      yield* identityLines(plan);
      yield* assetLines(plan);
      yield* grantLines(plan);
    },
    events: () => useEvents(plan),
  };
}
