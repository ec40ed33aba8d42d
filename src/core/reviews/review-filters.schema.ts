import { Type } from 'typebox';
import { Enum, IdFilter, Timestamp } from '../../gateway/common.schema.ts';
import { REVIEW_RISKS } from './review.rules.ts';

export const REVIEW_ID_EXAMPLE = '0198c0de-7d1f-7c1a-9d7e-0f1b2c3d4e5f';

export const RISK_FILTER = {
  risk_level: Type.Optional(
    Enum(REVIEW_RISKS, { description: 'Only this risk when it was generated.', examples: ['CRITICAL'] }),
  ),
};

export const DUE_FILTER = {
  due_before: Type.Optional(Timestamp({ description: 'Only what is due before this.', maxLength: 40 })),
};

/** Whose reviews, and about what. */
export const ID_FILTERS = {
  assigned_to_id: IdFilter('Only reviews of this reviewer.', 'prin-007'),
  principal_id: IdFilter('Only reviews about this principal.', 'prin-001'),
  asset_id: IdFilter('Only reviews about this asset.', 'asset-001'),
  campaign_id: IdFilter('Only reviews of this campaign.', REVIEW_ID_EXAMPLE),
};
