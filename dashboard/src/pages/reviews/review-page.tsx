import { Anchor, Button, CopyButton, Paper, Stack } from '@mantine/core';
import { IconArrowLeft, IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { InsidersOnly } from '../../parts/insiders-only.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { inboxStrings, reviewStrings } from '../../strings/reviews.ts';
import { DecisionPanel, useMayDecide } from './decision-panel.tsx';
import { openDraft } from './drafts.ts';
import { evidenceOf } from './evidence.ts';
import { EvidenceView } from './evidence-view.tsx';
import { KeysDialog } from './keys-dialog.tsx';
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
              <Button
                size="xs"
                variant="default"
                leftSection={<IconLink size={15} aria-hidden />}
                onClick={copy}
              >
                {copied ? reviewStrings.copied : reviewStrings.copy}
              </Button>
            )}
          </CopyButton>
          <Button
            component={Link}
            to="/reviews"
            size="xs"
            variant="default"
            leftSection={<IconArrowLeft size={15} aria-hidden />}
          >
            {reviewStrings.inbox}
          </Button>
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
            <Anchor component={Link} to={`/principals/${principal.id}`} size="sm">
              {reviewStrings.principal}
            </Anchor>
            <Anchor component={Link} to={`/assets/${asset.id}`} size="sm">
              {reviewStrings.asset}
            </Anchor>
            <Anchor component={Link} to="/audit" search={{ review_id: review.id } as never} size="sm">
              {reviewStrings.audit}
            </Anchor>
            {review.previous_review_id ? (
              <Anchor component={Link} to={`/reviews/${review.previous_review_id}`} size="sm">
                {reviewStrings.previous}
              </Anchor>
            ) : null}
          </Stack>
        </Stack>
      </div>
      {dialog === 'keys' ? <KeysDialog onClose={() => setDialog(null)} /> : null}
      {dialog === 'reassign' ? <ReassignDialog review={review} onClose={() => setDialog(null)} /> : null}
    </>
  );
}
