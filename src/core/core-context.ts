import type { RouteContext } from '../gateway/route-context.ts';
import type { Admission } from './events/admit-events.ts';
import type { RecentLikelihoods } from './outcomes/likelihoods.sql.ts';
import type { RecentPolicies } from './policy/policies.sql.ts';
import type { ScoreForm } from './scores/lists/score.schema.ts';
import type { TakeBody } from './take-body.ts';

/** What routes of the core may use besides. */
export interface CoreContext extends RouteContext {
  /** What links in messages begin with; null: nobody said. */
  public_url: string | null;
  policies: RecentPolicies;
  likelihoods: RecentLikelihoods;
  /** What a list of scores shows when the query does not tell. */
  default_score_form: ScoreForm;
  /** Whether there is room for more events of a tenant. */
  admission: Admission;
  takeBody: TakeBody;
}
