import type { Coverage, SourceCoverage } from '../../connector.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { UseContext } from './read-use.ts';

/** The log tells most within the hour. Who reads it so far behind has no news. */
const BEHIND_MS_MAX = 6 * 3_600_000;

/** Use is observed where the log has been read to its end, and its names are understood. */
export function coverageOf(
  { settings, people, now }: UseContext,
  checkpoint: Checkpoint,
  gaps: Coverage['gaps'],
): Coverage {
  const isOff = settings.activity === 'off';
  const reason = isOff ? 'activity is off.' : behind(checkpoint, now);
  const names = people.isNeeded && !isOff ? checkpoint.names_fault : null;
  const unobserved = UNOBSERVED.filter(({ setting }) => settings[setting] === 'on');
  const observes_use = reason === null && names === null && unobserved.length === 0;
  const log: SourceCoverage = {
    source: 'activityevents',
    status: reason === null ? 'available' : isOff || checkpoint.fault !== null ? 'unavailable' : 'degraded',
    reason,
    observed_since: reason === null ? checkpoint.since : null,
    sees: isOff ? [] : ['who opened, read or changed items of a workspace, or the workspace itself'],
    does_not_see: [
      'which tables of a lakehouse or a warehouse are read',
      'through which of several groups of Entra ID somebody came in',
      'for up to an hour, activity that the platform tells late',
    ],
  };
  const directory: SourceCoverage = {
    source: 'Microsoft Graph',
    status: names === null ? 'available' : 'unavailable',
    reason:
      names === null
        ? null
        : `OneLake knows people by ids, and the log by names, which cannot be looked up: ${names}`,
    observed_since: null,
    sees: ['whose names the activity log has'],
    does_not_see: ['names that somebody else has by now'],
  };
  return {
    observes_use,
    observed_since: observes_use ? checkpoint.since : null,
    gaps,
    sources: [
      log,
      ...(people.isNeeded && !isOff ? [directory] : []),
      ...unobserved.map(
        ({ setting, what }): SourceCoverage => ({
          source: setting,
          status: 'unavailable',
          reason: `Fabric does not tell the use of ${what}: with ${setting} off, use of the rest counts.`,
          observed_since: null,
          sees: [],
          does_not_see: [`use of ${what}`],
        }),
      ),
    ],
  };
}

/** Who is seen only elsewhere would look as if they had not come. */
export const UNOBSERVED = [
  { setting: 'item_access', what: 'shares of items' },
  { setting: 'connections', what: 'connections' },
] as const;

function behind({ fault, to, since }: Checkpoint, now: Date): string | null {
  if (fault !== null) return fault;
  if (to === null || since === null) return 'It has not been read to the end yet.';
  return now.getTime() - Date.parse(to) > BEHIND_MS_MAX ? `It has been read until ${to} only.` : null;
}
