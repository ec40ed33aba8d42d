import { CopyButton, Paper, Stack } from '@mantine/core';
import { IconArrowLeft, IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { SmallButton } from '../../parts/buttons.tsx';
import { InsidersOnly } from '../../parts/insiders-only.tsx';
import { Page } from '../../parts/page.tsx';
import { TextLink } from '../../parts/page-link.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { inboxStrings, reviewStrings } from '../../strings/reviews.ts';
import { DecisionPanel, useMayDecide } from './decision-panel.tsx';
import { openDraft } from './drafts.ts';
import { evidenceOf } from './evidence.ts';
import { EvidenceView } from './evidence-view.tsx';
import { KeysDialog } from './inbox/keys-dialog.tsx';
import { ReassignDialog } from './reassign-dialog.tsx';
import { DecisionRecords, ReviewRemediations, WorkflowSteps } from './review-facts.tsx';
import { ReviewHead } from './review-head.tsx';
import classes from './reviews.module.css';
import { isOpen, labelOf, type Review, reviewQuery, type Verb } from './reviews.ts';
import { Section } from './section.tsx';
import { undoDecision } from './waiting-decisions.ts';

/** One review by its own address, as messages link to it. */
export function ReviewPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const review = useQuery(reviewQuery(id));
  return (
    <Page
      title={review.data ? labelOf(review.data) : inboxStrings.evidence}
      actions={
        <>
          <CopyButton value={window.location.href}>
            {({ copied, copy }) => (
              <SmallButton leftSection={<IconLink size={15} aria-hidden />} onClick={copy}>
                {copied ? reviewStrings.copied : reviewStrings.copy}
              </SmallButton>
            )}
          </CopyButton>
          <SmallButton component={Link} to="/reviews" leftSection={<IconArrowLeft size={15} aria-hidden />}>
            {reviewStrings.inbox}
          </SmallButton>
        </>
      }
    >
      <QueryState query={review}>{(data) => <ReviewView key={data.id} review={data} />}</QueryState>
    </Page>
  );
}

function ReviewView({ review }: { review: Review }) {
  const may = useMay();
  const { may: mayDecide } = useMayDecide(review);
  const [dialog, setDialog] = useState<'keys' | 'reassign' | null>(null);
  const onReassign = isOpen(review) && may('service.admin') ? () => setDialog('reassign') : null;
  const answer = (verb: Verb) => () => {
    if (mayDecide) openDraft(review.id, verb);
  };
  useShortcuts({
    c: answer('CONFIRM'),
    r: answer('REVOKE'),
    e: answer('ESCALATE'),
    a: () => onReassign?.(),
    u: () => undoDecision(),
    '?': () => setDialog('keys'),
  });
  const { principal, asset } = evidenceOf(review);
  const names = new Map([
    [principal.id, principal.display_name],
    [asset.id, asset.name],
    ...(review.assigned_to_id && review.assigned_to_name
      ? [[review.assigned_to_id, review.assigned_to_name] as const]
      : []),
  ]);
  return (
    <>
      <div className={classes.review}>
        <Paper withBorder className={classes.reviewMain}>
          <div className={classes.body}>
            <ReviewHead review={review} withTitle={false} />
            <EvidenceView review={review} />
          </div>
          <div className={classes.sticky}>
            <DecisionPanel review={review} onDecided={() => {}} onReassign={onReassign} />
          </div>
        </Paper>
        <Stack gap="lg">
          <Paper withBorder p="md">
            <Stack gap="lg">
              <DecisionRecords review={review} />
              <ReviewRemediations review={review} />
            </Stack>
          </Paper>
          {review.workflow_id ? (
            <Paper withBorder p="md">
              <Section title={reviewStrings.workflow}>
                <InsidersOnly>
                  <WorkflowSteps id={review.workflow_id} names={names} />
                </InsidersOnly>
              </Section>
            </Paper>
          ) : null}
          <Stack gap={6}>
            <TextLink to={`/principals/${principal.id}`}>{reviewStrings.principal}</TextLink>
            <TextLink to={`/assets/${asset.id}`}>{reviewStrings.asset}</TextLink>
            <TextLink to="/audit" search={{ review_id: review.id }}>
              {reviewStrings.audit}
            </TextLink>
            {review.previous_review_id ? (
              <TextLink to={`/reviews/${review.previous_review_id}`}>{reviewStrings.previous}</TextLink>
            ) : null}
          </Stack>
        </Stack>
      </div>
      {dialog === 'keys' ? <KeysDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'reassign' ? <ReassignDialog review={review} onClose={() => setDialog(null)} /> : null}
    </>
  );
}
