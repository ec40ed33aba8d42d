import { type Static, type TProperties, type TSchema, Type } from 'typebox';

export const ORDERS = ['asc', 'desc'] as const;

/** A value that may be unknown. A list of types instead of anyOf: the serialiser needs no validator for it. */
const nullable =
  <T>(type: string) =>
  (options: object = {}) =>
    Type.Unsafe<T | null>({ type: [type, 'null'], ...options });
export const NullableString = nullable<string>('string');
export const NullableBoolean = nullable<boolean>('boolean');
export const NullableNumber = nullable<number>('number');
export const NullableInteger = nullable<number>('integer');

export const TIMESTAMP_EXAMPLE = '2026-01-31T09:30:00.000Z';

export const Timestamp = (options: object = {}) =>
  Type.String({ format: 'date-time', examples: [TIMESTAMP_EXAMPLE], ...options });
export const NullableTimestamp = (options: object = {}) =>
  NullableString({ format: 'date-time', examples: [TIMESTAMP_EXAMPLE], ...options });

export const Enum = <const T extends readonly string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });

export const ID_LENGTH_MAX = 200;

export const IdParams = (what: string, example: string) =>
  Type.Object({
    id: Type.String({
      minLength: 1,
      maxLength: ID_LENGTH_MAX,
      description: `Id of the ${what}.`,
      examples: [example],
    }),
  });

export const IdFilter = (description: string, example: string, options: object = {}) =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX, description, examples: [example], ...options }),
  );

/** One of several of which a request names at least one; samples of calls name this one. */
export const ONE_REQUIRED = { 'x-one-required': true };

export const TextFilter = (description: string, example: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 320, description, examples: [example] }));

/** Deep offsets read what they skip; a cursor does not. */
const OFFSET_MAX = 100_000;

/** The parameters that every list takes. */
export const PageQuery = {
  limit: Type.Integer({
    minimum: 1,
    maximum: 100,
    default: 50,
    description: 'Items per page.',
    examples: [50],
  }),
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4096,
      description: 'The next_cursor of the previous page, with the same filters. Not together with offset.',
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: OFFSET_MAX,
      description: 'How many items to skip. Not together with cursor, which stays fast however deep.',
      examples: [0],
    }),
  ),
};

/** What an answer consists of, with its name in the description and an example. */
export const Model = <T extends TProperties>($id: string, properties: T, example: object) =>
  Type.Object(properties, { $id, examples: [example] });

/** Parameters behind the question mark; others are refused. */
export const Query = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: false });

export const ListQuery = <T extends TProperties>(filters: T) => Query({ ...PageQuery, ...filters });

/** A schema with a name stands once in the description and is referred to. */
export const Named = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T>>({ $ref: `${(schema as { $id?: string }).$id}#` });

export const SortFilter = <const T extends readonly string[]>(sorts: T, description: string) => ({
  sort: Type.Optional(Enum(sorts, { description, examples: [sorts.at(-1)] })),
  order: Type.Optional(
    Enum(ORDERS, { description: 'asc by default, for scores desc: stalest first.', examples: ['asc'] }),
  ),
});

export const IncludeFilter = (description: string) =>
  Type.Optional(Enum(['scores'], { description, examples: ['scores'] }));

/** Lists that count their matches only so far. */
export const TotalIsExact = () =>
  Type.Optional(
    Type.Boolean({ description: 'false when more than total match: 10,000 are counted at most.' }),
  );

export const Page = <T extends TSchema>(
  item: T,
  example: object,
  description: string,
  more: Record<string, TSchema> = {},
) =>
  Type.Object(
    {
      items: Type.Array(Named(item), { description: 'Items of the page.' }),
      next_cursor: NullableString({ description: 'Pass as cursor for the next page; null on the last.' }),
      total: Type.Integer({ description: 'How many items match the filters in all.' }),
      limit: Type.Integer({ description: 'The page size that was used.' }),
      offset: Type.Integer({ description: 'How many items come before this page, when offset was used.' }),
      ...more,
    },
    {
      description,
      examples: [{ items: [example], next_cursor: null, total: 1, limit: 50, offset: 0 }],
    },
  );
