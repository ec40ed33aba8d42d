import type { Fault } from '../../platform/errors.ts';
import { Review } from './review.schema.ts';

/** Of one review, not in lists. */
const ALONE = ['decisions', 'holder_question', 'comments'] as const;

export type ReviewField = Exclude<keyof typeof Review.properties, (typeof ALONE)[number]>;

/** What a list can be asked for. */
export const LIST_FIELDS = Object.keys(Review.properties).filter(
  (name) => !(ALONE as readonly string[]).includes(name),
) as ReviewField[];

/** Fields by their names with commas between them; the id besides, without which nothing can be done about a review. */
export function readFields(text: string, faults: Fault[]): ReadonlySet<ReviewField> {
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !(LIST_FIELDS as string[]).includes(name));
  if (unknown.length > 0) {
    const msg = `expected names of fields with commas between them; a list has no ${unknown.map((name) => `"${name}"`).join(', ')}`;
    faults.push({ loc: ['query', 'fields'], msg, type: 'unknown_field' });
  }
  return new Set(['id', ...(names as ReviewField[])]);
}

const NEEDS_BRIEF: readonly ReviewField[] = [
  'principal_name',
  'asset_name',
  'platform',
  'current_score',
  'recommendation',
];
const NEEDS_REFUSALS: readonly ReviewField[] = ['may_decide', 'decide_refusal'];

/** What has to be found out to answer these fields; null: all of them. */
export function lookupsFor(wanted: ReadonlySet<ReviewField> | null) {
  const isWanted = (...fields: readonly ReviewField[]) =>
    wanted === null || fields.some((field) => wanted.has(field));
  const evidence = isWanted('evidence_json');
  return {
    evidence,
    // Evidence says it as well.
    brief: !evidence && isWanted(...NEEDS_BRIEF),
    refusals: isWanted(...NEEDS_REFUSALS),
    removals: isWanted('removals'),
  };
}
