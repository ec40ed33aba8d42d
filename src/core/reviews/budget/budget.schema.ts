import { type TSchema, Type } from 'typebox';
import {
  IdFilter,
  ListQuery,
  NullableBoolean,
  NullableInteger,
  NullableString,
  NullableTimestamp,
  Page,
  Timestamp,
} from '../../../gateway/common.schema.ts';

export const WaitingQuery = ListQuery({
  assigned_to_id: IdFilter('Only what this reviewer would be asked.', 'prin-007'),
  principal_id: IdFilter('Only about this principal.', 'prin-001'),
  asset_id: IdFilter('Only about this asset.', 'asset-001'),
});

const waiting = {
  id: '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e60',
  principal_id: 'prin-001',
  principal_name: 'Ann Lee',
  asset_id: 'asset-001',
  asset_name: 'customer_forecast_0',
  assigned_to_id: 'prin-007',
  assigned_to_name: 'Olaf Berg',
  priority: 61,
  waiting_since: '2026-01-31T09:30:00.000Z',
  asked_at: '2026-02-09T00:00:00.000Z',
};

export const WaitingQuestion = Type.Object(
  {
    id: Type.String(),
    principal_id: Type.String(),
    principal_name: Type.String(),
    asset_id: Type.String(),
    asset_name: Type.String(),
    assigned_to_id: NullableString({ description: 'Who would be asked now; null: nobody could be found.' }),
    assigned_to_name: NullableString(),
    priority: Type.Integer({ description: 'As of a review; weighed again once a day.' }),
    waiting_since: Timestamp(),
    asked_at: NullableTimestamp({
      description:
        'When it is asked if nothing else changes: in the past or now when it is its turn; null: in a year or later.',
    }),
  },
  { $id: 'WaitingQuestion', examples: [waiting] },
);

const page = (item: TSchema, example: object, description: string) =>
  Type.Object(
    {
      ...Page(item, example, '').properties,
      weekly_budget: NullableInteger({
        description: 'Questions that one reviewer is asked in a week; null: as many as there are.',
      }),
    },
    {
      description,
      examples: [{ items: [example], next_cursor: null, total: 1, limit: 50, offset: 0, weekly_budget: 25 }],
    },
  );

export const WaitingPage = page(
  WaitingQuestion,
  waiting,
  'A page of questions that wait for their turn, the heaviest first.',
);

export const WorkloadQuery = ListQuery({});

const workload = {
  reviewer_id: 'prin-007',
  reviewer_name: 'Olaf Berg',
  disabled: false,
  open: 31,
  with_holder: 4,
  overdue: 2,
  next_due_at: '2026-02-03T09:30:00.000Z',
  asked_this_week: 25,
  waiting: 140,
  through_at: '2026-03-09T00:00:00.000Z',
};

export const Workload = Type.Object(
  {
    reviewer_id: NullableString({ description: 'null: what nobody could be found for.' }),
    reviewer_name: NullableString(),
    disabled: NullableBoolean({ description: 'null: there is no such account.' }),
    open: Type.Integer({ description: 'Reviews to answer.' }),
    with_holder: Type.Integer({
      description: 'Of these: left to whoever holds the access first; the reviewer is asked later.',
    }),
    overdue: Type.Integer({ description: 'Of these: past their deadline.' }),
    next_due_at: NullableTimestamp({ description: 'The earliest deadline.' }),
    asked_this_week: Type.Integer({
      description: 'Since Monday, midnight UTC, whatever asked: also what is answered by now.',
    }),
    waiting: Type.Integer({ description: 'Questions that wait for their turn.' }),
    through_at: NullableTimestamp({
      description:
        'When the last of those is asked if no more come; null: none waits, or it is in a year or later.',
    }),
  },
  { $id: 'Workload', examples: [workload] },
);

export const WorkloadPage = page(
  Workload,
  workload,
  'A page of reviewers who have something to answer, those with the most first.',
);
