/** Actors that are not people. Nobody else may appear in the audit trail under these names, or what looks like them. */
export const SYSTEM_ACTOR = 'system';
export const DEV_ACTOR = 'dev-admin';

/** Letters of other scripts that look like the Latin ones of these names, by those. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'аɑαᴀ',
  d: 'ԁɗᴅ',
  e: 'еεєᴇ',
  i: 'іıιɪ',
  m: 'мμᴍ',
  n: 'пոηɴ',
  s: 'ѕꜱ',
  t: 'тτᴛ',
  v: 'ѵνᴠ',
  y: 'уүυγʏ',
};
const LATIN = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, others]) => [...others].map((other) => [other, latin])),
);

/** What is left when case, spaces, signs, accents and scripts are not told apart. */
function skeleton(name: string): string {
  return [...name.normalize('NFKD').toLowerCase()]
    .map((letter) => LATIN.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const RESERVED: ReadonlySet<string> = new Set([SYSTEM_ACTOR, DEV_ACTOR].map(skeleton));
/** How people are recorded who give up their own access: "Ann (prin-001), the holder". */
/** How decisions name the rule that made them: `the rule "Leavers" of ann@x.example`. */
const RULE = /^\W*the\s+rule\b/iu;
const HOLDER = /,\s*the\s+holder\W*$/iu;

export function isReservedActor(name: string): boolean {
  return (
    RESERVED.has(skeleton(name)) || HOLDER.test(name.normalize('NFKC')) || RULE.test(name.normalize('NFKC'))
  );
}
