import type { Answer } from '@lapse/client';
import { Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { formatNumber, formatShare } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { Row, TableBox } from '../../parts/table-box.tsx';
import { Hint, Small } from '../../parts/text.ts';
import { reviewerStrings as strings } from '../../strings/reviewers.ts';

type Reviewers = Answer<'/v1/outcomes/reviewers', 'get'>;
type Reviewer = Reviewers['items'][number];

const STALE_MS = 300_000;

/** How fast reviewers decided and what came of what they confirmed, where there is enough to say so. */
export function ReviewersPanel() {
  const query = useQuery({
    queryKey: ['regret', 'reviewers'],
    queryFn: () => api.get('/v1/outcomes/reviewers'),
    staleTime: STALE_MS,
  });
  return (
    <Panel title={strings.title} description={strings.description}>
      <QueryState query={query} skeleton={<Skeleton height={120} />}>
        {(reviewers) => <Reviewers reviewers={reviewers} />}
      </QueryState>
    </Panel>
  );
}

function Reviewers({ reviewers }: { reviewers: Reviewers }) {
  const { items, reviewers_with_fewer, is_complete, seeded_questions } = reviewers;
  const notes = [
    items.length > 0 ? strings.quickHint : null,
    reviewers_with_fewer > 0 ? strings.fewer(formatNumber(reviewers_with_fewer)) : null,
    is_complete ? null : strings.incomplete,
  ].filter((note) => note !== null);
  return (
    <Stack gap="sm">
      {items.length === 0 ? (
        <Empty title={strings.none}>{strings.noneHint}</Empty>
      ) : (
        <TableBox label={strings.title} columns={strings.columns} minWidth={720} dense>
          {items.map((reviewer) => (
            <ReviewerRow key={reviewer.decided_by} reviewer={reviewer} />
          ))}
        </TableBox>
      )}
      {notes.length > 0 ? <Hint>{notes.join(' ')}</Hint> : null}
      {seeded_questions.length > 0 ? <Seeded answers={seeded_questions} /> : null}
    </Stack>
  );
}

/** How questions were answered whose answer is known. */
function Seeded({ answers }: { answers: Reviewers['seeded_questions'] }) {
  const { title, description, columns, tooFew } = strings.seeded;
  return (
    <>
      <Title order={3} size="h5" mt="sm">
        {title}
      </Title>
      <Hint>{description}</Hint>
      <TableBox label={title} columns={columns} minWidth={640} dense>
        {answers.map(({ answered_by, answered_by_name, answered, right, wrong, not_known, right_share }) => (
          <Row key={answered_by}>
            {answered_by_name}
            {formatNumber(answered)}
            {formatNumber(right)}
            {formatNumber(wrong)}
            {formatNumber(not_known)}
            {right_share === null ? tooFew : formatShare(right_share)}
          </Row>
        ))}
      </TableBox>
    </>
  );
}

function ReviewerRow({ reviewer }: { reviewer: Reviewer }) {
  const { decided_by_name, decisions, group_decisions, confirmations, confirmation_share } = reviewer;
  const { quick, quick_share, quick_rows } = reviewer;
  return (
    <Row>
      {decided_by_name}
      <Table.Td>
        <Text size="sm" className="numbers">
          {formatNumber(decisions)}
        </Text>
        {group_decisions > 0 ? <Small>{strings.groups(formatNumber(group_decisions))}</Small> : null}
      </Table.Td>
      {strings.confirmed(formatNumber(confirmations), formatShare(confirmation_share))}
      {quick === 0
        ? strings.noQuick
        : strings.quick(formatNumber(quick), formatShare(quick_share), formatNumber(quick_rows))}
      <Confirmed reviewer={reviewer} />
    </Row>
  );
}

function Confirmed({ reviewer }: { reviewer: Reviewer }) {
  const { revoked_since, used_since, not_used, still_confirmed, not_needed_share } = reviewer;
  const known = formatNumber(revoked_since + used_since + not_used);
  return (
    <>
      <Text size="sm">
        {not_needed_share === null
          ? strings.notKnown(known)
          : strings.known(formatNumber(revoked_since + not_used), known, formatShare(not_needed_share))}
      </Text>
      <Small>
        {strings.parts(formatNumber(revoked_since), formatNumber(not_used), formatNumber(still_confirmed))}
      </Small>
    </>
  );
}
