import { DIRECTORY_SENTENCES } from './directory-sentences.ts';
import { SCORE_SENTENCES } from './score-sentences.ts';

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
  principal_id: string | null;
  asset_id?: string | undefined;
  data: Readonly<Record<string, unknown>>;
}

export type Sentence = (told: Told, names: Names) => string;

const SENTENCES: Readonly<Record<string, Sentence>> = { ...DIRECTORY_SENTENCES, ...SCORE_SENTENCES };

/** The entry as a person would say it. A type without a sentence is a fault of its writer, and reads as its name. */
export function auditSentence(told: Told, names: Names): string {
  const sentence = SENTENCES[told.event_type];
  return sentence ? ended(sentence(told, names)) : told.event_type;
}

/** A reason that somebody typed may end the sentence already. */
const ended = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`);
