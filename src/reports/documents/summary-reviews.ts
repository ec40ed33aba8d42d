import { type Flow, STYLE } from '@lapse/pdf';
import type { OverdueReview, ReviewOutcomes, Shown } from '../summary/compliance-summary.rules.ts';
import { capital, counted, duration, number, verb } from '../summary/compliance-words.rules.ts';
import { countBars, deadlineBars } from './bar-charts.ts';
import { count, NOTHING, oneDecimal, shortInstant } from './format-values.ts';
import { fillTable, HALF_ID, INSTANT, numberColumn, shownNote } from './summary-tables.ts';

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
  const bars = [
    ['Confirmed', reviews.confirmed],
    ['Revoked', reviews.revoked],
    ['Confirmed by use', reviews.confirmed_by_use],
    ['Removed elsewhere', reviews.removed_elsewhere],
    ['Revoked, nobody answered', reviews.revoked_unanswered],
    ['Passed on (escalated)', reviews.escalated],
    ['Expired unanswered', reviews.expired],
    ['Open at the end', reviews.open],
    ['Open and overdue', reviews.open_overdue],
  ] as const;
  const words = bars.map(([label, value]) => `${label.toLowerCase()} ${count(value)}`).join(', ');
  countBars(flow, `Reviews by outcome: ${words}.`, bars);
  if (reviews.by_risk.length === 0) {
    return;
  }
  flow.subheading('Time to decide against the deadline', 130);
  if (reviews.by_risk.some((row) => row.median_hours_to_decide !== null)) {
    deadlineBars(flow, reviews.by_risk);
  }
  fillTable(
    flow,
    [
      { label: 'Risk', share: 2, strong: true },
      numberColumn('Deadline', '120 hours'),
      numberColumn('Opened'),
      numberColumn('Decided'),
      numberColumn('By people'),
      numberColumn('Within the deadline'),
      numberColumn('Median', '120 minutes'),
    ],
    reviews.by_risk.map((row) => [
      row.risk_level,
      duration(row.sla_hours),
      count(row.created),
      count(row.decided),
      count(row.decided_by_people),
      count(row.decided_within_sla),
      row.median_hours_to_decide === null ? NOTHING : duration(row.median_hours_to_decide),
    ]),
  );
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
  fillTable(
    flow,
    [
      { label: 'Person', share: 4 },
      { label: 'Asset', share: 4 },
      { label: 'Risk', share: 2, unbroken: 'CRITICAL' },
      { label: 'State', share: 2, unbroken: 'ESCALATED' },
      { label: 'Assigned to', share: 4 },
      { label: 'Due (UTC)', share: 2, unbroken: INSTANT },
      numberColumn('Hours overdue', '1,000.0'),
      { label: 'Review', share: 1, unbroken: HALF_ID },
    ],
    overdue.rows.map((row) => [
      row.principal_name,
      row.asset_name,
      row.risk_level,
      row.status,
      row.assigned_to ?? 'Nobody',
      shortInstant(row.due_at),
      oneDecimal(row.overdue_hours),
      row.review_id,
    ]),
  );
  shownNote(flow, overdue, 'Review decisions');
}
