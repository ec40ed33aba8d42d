/** Actors that are not people. Nobody else may appear in the audit trail under these names, or what looks like them. */
export const SYSTEM_ACTOR = 'system';
export const DEV_ACTOR = 'dev-admin';

/** Letters of other scripts that look like the Latin ones of these names. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  ɑ: 'a',
  α: 'a',
  ᴀ: 'a',
  ԁ: 'd',
  ɗ: 'd',
  ᴅ: 'd',
  е: 'e',
  ε: 'e',
  є: 'e',
  ᴇ: 'e',
  і: 'i',
  ı: 'i',
  ι: 'i',
  ɪ: 'i',
  м: 'm',
  μ: 'm',
  ᴍ: 'm',
  п: 'n',
  ո: 'n',
  η: 'n',
  ɴ: 'n',
  ѕ: 's',
  ꜱ: 's',
  т: 't',
  τ: 't',
  ᴛ: 't',
  ѵ: 'v',
  ν: 'v',
  ᴠ: 'v',
  у: 'y',
  ү: 'y',
  υ: 'y',
  γ: 'y',
  ʏ: 'y',
};

/** What is left when case, spaces, signs, accents and scripts are not told apart. */
function skeleton(name: string): string {
  return [...name.normalize('NFKD').toLowerCase()]
    .map((letter) => LOOKALIKES[letter] ?? letter)
    .join('')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const RESERVED: ReadonlySet<string> = new Set([SYSTEM_ACTOR, DEV_ACTOR].map(skeleton));

export function isReservedActor(name: string): boolean {
  return RESERVED.has(skeleton(name));
}
