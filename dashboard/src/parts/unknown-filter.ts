import { operationStrings } from '../strings/operations.ts';

export const unknownText = (value: string): string => operationStrings.unknown(value);

/** What to say below a field whose value, from the address, is none of its choices; null when it is. */
export function unknownOf(
  choices: readonly (string | { value: string })[],
  value: string | undefined,
): string | null {
  const isKnown = choices.some((each) => (typeof each === 'string' ? each : each.value) === value);
  return value === undefined || isKnown ? null : unknownText(value);
}
