import type { ReportFilters } from '../report.rules.ts';

/** What a reader must know to read the figures right. */
export function notesOf({ department, platform, classification }: ReportFilters): string[] {
  const filtered = [
    department === null ? '' : `department ${department}`,
    platform === null ? '' : `platform ${platform}`,
    classification === null ? '' : `classification ${classification}`,
  ].filter(Boolean);
  return [
    'All figures are as of the end of the period; what happened later is not in them.',
    'Access counts as held from when it was granted until it was removed at the platform, but not before anything was observed of it: the import that brought it, or its first use.',
    'A score above 50 is stale, above 80 critically stale: access unused for longer than its own habit explains.',
    'Of uses before the last one the day is kept, not the time; where access was used again after an instant, its score then is computed with noon of that day.',
    'Departments, classifications, disabled accounts and second factors are those of the directory when the report was made; their past is not kept.',
    'A deadline is the first one a review had; passing it on to somebody else does not extend it here.',
    'Disabled accounts include service accounts; figures about logins and second factors are about users. Groups are not counted as accounts.',
    ...(filtered.length === 0 ? [] : [`Only access of this kind was counted: ${filtered.join(', ')}.`]),
  ];
}
