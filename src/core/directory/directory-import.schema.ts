import { Type } from 'typebox';
import { CSV_QUERY } from '../csv/csv.schema.ts';

const kinds = {
  principal: Type.Integer(),
  membership: Type.Integer(),
  identity: Type.Integer(),
  asset: Type.Integer(),
  grant: Type.Integer(),
};

export const ImportQuery = Type.Object(
  {
    full: Type.Optional(
      Type.String({
        pattern: '^(true|(grants|memberships|principals|assets)(,(grants|memberships|principals|assets))*)$',
        description:
          'The body names all there is of these kinds (true: of all four), separated by commas: what is there and not named is gone. Only when the whole body has arrived and every line was accepted, all or nothing; what a connector reads is left alone. With less than half of a kind named it is refused with 409, and nothing is removed.',
        examples: ['grants,memberships'],
      }),
    ),
    platform: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Of a full import of grants or assets: it is about this platform only.',
        examples: ['fabric'],
      }),
    ),
    force: Type.Optional(
      Type.Boolean({
        description: 'Believe a full import that names less than half of what is there.',
        examples: [true],
      }),
    ),
    ...CSV_QUERY,
  },
  { additionalProperties: false },
);

export const ImportAnswer = Type.Object(
  {
    lines: Type.Integer({ description: 'Lines read, empty ones not counted; of CSV, rows.' }),
    imported: Type.Integer({ description: 'Lines stored.' }),
    rejected: Type.Integer({ description: 'Lines not stored.' }),
    counts: Type.Object(kinds, {
      description:
        'Lines stored that say what is there. A row of CSV says a grant, and principals and assets that were not known.',
    }),
    removed: Type.Object(kinds, {
      description:
        'What is gone that was there: said by lines with removed, what went with it (the access of a person, of a group, on an asset), and what a full import did not name.',
    }),
    full: Type.Unsafe<{ applied: boolean; reason: string | null } | null>({
      type: ['object', 'null'],
      required: ['applied', 'reason'],
      properties: { applied: { type: 'boolean' }, reason: { type: ['string', 'null'] } },
      description: 'Of a full import: whether what it did not name was removed, and if not, why.',
    }),
    rejections: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'Counted from 1.' }),
        reason: Type.String({ description: 'Which field, and what was expected.' }),
      }),
      { description: 'The first 1,000 rejected lines.' },
    ),
  },
  {
    examples: [
      {
        lines: 3,
        imported: 2,
        rejected: 1,
        counts: { principal: 1, membership: 0, identity: 0, asset: 1, grant: 0 },
        removed: { principal: 0, membership: 0, identity: 0, asset: 0, grant: 0 },
        full: null,
        rejections: [{ line: 3, reason: 'asset_id: there is no asset "asset-9"' }],
      },
    ],
  },
);
