import { Type } from 'typebox';
import { Enum, NullableString, NullableTimestamp, Timestamp } from '../../gateway/common.schema.ts';
import { HEAT_MAP_CELLS_MAX, HISTORY_DAYS, WEEKS } from './overview.rules.ts';

const Count = (description?: string) => Type.Integer({ minimum: 0, ...(description ? { description } : {}) });
const Day = (description: string) => Type.String({ format: 'date', description, examples: ['2026-01-26'] });

const bands = {
  low: Count('Score at most 20.'),
  medium: Count('Above 20.'),
  high: Count('Above 50.'),
  critical: Count('Above 80.'),
};

export const Overview = Type.Object(
  {
    as_of: Timestamp({
      description: 'Of the figures that are always counted afresh: grants, today, reviews.',
    }),
    computed_at: NullableTimestamp({
      description:
        'Of all other figures, which workers compute when somebody asks, at most every few seconds, every few minutes if there are very many grants. Null, and those figures empty, until they have done so for the first time. The stream tells when they change.',
    }),
    status: Enum(['computing', 'current'], {
      description:
        'computing: an import or a change of the policy is not in all figures yet; scores are being computed, or the other figures have not been since. current: it is.',
    }),
    grants: Type.Object({
      total: Count('Active grants that have a score.'),
      bands: Type.Object(bands),
    }),
    history: Type.Array(Type.Object({ date: Day('UTC.'), ...bands }), {
      description: `Grants by band at the end of each of the last ${HISTORY_DAYS} days, oldest first; the last is today, as of now. It begins where observation does: a grant counts from the import that brought it, or from its first use if that was earlier.`,
    }),
    heat_map: Type.Array(
      Type.Object({
        department: NullableString({ description: 'Of the principal.' }),
        platform: Type.String(),
        grants: Count(),
        stale: Count('Those with a score above 50.'),
      }),
      { description: `At most ${HEAT_MAP_CELLS_MAX}, those with most grants first.` },
    ),
    reviews: Type.Object({
      pending: Count(),
      escalated: Count(),
      overdue: Count('Open after their deadline.'),
      due_24h: Count('Open, with a deadline within the next 24 hours.'),
      by_risk: Type.Object(
        { CRITICAL: Count(), HIGH: Count(), MEDIUM: Count(), LOW: Count() },
        { description: 'Open ones.' },
      ),
      oldest_due_at: NullableTimestamp({ description: 'The earliest deadline of an open one.' }),
      unanswered: Count(
        'Grants above the review threshold whose last review expired without an answer and that have no open one; counted to 10,000.',
      ),
    }),
    decisions: Type.Array(
      Type.Object({
        week: Day('The Monday (UTC) on which the week begins.'),
        confirmed: Count('Reviews that people confirmed.'),
        revoked: Count('Reviews of which people revoked something.'),
        escalated: Count('How often a review was passed on.'),
        expired: Count('Reviews that nobody answered.'),
        by_system: Count(
          'Reviews that the system closed: the access was used again, is gone, or was revoked because nobody answered.',
        ),
      }),
      { description: `Of the last ${WEEKS} weeks, this one included, oldest first.` },
    ),
    removals: Type.Object(
      {
        completed: Count('verified + attested + simulated + not_verified'),
        verified: Count('Verified removed: the platform was read again, or an import or a sync showed it.'),
        attested: Count('Somebody says that it is removed. That is not verified.'),
        simulated: Count('The demo has no platforms.'),
        not_verified: Count('Recorded as gone; nothing has verified that.'),
        contradicted: Count('Claimed to be removed, and then seen again by an import or a sync.'),
        requested: Count('Requested of a person, and not done.'),
        failed: Count(),
        blocked: Count(),
        reverted: Count(),
        pending: Count('Not ended yet.'),
      },
      { description: 'Requested in the last 90 days; rehearsals are not counted.' },
    ),
    forecast: Type.Array(
      Type.Object({ week: Day('The Monday (UTC) on which the week begins.'), reviews: Count() }),
      {
        description: `How many reviews this week (what is left of it) and the ${WEEKS - 1} after it will bring if nothing changes: pairs of principal and asset whose score passes the review mark and that have no open review.`,
      },
    ),
  },
  {
    $id: 'Overview',
    examples: [
      {
        as_of: '2026-01-31T09:30:00.000Z',
        computed_at: '2026-01-31T09:29:41.000Z',
        status: 'current',
        grants: { total: 412, bands: { low: 301, medium: 64, high: 29, critical: 18 } },
        history: [{ date: '2026-01-31', low: 301, medium: 64, high: 29, critical: 18 }],
        heat_map: [{ department: 'Finance', platform: 'fabric', grants: 48, stale: 9 }],
        reviews: {
          pending: 22,
          escalated: 1,
          overdue: 2,
          due_24h: 5,
          by_risk: { CRITICAL: 9, HIGH: 14, MEDIUM: 0, LOW: 0 },
          oldest_due_at: '2026-01-30T09:30:00.000Z',
          unanswered: 4,
        },
        decisions: [
          { week: '2026-01-26', confirmed: 12, revoked: 7, escalated: 1, expired: 0, by_system: 3 },
        ],
        removals: {
          completed: 6,
          verified: 6,
          attested: 0,
          simulated: 0,
          not_verified: 0,
          contradicted: 0,
          requested: 2,
          failed: 0,
          blocked: 1,
          reverted: 0,
          pending: 0,
        },
        forecast: [{ week: '2026-01-26', reviews: 3 }],
      },
    ],
  },
);
