import { organisationOf, type ReportHead } from '../content.rules.ts';
import { filterWords, type ReportFilters } from '../report.rules.ts';
import { longInstant, periodText } from './format-values.ts';

export function filtersText(filters: ReportFilters): string {
  const given = filterWords(filters);
  return given.length === 0 ? 'None: everything is included.' : `Only ${given.join(', ')}.`;
}

/** What a report says about itself. */
export function headFacts(head: ReportHead): (readonly [label: string, value: string])[] {
  return [
    ['Organisation', organisationOf(head)],
    ...(head.organisation_name === null ? [] : ([['Tenant', head.tenant_name]] as const)),
    ['Period', periodText(head.period_start, head.period_end)],
    ['State as of', longInstant(head.as_of)],
    ['Requested by', head.requested_by],
    ['Filters', filtersText(head.filters)],
  ];
}
