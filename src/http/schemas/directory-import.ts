import { Type } from 'typebox';

export const ImportAnswer = Type.Object(
  {
    lines: Type.Integer({ description: 'Lines read, empty ones not counted.' }),
    imported: Type.Integer({ description: 'Lines stored.' }),
    rejected: Type.Integer({ description: 'Lines not stored.' }),
    counts: Type.Object({
      principal: Type.Integer(),
      membership: Type.Integer(),
      identity: Type.Integer(),
      asset: Type.Integer(),
      grant: Type.Integer(),
    }),
    rejections: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'Counted from 1.' }),
        reason: Type.String({ description: 'Which field, and what was expected.' }),
      }),
      { description: 'The first 100 rejected lines.' },
    ),
  },
  {
    examples: [
      {
        lines: 3,
        imported: 2,
        rejected: 1,
        counts: { principal: 1, membership: 0, identity: 0, asset: 1, grant: 0 },
        rejections: [{ line: 3, reason: 'asset_id: there is no asset "asset-9"' }],
      },
    ],
  },
);
