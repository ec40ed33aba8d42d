import { figureOf, percent } from './compliance-figures.rules.ts';
import type { ComplianceSummary, KeyFigure } from './compliance-summary.rules.ts';
import {
  amounts,
  capital,
  counted,
  duration,
  listed,
  number,
  percentage,
  verb,
} from './compliance-words.rules.ts';
import { remediationSentence } from './remediation-sentence.rules.ts';

export type Facts = Pick<
  ComplianceSummary,
  'key_figures' | 'telemetry' | 'reviews' | 'remediations' | 'exceptions'
> & { holders: number };

/** The executive summary: what the figures say, in sentences, whether it is good or bad. */
export function executiveSummary(facts: Facts): string[] {
  return [
    ...aboutAccess(facts),
    ...aboutAccounts(facts),
    ...aboutReviews(facts),
    remediationSentence(facts.remediations),
    ...aboutExceptions(facts),
    ...aboutTelemetry(facts),
  ];
}

const amount = (facts: Facts, key: string): number => figureOf(facts, key).value ?? 0;

function aboutAccess(facts: Facts): string[] {
  const held = amount(facts, 'active_grants');
  if (held === 0) return ['Nobody held any access at the end of the period.'];
  const stale = amount(facts, 'stale_grants');
  const critical = amount(facts, 'critical_grants');
  const never = amount(facts, 'never_used_grants');
  const sentences = [
    `At the end of the period ${counted(held, 'grant')} of access ${verb(held, 'was', 'were')} held by ${counted(facts.holders, 'account')}.`,
  ];
  if (stale === 0) {
    sentences.push('None of this access was stale.');
  } else {
    const share = percentage(amount(facts, 'stale_share'));
    sentences.push(
      `${counted(stale, 'grant')} (${share}) ${verb(stale, 'was', 'were')} stale, which means unused for longer than ${verb(stale, 'its', 'their')} own habit explains; ${counted(critical, 'grant')} critically so.`,
    );
  }
  sentences.push(...trend(figureOf(facts, 'stale_share')));
  if (never > 0) sentences.push(`${counted(never, 'grant')} had never been used.`);
  if (stale > 0) sentences.push(sensitiveStale(facts));
  const unanswered = amount(facts, 'unanswered_stale');
  if (unanswered > 0)
    sentences.push(
      `${counted(unanswered, 'stale grant')} had no open review, because nobody had answered the last one.`,
    );
  return sentences;
}

function trend({ value, previous }: KeyFigure): string[] {
  if (value === null || previous === null) return [];
  const then = `${percentage(previous)} at the start of the period`;
  if (number(value) === number(previous))
    return [`The stale share was the same as at the start of the period.`];
  return [`The stale share ${value < previous ? 'fell' : 'rose'} from ${then}.`];
}

function sensitiveStale(facts: Facts): string {
  const admin = amount(facts, 'privileged_stale');
  const personal = amount(facts, 'personal_stale');
  if (admin + personal === 0) return 'No stale access allows administration or reaches personal data.';
  const parts = amounts([
    [admin, `stale ${verb(admin, 'grant allows', 'grants allow')} administration`],
    [personal, `stale ${verb(personal, 'grant reaches', 'grants reach')} personal data`],
  ]);
  return `${capital(listed(parts))}.`;
}

function aboutAccounts(facts: Facts): string[] {
  if (facts.holders === 0) return [];
  const disabled = amount(facts, 'disabled_holders');
  const inactive = amount(facts, 'inactive_90_holders');
  const without = figureOf(facts, 'mfa_missing_holders').value;
  const sentences = [
    disabled === 0
      ? 'No disabled account held access.'
      : `${counted(disabled, 'disabled account')} still held access.`,
  ];
  if (inactive > 0)
    sentences.push(`${counted(inactive, 'user')} with access had neither signed in nor used it for 90 days.`);
  if (without !== null && without > 0)
    sentences.push(
      `${counted(without, 'user')} with access ${verb(without, 'has', 'have')} no second factor.`,
    );
  return sentences;
}

function aboutReviews({ reviews }: Facts): string[] {
  const { created, decided, expired, open, open_overdue } = reviews;
  if (created + decided + expired + open === 0)
    return ['No review was opened, open or decided in this period.'];
  const asked = `${counted(created, 'review')} ${verb(created, 'was', 'were')} opened`;
  const sentences =
    decided === 0
      ? [`${capital(asked)}.`, 'No review was decided in this period.']
      : [
          `${capital(asked)}, and ${number(decided)} ${verb(decided, 'was', 'were')} decided: ${outcomes(reviews)}.`,
        ];
  const byPeople = reviews.confirmed + reviews.revoked;
  if (byPeople > 0) {
    const share = percentage(percent(reviews.decided_within_sla, byPeople) ?? 0);
    sentences.push(
      `${share} of the answers by people came within the deadline, half of them within ${duration(reviews.median_hours_to_decide ?? 0)}.`,
    );
  }
  sentences.push(
    expired + open_overdue === 0
      ? 'No review expired, and none was open past its deadline at the end of the period.'
      : `${capital(counted(expired, 'review'))} expired without an answer, and ${counted(open_overdue, 'review')} ${verb(open_overdue, 'was', 'were')} open past ${verb(open_overdue, 'its', 'their')} deadline at the end of the period.`,
  );
  return sentences;
}

const outcomes = (reviews: Facts['reviews']): string =>
  listed(
    amounts([
      [reviews.revoked, 'to remove access'],
      [reviews.confirmed, 'to keep it'],
      [reviews.confirmed_by_use, 'by the access being used again'],
      [reviews.removed_elsewhere, 'by the access being removed elsewhere'],
      [reviews.revoked_unanswered, 'by the policy, because nobody answered, to remove access'],
      [reviews.revoked_by_rule, 'by a rule, without a question, to remove access'],
    ]),
  );

function aboutExceptions({ exceptions, reviews }: Facts): string[] {
  const against = exceptions.confirmed_against_recommendation.total;
  const fast = exceptions.fast_decisions.total;
  const bulk = exceptions.bulk_confirmations.total;
  if (against + fast + bulk === 0)
    return reviews.confirmed + reviews.revoked === 0
      ? []
      : ['No answer went against a recommendation to remove access, and none was given in haste or in bulk.'];
  const parts = [
    ...(against > 0 ? [`${counted(against, 'answer')} kept access whose remediation was recommended`] : []),
    ...(fast > 0 ? [`${counted(fast, 'answer')} ${verb(fast, 'was', 'were')} given within 5 seconds`] : []),
    ...(bulk > 0
      ? [`several grants were confirmed at one instant ${verb(bulk, 'once', `${number(bulk)} times`)}`]
      : []),
  ];
  return [`${capital(listed(parts))}.`];
}

function aboutTelemetry({ telemetry }: Facts): string[] {
  if (telemetry.length === 0) return [];
  const blind = telemetry.filter((each) => each.observed_share < 1);
  if (blind.length === 0) return ['Use was observed on every platform for the whole period.'];
  const parts = blind.map(
    ({ platform, unobserved_days }) => `for ${duration(unobserved_days * 24)} on ${platform}`,
  );
  return [
    `Use was not observed ${listed(parts)}; silence in that time is no evidence that access is not needed.`,
  ];
}
