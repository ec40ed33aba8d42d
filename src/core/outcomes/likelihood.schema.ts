import { Type } from 'typebox';

/** Of the score of a grant. */
export const Likelihood = () =>
  Type.Unsafe<object | null>({
    type: ['object', 'null'],
    properties: {
      share: { type: 'number', description: 'Between 0 and 1, never either.' },
      cases: { type: 'integer', description: 'Answers about access with such a score.' },
      no_longer_needed: { type: 'integer', description: 'Of those: revoked, and not missed since.' },
    },
    required: ['share', 'cases', 'no_longer_needed'],
    description:
      "The share of grants with such a score that were really no longer needed, from the organisation's own answers. null while there are too few answers, below the score at which people are asked, and well above all that was answered.",
  });

export const likelihoodExample = { share: 0.8285, cases: 412, no_longer_needed: 342 };
