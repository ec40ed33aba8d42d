import type { Classification } from './directory.rules.ts';

/** What is known of an asset before anybody has classified it. */
export interface UnclassifiedAsset {
  name: string;
  platform: string;
  tags: readonly string[];
  contains_pii: boolean | null;
}

export interface Finding {
  classification: Classification;
  contains_pii: boolean;
  /** Which rule decided, for the person who asks. */
  because: string;
}

interface Rule {
  classification: Classification;
  words: ReadonlySet<string>;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** The most harmful first; the first rule with a word of the name or a tag decides. */
const RULES: readonly Rule[] = [
  {
    classification: 'pii',
    words: words(
      `pii gdpr personal customer customers patient patients person people employee employees hr payroll salary salaries
       ssn passport address addresses email emails phone birth birthdate identity identities medical health claimant`,
    ),
  },
  {
    classification: 'confidential',
    words: words(
      `confidential secret restricted sensitive finance financial ledger revenue contract contracts legal board merger
       pricing price fraud security audit tax treasury`,
    ),
  },
  { classification: 'public', words: words('public opendata open sample samples demo reference holidays') },
];

/**
 * A first classification from names, tags and the platform. An explicit one always wins over it; without any hint an
 * asset counts as internal.
 */
export function classifyAsset(asset: UnclassifiedAsset): Finding {
  if (asset.contains_pii) {
    return { classification: 'pii', contains_pii: true, because: 'it is marked as holding personal data' };
  }
  for (const { classification, words: known } of RULES) {
    const tag = asset.tags.flatMap(wordsOf).find((word) => known.has(word));
    const found = tag ?? wordsOf(ownName(asset)).find((word) => known.has(word));
    if (found === undefined) continue;
    const contains_pii = classification === 'pii' && asset.contains_pii === null;
    return { classification, contains_pii, because: `its ${tag ? 'tag' : 'name'} says "${found}"` };
  }
  return { classification: 'internal', contains_pii: false, because: 'nothing about it says otherwise' };
}

/** In PostgreSQL `public` is the schema that everything is in unless somebody says otherwise: no claim about what it holds. */
const ownName = ({ name, platform }: UnclassifiedAsset): string =>
  platform === 'postgres' ? name.replace(/\.public(?=\.|$)/, '') : name;

function wordsOf(text: string): string[] {
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
