import { type Static, Type } from 'typebox';
import { ONE_REQUIRED } from '../../../gateway/common.schema.ts';

const Ids = (description: string, example: string, options: object = {}) =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength: 12_000, description, examples: [example], ...options }),
  );

export const SparklineQuery = Type.Object(
  {
    grant_ids: Ids(
      'Up to 100 grants, with commas between. This or principal_ids is required.',
      'grant-001',
      ONE_REQUIRED,
    ),
    principal_ids: Ids('Up to 100 principals: the grant that is the stalest of each now.', 'prin-001'),
  },
  { additionalProperties: false },
);
export type SparklineQuery = Static<typeof SparklineQuery>;

export const Sparklines = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Of the grant or principal. Those that have no score are left out.' }),
        points: Type.Array(Type.Array(Type.Number()), {
          description:
            'Milliseconds since 1970 and the score then, oldest first, none before it was granted.',
        }),
      }),
    ),
  },
  {
    description: 'Scores of the last 90 days, one every three days.',
    examples: [
      {
        items: [
          {
            id: 'grant-001',
            points: [
              [1767000000000, 41.2],
              [1767259200000, 47.9],
            ],
          },
        ],
      },
    ],
  },
);
