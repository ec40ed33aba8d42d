import { Type } from 'typebox';
import { Enum, NullableString, Timestamp } from '../../gateway/common.schema.ts';
import { REVIEW_STATUSES } from '../reviews/review.rules.ts';

const example = {
  id: '0198c0de-7d20-7f3b-8a51-5c6d7e8f9a0b',
  review_id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f',
  status: 'running',
  review_status: 'PENDING',
  assigned_to_id: 'prin-007',
  started_at: '2026-01-31T09:30:00.000Z',
  due_at: '2026-02-01T09:30:00.000Z',
  steps: [
    {
      step: 'opened',
      status: 'done',
      at: '2026-01-31T09:30:00.000Z',
      actor: 'system',
      detail: 'prin-007 was asked.',
    },
    {
      step: 'reminder',
      status: 'next',
      at: '2026-01-31T21:30:00.000Z',
      actor: 'system',
      detail: 'A reminder when 50 % of the time have passed.',
    },
    {
      step: 'deadline',
      status: 'planned',
      at: '2026-02-01T09:30:00.000Z',
      actor: 'system',
      detail: 'Escalation, or the end of the review.',
    },
  ],
};

export const Workflow = Type.Object(
  {
    id: Type.String(),
    review_id: Type.String(),
    status: Enum(['running', 'waiting', 'completed'], {
      description: 'waiting: closed, and a confirmation is to be tested or the review opened again later.',
    }),
    review_status: Enum(REVIEW_STATUSES),
    assigned_to_id: NullableString(),
    started_at: Timestamp({ description: 'From when the time to the deadline counts.' }),
    due_at: Timestamp(),
    steps: Type.Array(
      Type.Object({
        step: Type.String(),
        status: Enum(['done', 'next', 'planned']),
        at: Timestamp({ description: 'When it was done, or will be if nobody acts.' }),
        actor: Type.String(),
        detail: Type.String(),
      }),
    ),
  },
  { $id: 'Workflow', examples: [example] },
);
