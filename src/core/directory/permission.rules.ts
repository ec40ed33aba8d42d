export const PERMISSIONS = ['read', 'write', 'read_write', 'admin', 'owner'] as const;
export type Permission = (typeof PERMISSIONS)[number];

const OWNER = new Set(['owner', 'own', 'ownership', 'dbo']);
const ADMIN = new Set(
  'admin administrator administer sysadmin superuser root manage manager control full all securityadmin'.split(
    ' ',
  ),
);
const WRITE = new Set(
  `write writer datawriter contributor member edit editor modify insert update delete truncate create alter drop upsert
   maintain publish ddladmin`.split(/\s+/),
);
const READ = new Set(
  `read reader datareader view viewer select query connect browse list usage use execute run build temporary temp
   references guest discover`.split(/\s+/),
);

/** Platforms have few words for what may be done, and reading one costs more than most of what is done with it. */
const normalised = new Map<string, Permission | null>();
const NORMALISED_MAX = 1_000;

/**
 * One of five words for what platforms call the same thing: ReadWrite, read_write, rw, Contributor, db_datareader,
 * CAN_MANAGE, "Storage Blob Data Owner". The strongest word of the name decides; null when no word is known, because a
 * guess would shift a lapse date for a reason nobody could name.
 */
export function normalisePermission(raw: string): Permission | null {
  let known = normalised.get(raw);
  if (known === undefined) {
    known = strongestOf(raw);
    if (normalised.size >= NORMALISED_MAX) normalised.clear();
    normalised.set(raw, known);
  }
  return known;
}

/** Of a container: that somebody may come to what is inside, but not what they may do there. */
export const isWayIn = (permission: string): boolean => wordsOf(permission).every((word) => WAY_IN.has(word));

const WAY_IN = new Set('use usage connect browse temporary temp catalog schema'.split(' '));

function strongestOf(raw: string): Permission | null {
  const words = wordsOf(raw);
  const has = (known: ReadonlySet<string>) => words.some((word) => known.has(word));
  if (has(OWNER)) return 'owner';
  if (has(ADMIN)) return 'admin';
  if (has(WRITE)) return words.includes('read') ? 'read_write' : 'write';
  return has(READ) ? 'read' : null;
}

const wordsOf = (permission: string): string[] =>
  permission
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .flatMap((word) => (word === 'rw' || word === 'readwrite' ? ['read', 'write'] : [word]));
