import { LapseError } from '../../platform/errors.ts';

/** The words of RFC 7644 for what is wrong with a request. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany';

export const scimFault = (scim_type: ScimType, message: string): LapseError =>
  new LapseError('invalid_request', message, undefined, { scim_type });

export const notUnique = (message: string): LapseError =>
  new LapseError('conflict', message, undefined, { scim_type: 'uniqueness' });

/** A value of the request, short enough for a sentence. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return `"${text.length > 60 ? `${text.slice(0, 60)}…` : text}"`;
}
