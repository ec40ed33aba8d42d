import type { ActivityWeek, Gap } from '../../charts/activity-geometry.ts';
import type { WaterfallPart } from '../../charts/waterfall-geometry.ts';
import type { Likelihood } from '../../parts/likelihood-line.tsx';
import type { Review } from './reviews.ts';

export interface EvidenceGrant {
  grant_id: string;
  permission: string;
  status: string;
  granted_at: string;
  last_used: string | null;
  score: number;
  lapses_at: string;
  idle_since: string;
  shifts: WaterfallPart[];
  via_group_id: string | null;
  /** Not known of what was asked by earlier versions. */
  purpose?: string | null;
  inherited_through: { id: string; display_name: string }[];
  /** Not known of what was asked by earlier versions. */
  account?: { name: string; platform: string; connector_name: string } | null;
}

/** The evidence of a review. Its outer fields are in openapi.json; the inner ones are free-form there. */
export interface Evidence {
  days_inactive: number;
  sensitivity: string | null;
  contains_pii: boolean;
  summary: string;
  as_of: string;
  score: {
    current: number;
    at_generation: number;
    risk_level: string;
    lapses_at: string | null;
    half_life_days: number | null;
    /** Not told of what was closed by earlier versions. */
    likelihood?: Likelihood | null;
  };
  peer_comparison: {
    department: string | null;
    peers: number;
    active_peers: number;
    share: number | null;
    window_days: number;
  };
  anomaly_flags: { kind: string; reason: string; occurred_at: string }[];
  grants: EvidenceGrant[];
  activity_timeline: ActivityWeek[];
  telemetry: {
    platform: string;
    /** Not known of what was asked by earlier versions. */
    connected?: boolean;
    coverage: 'full' | 'partial' | 'down';
    observed_days: number;
    unobserved_days: number;
    gaps: Gap[];
  };
  asked_because: Pick<Review, 'origin' | 'requested_by'>;
  /** Guards that would refuse to remove it. */
  refused_by: string[];
  principal: {
    id: string;
    display_name: string;
    type: string;
    department: string | null;
    disabled: boolean;
    protected: boolean;
  };
  asset: { id: string; name: string; platform: string; owner_id: string | null };
  previous_confirmation: {
    review_id: string;
    decided_by: string;
    decided_at: string;
    reason: string;
    confirmed_until: string | null;
  } | null;
  /** How long a confirmation holds when the reviewer does not say; not in evidence of an older version. */
  confirmation?: { times_since_use: number | null; holds_days: number };
}

export const evidenceOf = (review: Pick<Review, 'evidence_json'>): Evidence =>
  review.evidence_json as unknown as Evidence;

/** The grant whose lapse date is the score's. */
export const stalestGrant = ({ grants }: Evidence): EvidenceGrant | null =>
  grants.reduce<EvidenceGrant | null>((a, b) => (a === null || b.lapses_at < a.lapses_at ? b : a), null);
