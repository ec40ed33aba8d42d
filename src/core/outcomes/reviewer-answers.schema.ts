import { Type } from 'typebox';
import { NullableNumber, Query, TIMESTAMP_EXAMPLE, Timestamp } from '../../gateway/common.schema.ts';
import { PeriodQuery } from './regret.schema.ts';
import { ANSWERS_MIN, DECISIONS_MAX, QUICK_MS, REVIEWERS_MAX, ROW_MIN } from './reviewer-answers.rules.ts';
import { SEEDED_CASES_MIN } from './seeded-answers.rules.ts';

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const ReviewerAnswersQuery = Query(PeriodQuery);

export const ReviewerAnswers = Type.Object(
  {
    from: Timestamp({ description: 'Decided then or later.' }),
    to: Timestamp({ description: 'Decided before then.' }),
    is_complete: Type.Boolean({
      description: `false: people decided about more than ${DECISIONS_MAX.toLocaleString('en')} grants in the period, of which these are the latest. Ask for a shorter one.`,
    }),
    reviewers_with_fewer: Count(
      `How many people made fewer than ${ANSWERS_MIN} decisions; nothing is said of them.`,
    ),
    items: Type.Array(
      Type.Object({
        decided_by: Type.String({ description: 'As it was recorded.' }),
        decided_by_name: Type.String({
          description: 'The name of that person, where the directory knows it.',
        }),
        decisions: Count(
          'What they decided at one instant is one decision, and so is one about a group of reviews.',
        ),
        group_decisions: Count('Of these, the ones about groups.'),
        confirmations: Count('Of the decisions, those that confirmed everything they were about.'),
        confirmation_share: Type.Number({ description: 'confirmations / decisions' }),
        quick: Count(
          `Decisions within ${QUICK_MS / 1000} seconds of the one before, in rows of at least ${ROW_MIN} such decisions. As recorded: a page that is in the background may send what was decided earlier all at once.`,
        ),
        quick_rows: Count('How many such rows there were.'),
        quick_share: Type.Number({ description: 'quick / decisions' }),
        confirmed_grants: Count(
          'Grants that they confirmed: revoked_since + used_since + not_used + still_confirmed.',
        ),
        revoked_since: Count('Revoked later.'),
        used_since: Count('Used since the review was asked, and not revoked.'),
        not_used: Count('Neither, until the confirmation ended.'),
        still_confirmed: Count('Neither, and the confirmation still holds: not known yet.'),
        not_needed_share: NullableNumber({
          description: `(revoked_since + not_used) / those of which it is known, so without still_confirmed; null if these are fewer than ${ANSWERS_MIN}: not known yet.`,
        }),
      }),
      {
        description: `Those who made at least ${ANSWERS_MIN} decisions, most first, at most ${REVIEWERS_MAX}.`,
      },
    ),
    seeded_questions: Type.Array(
      Type.Object({
        answered_by: Type.String({ description: 'As it was recorded.' }),
        answered_by_name: Type.String({
          description: 'The name of that person, where the directory knows it.',
        }),
        answered: Count('Seeded questions that they answered: right + wrong + not_known.'),
        right: Count('With what history says.'),
        wrong: Count('With the opposite.'),
        not_known: Count('With "I do not know".'),
        right_share: NullableNumber({
          description: `right / (right + wrong); null if these are fewer than ${SEEDED_CASES_MIN}: too few to say.`,
        }),
      }),
      {
        description: `How questions from the past were answered, where the policy has \`review.seeded_percent\`: those who answered most first, at most ${REVIEWERS_MAX}.`,
      },
    ),
  },
  {
    $id: 'ReviewerAnswers',
    examples: [
      {
        from: '2025-11-02T09:30:00.000Z',
        to: TIMESTAMP_EXAMPLE,
        is_complete: true,
        reviewers_with_fewer: 4,
        items: [
          {
            decided_by: 'hakon@example.com',
            decided_by_name: 'Håkon Myrvold',
            decisions: 240,
            group_decisions: 6,
            confirmations: 180,
            confirmation_share: 0.75,
            quick: 24,
            quick_rows: 2,
            quick_share: 0.1,
            confirmed_grants: 410,
            revoked_since: 6,
            used_since: 300,
            not_used: 54,
            still_confirmed: 50,
            not_needed_share: 60 / 360,
          },
        ],
        seeded_questions: [
          {
            answered_by: 'hakon@example.com',
            answered_by_name: 'Håkon Myrvold',
            answered: 13,
            right: 9,
            wrong: 3,
            not_known: 1,
            right_share: 0.75,
          },
        ],
      },
    ],
  },
);
