import type { DirectoryKind } from './directory.rules.ts';

/** A line of an import that says that something is gone. */
export type RemovalLine =
  | { kind: 'principal' | 'asset' | 'grant'; id: string }
  | { kind: 'membership'; group_id: string; member_id: string }
  | { kind: 'identity'; provider: string; external_id: string };

/** Of what a full import may say that it names all of it. Accounts go with nobody: they only name people. */
export const FULL_KINDS = ['grant', 'membership', 'principal', 'asset'] as const;
export type FullKind = (typeof FULL_KINDS)[number];

export type KindCounts = Record<DirectoryKind, number>;

export const noneOfAnyKind = (): KindCounts => ({
  principal: 0,
  membership: 0,
  identity: 0,
  asset: 0,
  grant: 0,
});

export function addCounts(sums: KindCounts, more: KindCounts): void {
  for (const kind of Object.keys(sums) as DirectoryKind[]) sums[kind] += more[kind];
}

/** The plural, as callers write it. */
export const FULL_WORDS: Readonly<Record<string, FullKind>> = {
  grants: 'grant',
  memberships: 'membership',
  principals: 'principal',
  assets: 'asset',
};

/** `true`: all kinds. Null when it is none of that. */
export function readFullKinds(text: string): FullKind[] | null {
  if (text === 'true') return [...FULL_KINDS];
  const kinds = text.split(',').map((word) => FULL_WORDS[word.trim()]);
  return kinds.includes(undefined) ? null : FULL_KINDS.filter((kind) => kinds.includes(kind));
}

/**
 * Whether a listing may be believed to be all there is. One that is empty, or was cut off in the middle, would otherwise end
 * the access of everybody.
 */
export const isBelievable = ({ known, unnamed }: { known: number; unnamed: number }): boolean =>
  unnamed * 2 <= known;
