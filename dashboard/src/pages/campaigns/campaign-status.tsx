import { StateBadge } from '../../parts/state-badge.tsx';
import { campaignStrings as strings } from '../../strings/campaigns.ts';
import type { Campaign } from './campaign.ts';

const TONES = { generating: 'working', open: 'waiting', completed: 'good' } as const;

export const CampaignStatus = ({ status }: { status: Campaign['status'] }) => (
  <StateBadge tone={TONES[status]}>{strings.statuses[status]}</StateBadge>
);
