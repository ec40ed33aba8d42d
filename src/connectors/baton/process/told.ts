const TEXT_LENGTH_MAX = 300;
export const WITHHELD = '(withheld, because it repeats a secret)';
/** Shorter secrets would be found everywhere. */
const SECRET_LENGTH_MIN = 4;

/**
 * What a program says may repeat what it was given, in any spelling. Then none of it is passed on: a secret cut out of text
 * can still be told by what is around it.
 */
export function createTold(secrets: readonly string[]): (text: string) => string {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))];
  return (text) => {
    if (spellings.some((spelling) => text.includes(spelling))) return WITHHELD;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what a program prints may contain them.
    const plain = text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
    return plain.length > TEXT_LENGTH_MAX ? `${plain.slice(0, TEXT_LENGTH_MAX)}…` : plain;
  };
}

/** A secret of several lines, such as a key, is recognised by any of them. */
function spellingsOf(secret: string): string[] {
  const parts = [secret, ...secret.split(/\r?\n/)].filter((part) => part.trim().length >= SECRET_LENGTH_MIN);
  return parts.flatMap((part) => [
    part,
    encodeURIComponent(part),
    JSON.stringify(part).slice(1, -1),
    // Without padding, which another alphabet or what follows would change.
    Buffer.from(part).toString('base64').replace(/=+$/, ''),
    Buffer.from(part).toString('base64url'),
    Buffer.from(part).toString('hex'),
  ]);
}
