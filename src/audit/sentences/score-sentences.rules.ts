import { access, principal } from './directory-sentences.rules.ts';
import type { Sentence, Told } from './sentences.rules.ts';

const moved = ({ data }: Told): string =>
  `${data.direction === 'above' ? 'rose above' : 'fell below'} ${data.threshold}`;

export const SCORE_SENTENCES: Readonly<Record<string, Sentence>> = {
  'score.threshold_crossed': (told, names) => `The score of ${principal(told, names)} ${moved(told)}`,
  'grant.threshold_crossed': (told, names) => `The score of ${access(told, names)} ${moved(told)}`,
  'score.first_observed': (told, names) => {
    const { score, risk_level } = told.data;
    return `The score of ${access(told, names)} was ${Math.round(Number(score))} (${risk_level}) when it was first seen`;
  },
};
