import { type Static, Type } from 'typebox';
import {
  IdFilter,
  ListQuery,
  NullableNumber,
  ONE_REQUIRED,
  Page,
  Timestamp,
} from '../../../gateway/common.schema.ts';
import { LAPSES_AT, Risk, Score } from './score.schema.ts';

const example = {
  grant_id: 'grant-001',
  principal_id: 'prin-001',
  asset_id: 'asset-001',
  score: 3.0303,
  previous_score: 18.4231,
  risk_level: 'low',
  cause: 'use',
  calculated_at: '2025-11-28T14:03:00.000Z',
  lapses_at: '2026-01-17T14:03:00.000Z',
  model_version: 1,
};

export const ScoreHistoryItem = Type.Object(
  {
    grant_id: Type.String(),
    principal_id: Type.String(),
    asset_id: Type.String(),
    score: Score({ description: 'Right after the change.' }),
    previous_score: NullableNumber({ description: 'Right before it; null the first time.' }),
    risk_level: Risk(),
    cause: Type.String({ description: 'use, policy, refresh, peers, directory, imported and so on.' }),
    calculated_at: Timestamp({
      description: 'When it changed. Uses are kept as days: all but the latest are put at noon.',
    }),
    lapses_at: Timestamp({ description: `${LAPSES_AT} Since this change.` }),
    model_version: Type.Integer({ description: 'The score model that was in force then.' }),
  },
  { $id: 'ScoreHistoryItem', examples: [example] },
);

const Curve = Type.Array(
  Type.Object({
    at: Timestamp(),
    score: NullableNumber({ description: 'null before anything was granted.' }),
  }),
  { description: 'With points: the score of the stalest of the grants, evenly spaced in time.' },
);

export const ScoreHistoryPage = Page(
  ScoreHistoryItem,
  example,
  'A page of changes of scores, newest first. Between two changes a score grows with time alone.',
  { curve: Type.Optional(Curve) },
);

export const ScoreHistoryQuery = ListQuery({
  principal_id: IdFilter(
    'Only grants of this principal. This or asset_id is required.',
    'prin-001',
    ONE_REQUIRED,
  ),
  asset_id: IdFilter('Only grants on this asset.', 'asset-001'),
  from: Type.Optional(Timestamp({ description: 'Only changes since then.', maxLength: 40 })),
  to: Type.Optional(Timestamp({ description: 'Only changes until then.', maxLength: 40 })),
  points: Type.Optional(
    Type.Integer({
      minimum: 2,
      maximum: 500,
      description:
        'Also return the curve with this many points, of the 90 days before to unless from is given.',
      examples: [50],
    }),
  ),
});
export type HistoryQuery = Static<typeof ScoreHistoryQuery>;
