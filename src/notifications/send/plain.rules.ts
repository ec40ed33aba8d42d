export const NAME_LENGTH_MAX = 120;
const LINE_LENGTH_MAX = 1_000;
/** Ten of them fit in what Teams takes. */
export const SUMMARY_LENGTH_MAX = 400;

/**
 * Names come from directories that others fill. What could end a header, hide, or turn text around becomes a space; what
 * has a meaning in a medium is escaped where it is written.
 */
export function plain(text: string, lengthMax = LINE_LENGTH_MAX): string {
  const line = text
    .replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return [...line].length <= lengthMax ? line : `${[...line].slice(0, lengthMax - 1).join('')}…`;
}

export const name = (text: string): string => plain(text, NAME_LENGTH_MAX) || '(without a name)';

/** Such as 17 Nov 2026 09:30 UTC. */
export const instant = (iso: string): string => `${new Date(iso).toUTCString().slice(5, 22)} UTC`;
