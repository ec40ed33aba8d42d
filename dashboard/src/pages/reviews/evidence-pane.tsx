import { ActionIcon, Skeleton, Stack, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo, useDeferredValue, useEffect, useRef } from 'react';
import { SmallButton } from '../../parts/buttons.tsx';
import { Loading } from '../../parts/query-state.tsx';
import { inboxStrings } from '../../strings/reviews.ts';
import { DecisionPanel } from './decision-panel.tsx';
import { EvidenceView } from './evidence-view.tsx';
import { ReviewHead } from './review-head.tsx';
import classes from './reviews.module.css';
import type { Review } from './reviews.ts';

/** The review that is looked at: what is known about it scrolls, the answers stay in sight. */
export function EvidencePane(props: {
  review: Review;
  onBack: (() => void) | null;
  onDecided: () => void;
  onReassign: (() => void) | null;
}) {
  const { review, onBack, onDecided, onReassign } = props;
  const scroll = useRef<HTMLDivElement>(null);
  // Whoever goes through the list sees at once whose review it is. The evidence is drawn right after, and only of where they stay.
  const evidence = useDeferredValue(review);
  const isScrolled = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another review is read from its top.
  useEffect(() => {
    // Only where it must: the browser would have to place everything first.
    if (isScrolled.current) scroll.current?.scrollTo({ top: 0 });
  }, [review.id]);
  return (
    <section className={classes.pane} aria-label={inboxStrings.evidence}>
      <div
        className={classes.scroll}
        ref={scroll}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        onScroll={({ currentTarget }) => {
          isScrolled.current = currentTarget.scrollTop > 0;
        }}
      >
        <div className={classes.body}>
          {onBack ? (
            <div>
              <SmallButton leftSection={<IconArrowLeft size={15} aria-hidden />} onClick={onBack}>
                {inboxStrings.back}
              </SmallButton>
            </div>
          ) : null}
          <ReviewHead
            review={review}
            withTitle
            actions={
              review.is_seeded ? null : (
                <Tooltip label={inboxStrings.open}>
                  <ActionIcon
                    component={Link}
                    to={`/reviews/${review.id}`}
                    variant="subtle"
                    color="gray"
                    aria-label={inboxStrings.open}
                  >
                    <IconExternalLink size={18} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              )
            }
          />
          <div data-behind={evidence.id !== review.id} className={classes.deferred}>
            <Evidence review={evidence} />
          </div>
        </div>
      </div>
      <DecisionPanel review={review} onDecided={onDecided} onReassign={onReassign} />
    </section>
  );
}

const Evidence = memo(EvidenceView);

export function EvidenceSkeleton() {
  return (
    <section className={classes.pane} aria-label={inboxStrings.evidence}>
      <Loading>
        <Stack p="lg">
          <Skeleton height={28} width="55%" />
          <Skeleton height={24} width="80%" />
          <Skeleton height={60} />
          <Skeleton height={216} />
          <Skeleton height={140} />
        </Stack>
      </Loading>
    </section>
  );
}
