import { Type } from 'typebox';
import {
  ID_LENGTH_MAX,
  IdFilter,
  ListQuery,
  NullableTimestamp,
  Page,
  Timestamp,
} from '../../gateway/common.schema.ts';

const Id = (description: string, example: string) =>
  Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX, description, examples: [example] });

export const SUBSTITUTE_ID_EXAMPLE = '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60';

const example = {
  id: SUBSTITUTE_ID_EXAMPLE,
  principal_id: 'prin-007',
  principal_name: 'Håkon Myrvold',
  substitute_id: 'prin-012',
  substitute_name: 'Zoë Lindqvist',
  starts_at: '2026-07-01T00:00:00.000Z',
  ends_at: '2026-07-21T00:00:00.000Z',
  named_by: 'hakon.myrvold@example.com',
  created_at: '2026-06-20T09:30:00.000Z',
};

export const Substitute = Type.Object(
  {
    id: Type.String(),
    principal_id: Type.String({ description: 'Whose reviews may be decided.' }),
    principal_name: Type.String(),
    substitute_id: Type.String({ description: 'Who may decide them; deciding needs service.reviewer.' }),
    substitute_name: Type.String(),
    starts_at: Timestamp(),
    ends_at: NullableTimestamp({ description: 'null: until it is removed.' }),
    named_by: Type.String(),
    created_at: Timestamp(),
  },
  {
    $id: 'Substitute',
    examples: [example],
  },
);

export const SubstitutePage = Page(Substitute, example, 'Who may decide for whom.');
export const SubstituteQuery = ListQuery({
  principal_id: IdFilter('Only substitutes of this principal.', 'prin-007'),
  substitute_id: IdFilter('Only where this principal is the substitute.', 'prin-012'),
});

export const SubstituteBody = Type.Object(
  {
    principal_id: Id('Whose reviews may be decided.', 'prin-007'),
    substitute_id: Id('Who may decide them.', 'prin-012'),
    starts_at: Type.Optional(Timestamp({ description: 'Now when absent.' })),
    ends_at: Type.Optional(Timestamp({ description: 'Until it is removed when absent.' })),
  },
  {
    examples: [
      {
        principal_id: 'prin-007',
        substitute_id: 'prin-012',
        starts_at: '2026-07-01T00:00:00Z',
        ends_at: '2026-07-21T00:00:00Z',
      },
    ],
  },
);
