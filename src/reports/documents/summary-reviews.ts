import { type Flow, STYLE } from '@lapse/pdf';
import type { OverdueReview, ReviewOutcomes, Shown } from '../summary/compliance-summary.rules.ts';
import { capital, counted, duration, number, verb } from '../summary/compliance-words.rules.ts';
import { countBars, deadlineBars } from './bar-charts.ts';
import { count, NOTHING, oneDecimal, shortInstant } from './format-values.ts';
import { fillTable, HALF_ID, INSTANT, numberColumn, shownTable } from './summary-tables.ts';

export function reviewsSection(flow: Flow, reviews: ReviewOutcomes): void {
  flow.section('Reviews', { follow: 220 });
  if (reviews.created + reviews.decided + reviews.open + reviews.expired === 0) {
    flow.paragraph('No review was opened, decided or open in this period.', STYLE.strong);
    return;
  }
  flow.paragraph(
    `${capital(counted(reviews.created, 'review'))} ${verb(reviews.created, 'was', 'were')} opened, and ${number(reviews.decided)} ${verb(reviews.decided, 'was', 'were')} decided.${peopleSentence(reviews)}`,
  );
  flow.subheading('By outcome', 150);
  countBars(flow, 'Reviews by outcome', [
    ['Confirmed', reviews.confirmed],
    ['Revoked', reviews.revoked],
    ['Confirmed by use', reviews.confirmed_by_use],
    ['Removed elsewhere', reviews.removed_elsewhere],
    ['Revoked, nobody answered', reviews.revoked_unanswered],
    ['Revoked by a rule', reviews.revoked_by_rule],
    ['Passed on (escalated)', reviews.escalated],
    ['Expired unanswered', reviews.expired],
    ['Open at the end', reviews.open],
    ['Open and overdue', reviews.open_overdue],
  ]);
  if (reviews.by_risk.length === 0) {
    return;
  }
  flow.subheading('Time to decide against the deadline', 130);
  if (reviews.by_risk.some((row) => row.median_hours_to_decide !== null)) {
    deadlineBars(flow, reviews.by_risk);
  }
  const median = ({ median_hours_to_decide: hours }: ReviewOutcomes['by_risk'][number]): string =>
    hours === null ? NOTHING : duration(hours);
  fillTable(flow, reviews.by_risk, [
    { label: 'Risk', share: 2, strong: true, cell: (row) => row.risk_level },
    numberColumn('Deadline', (row) => duration(row.sla_hours), '120 hours'),
    numberColumn('Opened', (row) => count(row.created)),
    numberColumn('Decided', (row) => count(row.decided)),
    numberColumn('By people', (row) => count(row.decided_by_people)),
    numberColumn('Within the deadline', (row) => count(row.decided_within_sla)),
    numberColumn('Median', median, '120 minutes'),
  ]);
}

function peopleSentence(reviews: ReviewOutcomes): string {
  const { decided_within_sla: inTime, decided_late: late } = reviews;
  const { median_hours_to_decide: median, p90_hours_to_decide: p90 } = reviews;
  if (inTime + late === 0) {
    return ' None was decided by a person.';
  }
  const times =
    median === null ? '' : ` Half of them took no more than ${duration(median)}${ninetySentence(p90)}.`;
  return ` Of the decisions made by people, ${count(inTime)} came within the deadline and ${count(late)} late.${times}`;
}

function ninetySentence(p90: number | null): string {
  return p90 === null ? '' : `, nine in ten no more than ${duration(p90)}`;
}

export function overdueSection(flow: Flow, overdue: Shown<OverdueReview>): void {
  flow.section('Overdue and expired reviews', { follow: 70 });
  if (overdue.total === 0) {
    flow.paragraph('No review was overdue at the end of this period, and none expired in it.', STYLE.strong);
    return;
  }
  flow.paragraph(
    `${count(overdue.total)} ${overdue.total === 1 ? 'review was' : 'reviews were'} open past the deadline at the end of ` +
      'the period, or expired in it without an answer. The most overdue come first.',
  );
  shownTable(flow, overdue, 'Review decisions', [
    { label: 'Person', share: 4, cell: (row) => row.principal_name },
    { label: 'Asset', share: 4, cell: (row) => row.asset_name },
    { label: 'Risk', share: 2, unbroken: 'CRITICAL', cell: (row) => row.risk_level },
    { label: 'State', share: 2, unbroken: 'ESCALATED', cell: (row) => row.status },
    { label: 'Assigned to', share: 4, cell: (row) => row.assigned_to ?? 'Nobody' },
    { label: 'Due (UTC)', share: 2, unbroken: INSTANT, cell: (row) => shortInstant(row.due_at) },
    numberColumn('Hours overdue', (row) => oneDecimal(row.overdue_hours), '1,000.0'),
    { label: 'Review', share: 1, unbroken: HALF_ID, cell: (row) => row.review_id },
  ]);
}
