import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Recommendation } from '../review.rules.ts';

/** What of a review must be as it was when somebody looked, for a decision of then to be one about it now. */
export interface Looked {
  review_id: string;
  recommendation: Recommendation;
  access_grant_ids: readonly string[];
  permissions: readonly string[];
  last_used_at: string | null;
}

/** Short: it tells whether one review is as before, and names no review. */
export function markOf({ access_grant_ids, permissions, recommendation, last_used_at }: Looked): string {
  const said = JSON.stringify([access_grant_ids, permissions, recommendation, last_used_at]);
  return createHash('sha256').update(said).digest('base64url').slice(0, 8);
}

/** What a card has shown, to be sent back with the decision: a mark of each review that may be decided together. */
export function writeSeen(looked: readonly Looked[]): string {
  const lines = looked.map((each) => `${markOf(each)}${each.review_id}`);
  return deflateRawSync(lines.join('\n')).toString('base64url');
}

const SEEN_BYTES_MAX = 2_000_000;
const LINE = /^([A-Za-z0-9_-]{8})([^\s].{0,199})$/;

/** The marks by the id of their review; null: it is nothing that a card has shown. */
export function readSeen(text: string): Map<string, string> | null {
  try {
    const lines = inflateRawSync(Buffer.from(text, 'base64url'), {
      maxOutputLength: SEEN_BYTES_MAX,
    }).toString('utf8');
    const found = lines.split('\n').map((line) => LINE.exec(line));
    if (found.some((line) => line === null)) return null;
    return new Map(found.map((line) => [line?.[2] as string, line?.[1] as string]));
  } catch {
    return null;
  }
}
