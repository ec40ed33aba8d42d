import { figureOf } from './compliance-figures.rules.ts';
import type { ComplianceSummary, ControlEvidence, KeyFigure } from './compliance-summary.rules.ts';
import { capital, counted, number, percentage, verb } from './compliance-words.rules.ts';
import { remediationSentence } from './remediation-sentence.rules.ts';

type Facts = Pick<ComplianceSummary, 'key_figures' | 'reviews' | 'remediations' | 'exceptions'>;

interface Supported {
  figure: Pick<KeyFigure, 'label' | 'value' | 'unit'>;
  evidence: string;
  attention: boolean;
}

interface Control extends Pick<ControlEvidence, 'framework' | 'control' | 'requirement'> {
  support: (facts: Facts) => Supported;
}

/** A figure of which any above zero needs somebody's attention. */
function shouldBeNone(key: string, say: (value: number, facts: Facts) => string) {
  return (facts: Facts): Supported => {
    const figure = figureOf(facts, key);
    const evidence =
      figure.value === null
        ? 'The data does not tell; nothing was measured.'
        : capital(say(figure.value, facts));
    return { figure, evidence, attention: figure.value !== 0 };
  };
}

const inUse = (facts: Facts): Supported => {
  const figure = figureOf(facts, 'stale_share');
  const [held, stale, critical] = ['active_grants', 'stale_grants', 'critical_grants'].map(
    (key) => figureOf(facts, key).value ?? 0,
  ) as [number, number, number];
  const evidence =
    held === 0
      ? 'No access was held.'
      : `Each of ${counted(held, 'grant')} is scored by its use; ${counted(stale, 'grant')} (${percentage(figure.value ?? 0)}) ${verb(stale, 'was', 'were')} stale, ${number(critical)} critically.`;
  return { figure, evidence, attention: critical > 0 };
};

const removed = (facts: Facts): Supported => {
  const figure = figureOf(facts, 'removals_verified');
  const { attested, not_verified, contradicted, failed, blocked } = facts.remediations;
  const attention = attested + not_verified + contradicted + failed + blocked > 0;
  return { figure, evidence: remediationSentence(facts.remediations), attention };
};

const answered = (facts: Facts): Supported => {
  const figure = figureOf(facts, 'decided_within_sla');
  const { decided, confirmed, revoked, decided_late } = facts.reviews;
  const evidence =
    confirmed + revoked === 0
      ? 'No review was answered by a person in the period.'
      : `${capital(counted(decided, 'review'))} ${verb(decided, 'was', 'were')} decided, ${number(confirmed + revoked)} of them by people, ${number(decided_late)} late.`;
  return { figure, evidence, attention: decided_late > 0 || facts.reviews.open_overdue > 0 };
};

const unanswered = (facts: Facts): Supported => {
  const { created, decided, expired, open_overdue } = facts.reviews;
  const value = expired + open_overdue;
  return {
    figure: { label: 'Reviews not answered in time', value, unit: 'count' },
    evidence: `Use decides continuously which access is put to a person: ${counted(created, 'review')} opened, ${number(decided)} decided, ${number(expired)} expired and ${number(open_overdue)} open past the deadline. Access that stays in use is not put to anybody.`,
    attention: value > 0,
  };
};

const careless = (facts: Facts): Supported => {
  const { confirmed_against_recommendation, fast_decisions, bulk_confirmations } = facts.exceptions;
  const { without_reason } = facts.exceptions;
  const [against, fast, bulk] = [confirmed_against_recommendation, fast_decisions, bulk_confirmations].map(
    ({ total }) => total,
  ) as [number, number, number];
  const value = against + fast + bulk + without_reason;
  const named =
    without_reason === 0
      ? 'Every answer names its decider and a reason'
      : `Every answer names its decider, ${counted(without_reason, 'answer')} no reason`;
  return {
    figure: { label: 'Exceptions that deserve a second look', value, unit: 'count' },
    evidence:
      value === 0 && facts.reviews.confirmed + facts.reviews.revoked === 0
        ? 'No review was decided by a person in the period.'
        : `${named}, and nobody decides about their own access. To be looked at again: ${counted(against, 'answer')} against a recommendation to remove, ${counted(fast, 'answer')} within 5 seconds, ${counted(bulk, 'confirmation')} of several grants at one instant.`,
    attention: value > 0,
  };
};

const privileged = shouldBeNone(
  'privileged_stale',
  (value) => `${counted(value, 'grant')} of administrative access ${verb(value, 'was', 'were')} stale.`,
);
const disabled = shouldBeNone(
  'disabled_holders',
  (value) => `${counted(value, 'disabled account')} still held access at the end of the period.`,
);

/** What each control asks for, in our words, and what supports it. Evidence, not a verdict. */
const CONTROLS: readonly Control[] = [
  {
    framework: 'SOC 2',
    control: 'CC6.1',
    requirement: 'Systems and data are protected by access that is limited to those who need it.',
    support: inUse,
  },
  {
    framework: 'SOC 2',
    control: 'CC6.2',
    requirement:
      'Accounts are set up on authorisation, and lose their access when they are no longer authorised.',
    support: disabled,
  },
  {
    framework: 'SOC 2',
    control: 'CC6.3',
    requirement: 'Access is changed and removed as roles change, so that nobody keeps more than is needed.',
    support: removed,
  },
  {
    framework: 'ISO/IEC 27001:2022',
    control: 'A.5.15',
    requirement: 'Rules for access to information follow what the business needs, and are carried out.',
    support: inUse,
  },
  {
    framework: 'ISO/IEC 27001:2022',
    control: 'A.5.18',
    requirement: 'Rights of access are given, reviewed, changed and removed by a set procedure.',
    support: answered,
  },
  {
    framework: 'ISO/IEC 27001:2022',
    control: 'A.8.2',
    requirement: 'Privileged access is restricted and managed.',
    support: privileged,
  },
  {
    framework: 'PCI DSS 4',
    control: '7.2.4',
    requirement:
      'Accounts and what they may do are reviewed at least every six months, and what is not appropriate is dealt with.',
    support: unanswered,
  },
  {
    framework: 'PCI DSS 4',
    control: '8.2.6',
    requirement: 'Accounts that nobody uses are removed or disabled within 90 days.',
    support: shouldBeNone(
      'inactive_90_holders',
      (value) =>
        `${counted(value, 'enabled user')} with access had shown no sign of life for 90 days: no login, no use.`,
    ),
  },
  {
    framework: 'SOX',
    control: 'ITGC access',
    requirement: 'Access to systems of financial reporting is reviewed with care by somebody independent.',
    support: careless,
  },
  {
    framework: 'HIPAA',
    control: '164.308(a)(4)',
    requirement: 'Access to health information is authorised, reviewed and modified as it is needed.',
    support: shouldBeNone(
      'personal_stale',
      (value) => `${counted(value, 'grant')} of access to personal data ${verb(value, 'was', 'were')} stale.`,
    ),
  },
  {
    framework: 'HIPAA',
    control: '164.312(a)',
    requirement: 'Systems let in only persons and programs that have been granted the right.',
    support: removed,
  },
  {
    framework: 'NIST SP 800-53',
    control: 'AC-2',
    requirement: 'Accounts are watched, reviewed, and disabled when they are no longer needed.',
    support: shouldBeNone(
      'dormant_holders',
      (value) => `${counted(value, 'user')} with access had not signed in for longer than the policy allows.`,
    ),
  },
  {
    framework: 'NIST SP 800-53',
    control: 'AC-6',
    requirement: 'Nobody has more access than the task needs.',
    support: shouldBeNone('never_used_grants', (value) => `${counted(value, 'grant')} had never been used.`),
  },
];

export function controlEvidence(facts: Facts): ControlEvidence[] {
  return CONTROLS.map(({ support, ...control }) => {
    const { figure, evidence, attention } = support(facts);
    return { ...control, evidence, figure: figure.label, value: figure.value, unit: figure.unit, attention };
  });
}
