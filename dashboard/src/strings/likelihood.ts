import { counted } from './counted.ts';

export const likelihoodStrings = {
  ofHundred: (share: string) => `Of 100 like this, ${share} ${share === '1' ? 'was' : 'were'} not missed`,
  from: (cases: string) => `(from ${counted(cases, 'answer')} in your organisation).`,
};
