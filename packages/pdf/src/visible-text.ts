/**
 * Text as a document may show it. What has no shape of its own (control characters, halves of surrogate pairs) is
 * spelled out, so that nothing vanishes. So are characters that turn the direction of what follows: a name could
 * otherwise be shown backwards. Marks that only say "left to right here" are obeyed.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const SPELLED = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]|\p{Surrogate}/gu;

export function visibleText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) {
    return text;
  }
  return text
    .replace(/\r\n?|\u2028|\u2029|\x85/g, '\n')
    .replaceAll('\t', ' ')
    .replace(SPELLED, (character) => spelled(character.codePointAt(0) ?? 0))
    .normalize('NFC');
}

export function spelled(codePoint: number): string {
  return `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Has no shape and is not missed: joiners, variation selectors, direction marks, soft hyphen, byte order mark. */
export function isInvisible(codePoint: number): boolean {
  return (
    codePoint === 0xad ||
    codePoint === 0x34f ||
    codePoint === 0x61c ||
    (codePoint >= 0x200b && codePoint <= 0x200f) ||
    (codePoint >= 0x2060 && codePoint <= 0x2064) ||
    (codePoint >= 0xfe00 && codePoint <= 0xfe0f) ||
    codePoint === 0xfeff ||
    (codePoint >= 0xe0000 && codePoint <= 0xe0fff)
  );
}
