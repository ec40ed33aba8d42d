import { access, asset, principal } from './directory-sentences.rules.ts';
import type { Names, Sentence, Told } from './sentences.rules.ts';

/** Who it was; Lapse where nobody did it. */
export const who = ({ actor }: Told, names: Names): string =>
  actor === 'system' ? 'Lapse' : names.actor(actor);

/** "whether Tomás Echeverría still needs policy_admin" */
const question = (told: Told, names: Names): string =>
  `whether ${principal(told, names)} still needs ${asset(told, names)}`;

const said = (words: unknown): string =>
  typeof words === 'string' && words.trim() !== '' ? `: ${words.trim()}` : '';
const because = ({ data }: Told): string => said(data.reason);
const noted = ({ data }: Told): string => said(data.note);

const reviewer = ({ data }: Told, names: Names): string =>
  data.assigned_to_id ? names.principal(data.assigned_to_id) : 'nobody';

const inSlack = ({ data }: Told): string => (data.through === 'slack' ? ' in Slack' : '');

function mentioning({ data }: Told, names: Names): string {
  const people = Array.isArray(data.mentions) ? data.mentions.map((id) => names.principal(id)) : [];
  if (people.length === 0) return '';
  return `, and mentioned ${[people.slice(0, -1).join(', '), people.at(-1)].filter(Boolean).join(' and ')}`;
}

export const REVIEW_SENTENCES: Readonly<Record<string, Sentence>> = {
  'review.created': (told, names) => {
    if (told.data.with_holder_until !== undefined)
      return `${who(told, names)} asks ${principal(told, names)} before ${reviewer(told, names)} ${question(told, names)}`;
    return told.data.assigned_to_id
      ? `${who(told, names)} asked ${reviewer(told, names)} ${question(told, names)}`
      : `${who(told, names)} found nobody to ask ${question(told, names)}`;
  },
  'review.reviewer_asked': (told, names) =>
    `${who(told, names)} asked ${reviewer(told, names)} ${question(told, names)}${because(told)}`,
  'review.decided': (told, names) => {
    if (told.data.holder_question_id !== undefined)
      return `${principal(told, names)}, the holder, gave up ${names.permission(told.data.grant_id) ?? 'access'} on ${asset(told, names)}${because(told)}`;
    const [verb, toward] = told.data.decision === 'revoke' ? ['revoked', 'from'] : ['confirmed', 'for'];
    const { through: way } = told.data;
    const through = way === 'mail' ? ', by the link in a mail' : way === 'slack' ? ', in Slack' : '';
    return `${who(told, names)} ${verb} ${access(told, names, toward)}${through}${because(told)}`;
  },
  'review.escalated': (told, names) =>
    `${who(told, names)} passed the question ${question(told, names)} on to ${reviewer(told, names)}${because(told)}`,
  'review.commented': (told, names) =>
    `${who(told, names)} commented on the question ${question(told, names)}${mentioning(told, names)}`,
  'review.holder_asked': (told, names) =>
    `${who(told, names)} asked ${principal(told, names)} whether they still need ${asset(told, names)}`,
  'review.holder_kept': (told, names) =>
    `${principal(told, names)} answered${inSlack(told)} that they still need ${asset(told, names)}${because(told)}`,
  'review.holder_released': (told, names) =>
    `${principal(told, names)} gave up ${asset(told, names)}${inSlack(told) === '' ? ', by the link in their mail' : ', in Slack'}${because(told)}`,
  'seeded_question.answered': (told, names) =>
    `${who(told, names)} answered a seeded question; no access was changed`,
  'review.expired': (told, names) => `Nobody answered in time ${question(told, names)}${because(told)}`,
  'review.merged': (told, names) =>
    `${who(told, names)} closed the question ${question(told, names)}${because(told)}`,
  'review.reassigned': (told, names) =>
    `${who(told, names)} gave the question ${question(told, names)} to ${reviewer(told, names)}`,
  'review.reminded': (told, names) =>
    `Lapse reminded ${reviewer(told, names)} to answer ${question(told, names)}: ${told.data.percent} % of the time has passed`,
};

const removal = (told: Told, names: Names): string => `the remediation of ${access(told, names, 'from')}`;

/** What people do about a remediation. */
export const REMOVAL_SENTENCES: Readonly<Record<string, Sentence>> = {
  'remediation.started': (told, names) =>
    `${who(told, names)} started ${removal(told, names)}${because(told)}`,
  'remediation.approved': (told, names) =>
    `${who(told, names)} approved ${removal(told, names)}${noted(told)}`,
  'remediation.cancelled': (told, names) =>
    `${who(told, names)} cancelled ${removal(told, names)}${noted(told)}`,
  'remediation.retried': (told, names) =>
    `${who(told, names)} had ${removal(told, names)} tried again${noted(told)}`,
  'remediation.revert_requested': (told, names) =>
    `${who(told, names)} asked to put back ${access(told, names)}${noted(told)}`,
  'remediation.breaker_released': (told, names) => `${who(told, names)} released the breaker${noted(told)}`,
};
