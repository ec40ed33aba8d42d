import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../../api/client.ts';
import { useSession } from '../../../api/session.ts';
import { crossesAt } from '../../../charts/score-curve-geometry.ts';
import { SmallButton } from '../../../parts/buttons.tsx';
import { formatDate, formatNumber } from '../../../parts/format.ts';
import { Empty } from '../../../parts/query-state.tsx';
import { emptyStrings, filterStrings, inboxStrings } from '../../../strings/reviews.ts';
import { FirstRun } from '../../first-run/first-run.tsx';
import { listReviews, policyQuery } from '../reviews.ts';
import { nextWaitingQuery, waitingFilterOf } from '../waiting/waiting-line.tsx';
import { assignedTo, isNarrowed } from './inbox-filters.ts';
import type { Inbox } from './use-inbox.ts';

/** Nothing to decide: what that means, and when the next review comes. */
export function InboxEmpty({ inbox }: { inbox: Inbox }) {
  const { filters } = inbox;
  const whose = assignedTo(filters, useSession());
  if (isNarrowed(filters)) {
    return (
      <Empty
        title={emptyStrings.filtered}
        action={
          <SmallButton mt="xs" onClick={() => inbox.setFilters({})}>
            {filterStrings.clear}
          </SmallButton>
        }
      >
        {emptyStrings.filteredHint}
      </Empty>
    );
  }
  const isMine = whose === 'me';
  return (
    <FirstRun mayBeEmpty>
      <Empty
        title={isMine ? emptyStrings.done : emptyStrings.doneEverybody}
        action={
          isMine ? (
            <SmallButton mt="xs" onClick={() => inbox.change({ assigned_to_id: 'all' })}>
              {emptyStrings.everybody}
            </SmallButton>
          ) : null
        }
      >
        <NextQuestion inbox={inbox} />
        <Escalated assigned_to_id={inbox.query.assigned_to_id} />
      </Empty>
    </FirstRun>
  );
}

/** What is a little further from it may go stale faster. */
const CLOSEST = 50;

/** Of the access that is closest to the mark of a review, what passes it first if nothing changes. */
function NextQuestion({ inbox }: { inbox: Inbox }) {
  const waiting = useQuery(nextWaitingQuery(waitingFilterOf(inbox.query)));
  const policy = useQuery(policyQuery);
  const mark = policy.data && policy.data.review.threshold + policy.data.review.hysteresis;
  const next = useQuery({
    queryKey: ['scores', 'next-review', mark],
    enabled: mark !== undefined,
    queryFn: async ({ signal }) => {
      const query = { form: 'pair', sort: 'score', order: 'desc', limit: 1 } as const;
      // Those above the mark have been asked about; the first below it is the next.
      const above = await api.get('/v1/scores', { query: { ...query, min_score: mark ?? 0 }, signal });
      const below = { ...query, limit: CLOSEST, offset: above.total };
      const page = await api.get('/v1/scores', { query: below, signal });
      const passing = page.items.map((item) => ({
        ...item,
        at: crossesAt(Date.parse(item.lapses_at), mark ?? 0, item.half_life_days ?? 10),
      }));
      return passing.sort((a, b) => a.at - b.at)[0] ?? null;
    },
  });
  // Those come first; the list says so above.
  if (next.isError || policy.isError || (waiting.data?.total ?? 0) > 0) return null;
  if (next.data === undefined || !policy.data || mark === undefined) return <>{emptyStrings.looking}</>;
  if (next.data === null) return <>{emptyStrings.nextUnknown}</>;
  const { display_name, asset_name, asset_id, at } = next.data;
  return <>{emptyStrings.next(formatDate(at), display_name, asset_name ?? asset_id ?? '')}</>;
}

function Escalated({ assigned_to_id }: { assigned_to_id: string | undefined }) {
  const query = { status: 'ESCALATED' as const, limit: 1, ...(assigned_to_id ? { assigned_to_id } : {}) };
  const escalated = useQuery({
    queryKey: ['reviews', 'escalated', assigned_to_id ?? null],
    queryFn: ({ signal }) => listReviews(query, ['id'], signal),
  });
  const total = escalated.data?.total ?? 0;
  if (total === 0) return null;
  return (
    <>
      {' '}
      {inboxStrings.escalated(formatNumber(total))}:{' '}
      <Anchor component={Link} to="/reviews" search={{ status: 'ESCALATED' } as never} inherit>
        {inboxStrings.escalatedLink}
      </Anchor>
    </>
  );
}
