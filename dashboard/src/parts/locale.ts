/**
 * The pages are written in English, so dates, numbers and lists are too: as the reader's own kind of English writes them,
 * or Britain's. A German date in an English sentence would be two languages on one page.
 */
export const localeOf = (languages: readonly string[]): string =>
  languages.find((language) => /^en(-|$)/i.test(language)) ?? 'en-GB';

export const LOCALE = localeOf(globalThis.navigator?.languages ?? []);
