import { readLocalStorageValue, useLocalStorage } from '@mantine/hooks';
import { decideStrings } from '../../strings/reviews.ts';
import type { Verb } from './packets.ts';

export type Justifications = Partial<Record<Verb, string[]>>;

const KEY = 'lapse-justifications';
const KEPT_MAX = 6;
/** One for each digit. */
const OFFERED_MAX = 9;

/** The latest first, each once. */
export function remember(known: Justifications, verb: Verb, text: string): Justifications {
  const others = (known[verb] ?? []).filter((each) => each !== text);
  return { ...known, [verb]: [text, ...others].slice(0, KEPT_MAX) };
}

/** Those used last, then the ones that everybody has. */
export function offered(known: Justifications, verb: Verb): string[] {
  return [...new Set([...(known[verb] ?? []), ...decideStrings.defaults[verb]])].slice(0, OFFERED_MAX);
}

export function useJustifications(verb: Verb): string[] {
  const [known] = useLocalStorage<Justifications>({
    key: KEY,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  return offered(known, verb);
}

export function useRemember(): (verb: Verb, text: string) => void {
  const [, setKnown] = useLocalStorage<Justifications>({ key: KEY, defaultValue: {} });
  return (verb, text) =>
    setKnown(remember(readLocalStorageValue<Justifications>({ key: KEY }) ?? {}, verb, text));
}
