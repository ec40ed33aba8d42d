import { Type } from 'typebox';
import { Enum, NullableTimestamp } from '../../gateway/common.schema.ts';
import { PRINCIPAL_TYPES } from '../directory/directory.rules.ts';
import { PERMISSIONS } from '../directory/permission.rules.ts';

const Lesson = (description: string, needed: string) =>
  Type.Object(
    {
      cases: Type.Integer({ description: 'Answers that it is from, of the last two years.' }),
      needed: Type.Integer({ description: needed }),
      days: Type.Integer({
        description: 'So many days later access of the kind is asked about; at most 60.',
      }),
    },
    { description },
  );

export const LearnedAnswer = Type.Object(
  {
    in_force: Type.Boolean({
      description:
        'Whether it moves lapse dates: by the second model, unless `learning` of the policy is false.',
    }),
    learned_at: NullableTimestamp({ description: 'When the answers were last looked at; null: not yet.' }),
    kinds: Type.Array(
      Type.Object({
        platform: Type.String(),
        permission: Enum(PERMISSIONS, {
          description: 'What it allows, in one word for those of all platforms.',
        }),
        principal_type: Enum(PRINCIPAL_TYPES, { description: 'Who holds it.' }),
        revoked: Lesson(
          'What people have revoked.',
          'Of those that were regretted: called off or put back, or the access was used or granted again within 60 days.',
        ),
        never_used: Lesson(
          'Access that had never been used when people were asked about it. The days are for access that was never used; the longer of the two counts.',
          'Of those that were needed: used since, confirmed for a time that is not over, or revoked and regretted.',
        ),
      }),
      { description: 'The kinds of access of which something was learned.' },
    ),
  },
  {
    $id: 'Learned',
    examples: [
      {
        in_force: true,
        learned_at: '2026-03-02T08:15:00Z',
        kinds: [
          {
            platform: 'fabric',
            permission: 'read',
            principal_type: 'user',
            revoked: { cases: 31, needed: 4, days: 13 },
            never_used: { cases: 9, needed: 1, days: 0 },
          },
        ],
      },
    ],
  },
);
