import { Text } from '@mantine/core';
import { likelihoodStrings as strings } from '../strings/likelihood.ts';
import { formatNumber } from './format.ts';

export interface Likelihood {
  share: number;
  cases: number;
  no_longer_needed: number;
}

/** How often access like this was no longer needed; nothing while too little was answered. */
export function LikelihoodLine({ likelihood }: { likelihood: Likelihood | null | undefined }) {
  if (!likelihood) return null;
  const { share, cases } = likelihood;
  return (
    <Text size="sm" component="p" m={0}>
      {strings.ofHundred(inHundred(share))} {strings.from(formatNumber(cases))}
    </Text>
  );
}

/** Never all and never none: nothing is certain. */
const inHundred = (share: number): string => formatNumber(Math.min(99, Math.max(1, Math.round(100 * share))));
