import { counted, isAre } from './counted.ts';
import { riskStrings } from './risk.ts';

export const overviewStrings = {
  title: 'Overview',
  description: 'How stale the access of your organisation is, and whether its reviews get done.',
  computed: 'Computed',
  computingTitle: 'Scores are being computed',
  computingHint:
    'After an import or a change to the policy this takes a moment. Until then these figures are not complete; they update by themselves.',
  computing: 'The figures are being computed for the first time. They appear here by themselves.',
  empty: 'There is no access to look at yet',
  emptyHint:
    'Connect a platform, or import your directory with `lapse import`. Scores, reviews and this page then appear by themselves.',
  connect: 'Connect a platform',
  figures: 'Figures',
  grants: 'Active grants',
  grantsHint: 'Each lets one principal reach one asset.',
  stale: 'Stale',
  staleHint: (count: string) =>
    `${counted(count, 'grant')} ${isAre(count)} past ${count === '1' ? 'its' : 'their'} lapse date (score above 50).`,
  pending: 'Open reviews',
  pendingHint: (escalated: number, text: string) =>
    escalated === 0
      ? 'Waiting for a decision; none was escalated.'
      : `Waiting for a decision; ${text} escalated.`,
  overdue: 'Overdue',
  overdueHint: (count: number, text: string) =>
    count === 0 ? 'Nothing more is due within 24 hours.' : `${text} more due within 24 hours.`,
  unanswered: 'Unanswered',
  unansweredHint: (count: number) =>
    count === 0
      ? 'No stale access is without an open review because nobody answered.'
      : 'Stale grants without an open review: nobody answered the last one.',
  removed: 'Verified remediations',
  removedHint: (completed: string) =>
    completed === '0'
      ? 'No remediation was completed in 90 days.'
      : `Of ${completed} completed in 90 days. The others were attested, simulated or only recorded.`,

  bands: 'Grants by band, last 90 days',
  bandsHint: 'By score: low to 20, medium to 50, high to 80, critical above.',
  day: 'Day',
  bandNames: riskStrings,

  heat: 'Stale grants by department and platform',
  heatHint: 'How many grants are stale, and their share of all. A cell leads to its grants.',
  department: 'Department',
  noDepartment: 'No department',
  heatLegend: 'The darker or brighter, the larger the stale share.',
  heatCell: (department: string, platform: string, stale: string, grants: string, share: string) =>
    `${department}, ${platform}: ${stale} of ${counted(grants, 'grant')} stale (${share})`,

  sla: 'Open reviews by deadline',
  slaNone: 'No review is open. New ones appear when a score passes the review threshold.',
  late: 'Overdue',
  soon: 'Due within 24 hours',
  later: 'Due later',
  byRisk: 'By risk',
  oldest: 'The oldest deadline was',
  nextDue: 'The next deadline is',
  inInbox: (what: string, count: string) => `${what}: ${count}. Show in the inbox`,

  decisions: 'Decisions per week',
  decisionsHint:
    'By people, and by Lapse itself where access was used again or is gone, or where nobody answered and the policy revokes.',
  decisionsNone: 'No review was decided in the last 12 weeks.',
  week: 'Week of',
  confirmed: 'Confirmed',
  revoked: 'Revoked',
  escalated: 'Escalated',
  expired: 'Expired',
  by_system: 'Closed by Lapse',

  removals: 'Remediations, last 90 days',
  remediationsHint: 'What revoking led to, and what that rests on.',
  remediationsNone: 'Nothing was removed in the last 90 days.',
  remediationStates: {
    verified: 'Verified removed',
    attested: 'Attested, not verified',
    simulated: 'Simulated',
    not_verified: 'Recorded, not verified',
    contradicted: 'Claimed removed, but there',
    requested: 'Requested of a person',
    pending: 'On its way',
    blocked: 'Stopped by a guard',
    failed: 'Failed',
    reverted: 'Put back',
  },

  forecast: 'Reviews to expect, next 12 weeks',
  forecastHint: 'If nobody uses what is going stale and nothing else changes.',
  reviews: 'Reviews',
} as const;
