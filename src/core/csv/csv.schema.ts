import { type Static, Type } from 'typebox';
import { DATE_FORMATS } from './csv-dates.rules.ts';
import { CSV_NOUNS } from './csv-fields.rules.ts';
import { SEPARATORS } from './csv-mapping.rules.ts';

const OF_CSV = 'Of CSV: ';

/** How a body of CSV is read. */
export const CSV_QUERY = {
  map: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 10_000,
      description: `${OF_CSV}which column says what, as field=column separated by commas. Left out: chosen by the names of the columns. POST /v1/csv/preview lists the fields.`,
      examples: ['principal=Email,asset=Table,permission=Right'],
    }),
  ),
  set: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 10_000,
      description: `${OF_CSV}what holds for every row, as field=value separated by commas.`,
      examples: ['platform=warehouse'],
    }),
  ),
  separator: Type.Optional(
    Type.Unsafe<keyof typeof SEPARATORS>({
      type: 'string',
      enum: Object.keys(SEPARATORS),
      description: `${OF_CSV}between cells. Left out: found in the first line.`,
      examples: ['semicolon'],
    }),
  ),
  date_format: Type.Optional(
    Type.Unsafe<(typeof DATE_FORMATS)[number]>({
      type: 'string',
      enum: [...DATE_FORMATS],
      description: `${OF_CSV}how its dates are written, with or without a time after them; iso when left out. Never guessed.`,
      examples: ['DD/MM/YYYY'],
    }),
  ),
  time_zone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: `${OF_CSV}of times that name none; UTC when left out.`,
      examples: ['Europe/Berlin'],
    }),
  ),
};

export const CsvPreviewQuery = Type.Object(
  {
    of: Type.Unsafe<(typeof CSV_NOUNS)[number]>({
      type: 'string',
      enum: [...CSV_NOUNS],
      description: 'What its rows are.',
      examples: ['grants'],
    }),
    ...CSV_QUERY,
  },
  { additionalProperties: false },
);

const Texts = (description: string) =>
  Type.Record(Type.String(), Type.String(), { description, additionalProperties: true });

export const CsvPreview = Type.Object(
  {
    separator: Type.Unsafe<keyof typeof SEPARATORS>({ type: 'string', enum: Object.keys(SEPARATORS) }),
    columns: Type.Array(Type.String(), { description: 'As the first line names them.' }),
    map: Texts('Column by field: as asked, or else chosen by the names of the columns.'),
    set: Texts('What holds for every row, by field.'),
    unread: Type.Array(Type.String(), { description: 'Columns that say nothing to Lapse.' }),
    faults: Type.Array(Type.String(), { description: 'Why the file could not be imported like this.' }),
    fields: Type.Array(
      Type.Object({ name: Type.String(), required: Type.Boolean(), description: Type.String() }),
      { description: 'What columns may say.' },
    ),
    rows: Type.Array(
      Type.Object({
        line: Type.Integer({ description: 'On which it begins, counted from 1.' }),
        values: Type.Unsafe<Record<string, unknown> | null>({
          type: ['object', 'null'],
          additionalProperties: true,
          description: 'What it says by field, as it would be read; null: it would be refused.',
        }),
        reason: Type.Unsafe<string | null>({
          type: ['string', 'null'],
          description: 'Which column, and what was expected; null: it can be read.',
        }),
      }),
      { description: 'The first 20 rows.' },
    ),
  },
  {
    examples: [
      {
        separator: 'comma',
        columns: ['Email', 'Table', 'Right', 'Comment'],
        map: { principal: 'Email', asset: 'Table', permission: 'Right' },
        set: { platform: 'warehouse' },
        unread: ['Comment'],
        faults: [],
        fields: [{ name: 'permission', required: true, description: 'What it allows, such as read.' }],
        rows: [
          {
            line: 2,
            values: {
              principal: 'amara@corp.example',
              asset: 'customer_profiles',
              permission: 'read',
              platform: 'warehouse',
            },
            reason: null,
          },
        ],
      },
    ],
  },
);
export type CsvPreview = Static<typeof CsvPreview>;
