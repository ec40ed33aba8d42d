import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks';
import { decideStrings } from '../../strings/reviews.ts';
import type { Verb } from './reviews.ts';

/** Sentences of one's own by answer, each in the place in which it was first used; null where one was forgotten. */
export type Justifications = Partial<Record<Verb, (string | null)[]>>;

export interface Sentence {
  text: string;
  /** The digit that fills it in. It stays the same however often which sentence is used. */
  key: string;
  /** Whether it was typed here, and can be forgotten. */
  isOwn: boolean;
}

const KEY = 'lapse-justifications';
/** With the three that everybody has, one for each digit. */
const KEPT_MAX = 6;

const ownOf = (known: Justifications, verb: Verb): (string | null)[] => {
  const shared: readonly string[] = decideStrings.defaults[verb];
  return (known[verb] ?? []).map((text) => (text === null || shared.includes(text) ? null : text));
};

/** Takes the first free place; when all are taken, none: a digit that changed its meaning would send another reason. */
export function remember(known: Justifications, verb: Verb, text: string): Justifications {
  const own = ownOf(known, verb);
  const shared: readonly string[] = decideStrings.defaults[verb];
  if (own.includes(text) || shared.includes(text)) return known;
  const free = own.indexOf(null);
  if (free === -1 && own.length >= KEPT_MAX) return known;
  return { ...known, [verb]: free === -1 ? [...own, text] : own.with(free, text) };
}

/** Leaves its place empty, so that the others keep theirs. */
export const forget = (known: Justifications, verb: Verb, text: string): Justifications => ({
  ...known,
  [verb]: ownOf(known, verb).map((each) => (each === text ? null : each)),
});

/** Those that everybody has, then one's own. */
export function offered(known: Justifications, verb: Verb): Sentence[] {
  const shared = decideStrings.defaults[verb];
  return [...shared, ...ownOf(known, verb).slice(0, KEPT_MAX)].flatMap((text, place) =>
    text === null ? [] : [{ text, key: String(place + 1), isOwn: place >= shared.length }],
  );
}

export function useJustifications(verb: Verb): Sentence[] {
  const [known] = useLocalStorage<Justifications>({
    key: KEY,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  return offered(known, verb);
}

/** How to keep a sentence, and how to forget one. */
export function useChangeJustifications() {
  const [, setKnown] = useLocalStorage<Justifications>({ key: KEY, defaultValue: {} });
  const change = (rule: typeof remember) => (verb: Verb, text: string) =>
    setKnown(rule(readLocalStorageValue<Justifications>({ key: KEY }) ?? {}, verb, text));
  return { remember: change(remember), forget: change(forget) };
}
