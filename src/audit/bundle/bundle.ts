/**
 * A bundle is text, one JSON value per line: a header, the entries in the order of the log in exactly the bytes that were
 * hashed, after every 256 of them the hashes that the log keeps for them, and an end. Whoever has it, a key and a checkpoint
 * they kept needs nothing else.
 */
export const BUNDLE_FORMAT = 'lapse-audit-bundle/1';

export interface BundleHeader {
  format: typeof BUNDLE_FORMAT;
  origin: string;
  /** The log's public key. A verifier should have it from elsewhere. */
  key: string;
  /** The signed note over `tree_size` entries. */
  checkpoint: string;
  /** The first entry in the bundle; those before are represented by the roots of their perfect subtrees. */
  from_size: number;
  tree_size: number;
  roots_before: string[];
}

export interface BundleEnd {
  /** How many entries the bundle has. */
  end: number;
  /** Entries in the database that the sequencer was made to miss; null if that was not known. */
  outside: number | null;
}
