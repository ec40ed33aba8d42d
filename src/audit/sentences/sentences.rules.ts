import { access, DIRECTORY_SENTENCES, principal } from './directory-sentences.rules.ts';
import { REMOVAL_SENTENCES, REVIEW_SENTENCES, who } from './review-sentences.rules.ts';

export const SCORE_SENTENCES: Readonly<Record<string, Sentence>> = {
  'score.threshold_crossed': (told, names) => `The score of ${principal(told, names)} ${moved(told)}`,
  'grant.threshold_crossed': (told, names) => `The score of ${access(told, names)} ${moved(told)}`,
  'score.first_observed': (told, names) => {
    const { score, risk_level } = told.data;
    return `The score of ${access(told, names)} was ${Math.round(Number(score))} (${risk_level}) when it was first seen`;
  },
};

/** What an entry is about, by the names of then. An id that nobody has any more stands for itself. */
export interface Names {
  principal: (id: unknown) => string;
  asset: (id: unknown) => string;
  /** What a grant allows; null when it is not known. */
  permission: (grantId: unknown) => string | null;
  /** The person whom a caller's label means. */
  actor: (label: string) => string;
}

export interface Told {
  event_type: string;
  actor: string;
  principal_id?: string | null | undefined;
  asset_id?: string | undefined;
  data: Readonly<Record<string, unknown>>;
  /** What its writer says, without names of people. */
  description?: string | undefined;
}

export type Sentence = (told: Told, names: Names) => string;

const SENTENCES: Readonly<Record<string, Sentence>> = {
  ...DIRECTORY_SENTENCES,
  ...SCORE_SENTENCES,
  ...REVIEW_SENTENCES,
};

/** The entry as a person would say it. A type without a sentence and without words of its writer reads as its name. */
export function auditSentence(told: Told, names: Names): string {
  const { event_type, description } = told;
  const removal = REMOVAL_SENTENCES[event_type];
  if (removal) return ended(removal(told, names));
  if (description === undefined) return ended(SENTENCES[event_type]?.(told, names) ?? event_type);
  return event_type.startsWith('remediation.') || event_type === 'anomaly.detected'
    ? about(description, told, names)
    : by(description, told, names);
}

/** "Tomás Echeverría on policy_admin: Active again after 90 days without any use." */
function about(description: string, told: Told, names: Names): string {
  const id = told.principal_id ?? told.data.principal_id;
  if (typeof id !== 'string') return description;
  const person = names.principal(id);
  if (description.includes(person)) return description;
  const assetId = told.asset_id ?? told.data.asset_id;
  const on = typeof assetId === 'string' ? names.asset(assetId) : null;
  const where = on === null || description.includes(on) ? '' : ` on ${on}`;
  return `${person}${where}: ${description}`;
}

/** "The webhook to https://… was changed, by Zoë Lindqvist." */
function by(description: string, told: Told, names: Names): string {
  const { actor } = told;
  if (actor === 'system') return description;
  const name = who(told, names);
  if (description.startsWith(actor)) return name + description.slice(actor.length);
  if (description.includes(name) || !/^[^.]*[^.\s]\.$/u.test(description)) return description;
  return `${description.slice(0, -1)}, by ${name}.`;
}

/** A reason that somebody typed may end the sentence already. */
const ended = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`);

const moved = ({ data }: Told): string =>
  `${data.direction === 'above' ? 'rose above' : 'fell below'} ${data.threshold}`;
