import { useState } from 'react';
import type { CsvColumn } from '../../../parts/list-tools/csv.ts';
import { ExportDialog } from '../../../parts/list-tools/export-dialog.tsx';
import { bandOf } from '../../../parts/risk-badge.tsx';
import { inboxStrings } from '../../../strings/reviews.ts';
import { blockedRemediations } from '../remediation-refusals.tsx';
import { type ListedReview, loadReviews } from '../reviews.ts';
import { useWaitingDecisions } from '../waiting-decisions.ts';
import type { ListQuery } from './inbox-filters.ts';

const { csv } = inboxStrings;
const COLUMNS: CsvColumn<ListedReview>[] = [
  [csv.principal, (row) => row.principal_name],
  [csv.principalId, (row) => row.principal_id],
  [csv.asset, (row) => row.asset_name],
  [csv.assetId, (row) => row.asset_id],
  [csv.platform, (row) => row.platform],
  [csv.score, (row) => row.current_score],
  [csv.risk, (row) => bandOf(row.current_score)],
  [csv.due, (row) => row.due_at],
  [csv.status, (row) => row.status],
  [csv.recommendation, (row) => row.recommendation],
  [csv.blocked, (row) => blockedRemediations(row).length > 0],
  [csv.id, (row) => row.id],
];

/** What the inbox lists: without what was just decided, which has left the list. */
export function ExportReviews({ query, onClose }: { query: ListQuery; onClose: () => void }) {
  const waiting = useWaitingDecisions();
  const [decided] = useState(() => new Set(waiting.map(({ item }) => item.review.id)));
  return (
    <ExportDialog
      exported={{
        name: 'reviews',
        columns: COLUMNS,
        load: async (page, signal) => {
          const { items, total, next_cursor } = await loadReviews({ ...query, ...page }, signal);
          const listed = items.filter(({ id }) => !decided.has(id));
          return { items: listed, total: total - decided.size, next_cursor };
        },
      }}
      onClose={onClose}
    />
  );
}
