import type { Capability } from '../gateway/capability.ts';
import { accountRoutes } from './accounts/accounts.routes.ts';
import { campaignRoutes } from './campaigns/campaigns.routes.ts';
import { campaignScheduleRoutes } from './campaigns/schedules/campaign-schedules.routes.ts';
import { substituteRoutes } from './campaigns/substitutes.routes.ts';
import { workflowRoutes } from './campaigns/workflows.routes.ts';
import type { CoreContext } from './core-context.ts';
import { csvRoutes } from './csv/csv.routes.ts';
import { directoryRoutes } from './directory/directory.routes.ts';
import { createAdmission } from './events/admit-events.ts';
import { deadLetterRoutes } from './events/dead-letters.routes.ts';
import { eventRoutes } from './events/events.routes.ts';
import { rejectionRoutes } from './events/rejections/rejections.routes.ts';
import { jobRoutes } from './jobs/jobs.routes.ts';
import { RecentLikelihoods } from './outcomes/likelihoods.sql.ts';
import { outcomeRoutes } from './outcomes/outcomes.routes.ts';
import { overviewRoutes } from './overview/overview.routes.ts';
import { RecentPolicies } from './policy/policies.sql.ts';
import { policyRoutes } from './policy/policy.routes.ts';
import { budgetRoutes } from './reviews/budget/budget.routes.ts';
import { commentRoutes } from './reviews/comments/comments.routes.ts';
import { decisionRoutes } from './reviews/decisions/decisions.routes.ts';
import { decisionPageRoutes } from './reviews/elsewhere/decision-page.routes.ts';
import { reviewFacetRoutes } from './reviews/facets/facets.routes.ts';
import { groupDecisionRoutes } from './reviews/groups/decisions/group-decisions.routes.ts';
import { reviewGroupRoutes } from './reviews/groups/groups.routes.ts';
import { holderRoutes } from './reviews/holder/holder.routes.ts';
import { holderPageRoutes } from './reviews/holder/holder-page.routes.ts';
import { reassignRoutes } from './reviews/reassign/reassign.routes.ts';
import { reviewRoutes } from './reviews/reviews.routes.ts';
import { seededRoutes } from './reviews/seeded/seeded.routes.ts';
import { ruleRoutes } from './reviews/standing/standing-rules.routes.ts';
import { metricRoutes } from './scores/lists/metrics.routes.ts';
import { scoreRoutes } from './scores/lists/scores.routes.ts';
import { type TakeBody, takeBodyWith } from './take-body.ts';
import { organisationRoutes } from './tenants/organisation.routes.ts';

const ROUTES = [
  accountRoutes,
  directoryRoutes,
  csvRoutes,
  scoreRoutes,
  jobRoutes,
  metricRoutes,
  policyRoutes,
  overviewRoutes,
  eventRoutes,
  deadLetterRoutes,
  rejectionRoutes,
  // Before reviews, whose ids could be its words.
  budgetRoutes,
  reviewGroupRoutes,
  reviewFacetRoutes,
  groupDecisionRoutes,
  reassignRoutes,
  seededRoutes,
  reviewRoutes,
  commentRoutes,
  holderRoutes,
  holderPageRoutes,
  decisionPageRoutes,
  workflowRoutes,
  campaignScheduleRoutes,
  campaignRoutes,
  substituteRoutes,
  decisionRoutes,
  ruleRoutes,
  outcomeRoutes,
  organisationRoutes,
];

const AUDIT_TYPES = [
  'principal.created',
  'principal.changed',
  'principal.removed',
  'asset.created',
  'asset.changed',
  'asset.removed',
  'membership.added',
  'membership.removed',
  'identity.added',
  'identity.changed',
  'identity.removed',
  'account.linked',
  'account.unlinked',
  'account.conflict_found',
  'grant.created',
  'grant.changed',
  'grant.removed',
  'grant.revoked',
  'grant.reappeared',
  'score.first_observed',
  'grant.threshold_crossed',
  'score.threshold_crossed',
  'anomaly.detected',
  'review.created',
  'review.reassigned',
  'review.reviewer_asked',
  'review.reminded',
  'review.escalated',
  'review.decided',
  'review.expired',
  'review.merged',
  'review.group_decided',
  'review.group_undone',
  'review.commented',
  'review.holder_asked',
  'review.holder_kept',
  'review.holder_released',
  'seeded_question.answered',
  'campaign.created',
  'campaign.generated',
  'campaign_schedule.created',
  'campaign_schedule.changed',
  'campaign_schedule.run',
  'campaign_schedule.failed',
  'campaign_schedule.deleted',
  'substitute.named',
  'substitute.removed',
  'policy.changed',
  'policy.learned',
  'rule.created',
  'rule.changed',
  'rule.switched_on',
  'rule.switched_off',
  'rule.expired',
  'rule.paused',
  'rule.resumed',
  'rule.deleted',
  'organisation.renamed',
] as const;

declare module '../audit/types.rules.ts' {
  interface AuditTypes extends Record<(typeof AUDIT_TYPES)[number], true> {}
}

interface CoreNeeds {
  ingest_backlog_max: number;
  /** What links in messages begin with; null: nobody said. */
  public_url: string | null;
  /** Told how many events were accepted. */
  onEvents?: ((tenantId: number, events: number) => void) | undefined;
  /** By this thread and its connections when left out. */
  takeBody?: TakeBody;
}

export const core: Capability<CoreNeeds> = {
  audit_types: AUDIT_TYPES,
  routes(app, context) {
    const admission = createAdmission(context.db, context.ingest_backlog_max, context.onEvents);
    const own: CoreContext = {
      ...context,
      policies: new RecentPolicies(),
      likelihoods: new RecentLikelihoods(),
      default_score_form: context.auth_disabled ? 'pair' : 'principal',
      admission,
      takeBody: context.takeBody ?? takeBodyWith({ db: context.db, admission }),
    };
    for (const routes of ROUTES) routes(app, own);
  },
};
