import { IconShieldX } from '@tabler/icons-react';
import { memo } from 'react';
import { bandOf, RiskBadge } from '../../../parts/risk-badge.tsx';
import { platformName } from '../../../strings/platforms.ts';
import { bulkStrings, remediationStrings } from '../../../strings/reviews.ts';
import { Due } from '../due.tsx';
import { RecommendationMark } from '../recommendation.tsx';
import { blockedRemediations } from '../remediation-refusals.tsx';
import classes from '../reviews.module.css';
import { type ListedReview, labelOf } from '../reviews.ts';

/**
 * One review of the list. Its link is the review's page; a click with the mouse shows it beside the list instead. A link of the
 * browser, not of the router, which would look at every row whenever another one is selected.
 */
export const ReviewRow = memo(function ReviewRow(props: {
  review: ListedReview;
  isSelected: boolean;
  /** Whether it can be selected to be decided together with others. */
  isOffered: boolean;
  isChecked: boolean;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
  onCheck: (review: ListedReview, isRange: boolean) => void;
}) {
  const { review, isSelected, isOffered, isChecked, onSelect, onOpen, onCheck } = props;
  const label = labelOf(review);
  return (
    <li className={classes.row} data-selected={isSelected}>
      {isOffered || review.is_seeded ? (
        // A question from the past stands as far to the right as the others, but cannot be selected.
        <div className={classes.rowCheck} style={isOffered ? undefined : { visibility: 'hidden' }}>
          <input
            type="checkbox"
            aria-label={bulkStrings.select(label)}
            checked={isChecked}
            onChange={({ nativeEvent }) => onCheck(review, (nativeEvent as MouseEvent).shiftKey)}
          />
        </div>
      ) : (
        <span />
      )}
      <a
        href={review.is_seeded ? `/reviews?review=${review.id}` : `/reviews/${review.id}`}
        className={classes.rowLink}
        id={rowId(review.id)}
        aria-current={isSelected ? 'true' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          // A key press has no clicks to count: Enter opens the page, where there is one.
          if (event.detail === 0 && !review.is_seeded) onOpen(review.id);
          else onSelect(review.id);
        }}
      >
        <span className={classes.rowTop}>
          <span className={classes.rowName}>{review.principal_name ?? review.principal_id}</span>
          <RiskBadge level={bandOf(review.current_score)} score={review.current_score} />
        </span>
        <span className={classes.rowAsset}>
          {review.asset_name ?? review.asset_id}{' '}
          <span className={classes.dim}>{review.platform ? `· ${platformName(review.platform)}` : null}</span>
        </span>
        <span className={classes.rowBottom}>
          <Due review={review} />
          {blockedRemediations(review).length > 0 ? (
            <span className={classes.mark}>
              <IconShieldX size={15} aria-hidden /> {remediationStrings.blockedMark}
            </span>
          ) : (
            <RecommendationMark recommendation={review.recommendation} />
          )}
        </span>
      </a>
    </li>
  );
});

export const rowId = (id: string): string => `review-${id}`;
