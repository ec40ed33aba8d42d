import { Type } from 'typebox';
import { Enum, Model, Page, ListQuery as PagedQuery, Timestamp } from '../gateway/common.schema.ts';
import {
  COLUMN_LENGTH_MAX,
  HIDDEN_COLUMNS_MAX,
  NAME_LENGTH_MAX,
  QUERY_NAMES_MAX,
  QUERY_VALUE_LENGTH_MAX,
  VIEW_PAGES,
} from './view.rules.ts';

const FIELDS = {
  name: Type.String({
    minLength: 1,
    maxLength: NAME_LENGTH_MAX,
    description: 'No other view of its owner for this page has it.',
  }),
  query: Type.Record(Type.String(), Type.String({ maxLength: QUERY_VALUE_LENGTH_MAX }), {
    maxProperties: QUERY_NAMES_MAX,
    description: "Filters and order, as in the address of the dashboard's page.",
  }),
  hidden_columns: Type.Array(Type.String({ minLength: 1, maxLength: COLUMN_LENGTH_MAX }), {
    maxItems: HIDDEN_COLUMNS_MAX,
    description: 'Columns that are not shown, by their keys; a column that is added later is shown.',
  }),
};
const ViewPage = Enum(VIEW_PAGES, { description: 'The list that it is a view of.', examples: ['grants'] });

export const VIEW_ID_EXAMPLE = '0198c0de-7d31-7b0a-9c44-2d3e4f5a6b7c';

const content = {
  name: 'Critical in production',
  query: { platform: 'postgres', risk_level: 'critical' },
  hidden_columns: ['through'],
};
const example = {
  id: VIEW_ID_EXAMPLE,
  page: 'grants',
  ...content,
  shared: true,
  owner_id: 'prin-007',
  owner_name: 'Håkon Myrvold',
  is_mine: false,
  created_at: '2026-01-31T09:30:00.000Z',
  changed_at: '2026-01-31T09:30:00.000Z',
};

export const View = Model(
  'View',
  {
    id: Type.String(),
    page: ViewPage,
    ...FIELDS,
    shared: Type.Boolean({ description: 'Whether everybody of the organisation sees it.' }),
    owner_id: Type.String({ description: 'The principal who made it.' }),
    owner_name: Type.String(),
    is_mine: Type.Boolean({ description: 'Whether the caller made it.' }),
    created_at: Timestamp(),
    changed_at: Timestamp(),
  },
  example,
);

export const ViewListPage = Page(View, example, 'A page of views.');
export const ViewQuery = PagedQuery({ page: Type.Optional(ViewPage) });

export const ViewBody = Type.Object(
  {
    page: ViewPage,
    name: FIELDS.name,
    query: FIELDS.query,
    hidden_columns: Type.Optional(FIELDS.hidden_columns),
  },
  { examples: [{ page: 'grants', ...content }] },
);

export const ViewPatchBody = Type.Partial(Type.Object(FIELDS), { examples: [content] });

/** Nothing is said besides who does it. */
export const ViewShareBody = Type.Object({});
