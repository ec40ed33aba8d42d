import { Text } from '@mantine/core';
import { IconCheck, IconEye, IconScissors } from '@tabler/icons-react';
import { formatNumber } from '../../parts/format.ts';
import { LikelihoodLine } from '../../parts/likelihood-line.tsx';
import { LOCALE } from '../../parts/locale.ts';
import { remediationStrings } from '../../strings/remediations.ts';
import { evidenceStrings, inboxStrings } from '../../strings/reviews.ts';
import { type Evidence, evidenceOf } from './evidence.ts';
import classes from './reviews.module.css';
import type { Review } from './reviews.ts';

type Recommendation = Review['recommendation'];

const ICONS = { CONFIRM: IconCheck, REVOKE: IconScissors, REVIEW: IconEye };

export function RecommendationMark({ recommendation }: { recommendation: Recommendation }) {
  const Icon = ICONS[recommendation];
  return (
    <span className={classes.mark} data-recommendation={recommendation}>
      <Icon size={15} stroke={2} aria-hidden />
      {inboxStrings.recommends[recommendation]}
    </span>
  );
}

/** What is recommended, by which rule, and how often such access was not missed. */
export function RecommendationNote({ review }: { review: Review }) {
  const { recommendation } = review;
  const evidence = evidenceOf(review);
  return (
    <div className={classes.recommendation} data-recommendation={recommendation}>
      <Text size="sm" component="p" m={0}>
        <span className={classes.dim}>{evidenceStrings.recommended}: </span>
        <RecommendationMark recommendation={recommendation} />
      </Text>
      <Text size="sm" component="p" m={0}>
        {reasonFor(recommendation, evidence)}
      </Text>
      <LikelihoodLine likelihood={evidence.score.likelihood} />
    </div>
  );
}

function reasonFor(recommendation: Recommendation, { telemetry, refused_by, score }: Evidence): string {
  const { reasons } = evidenceStrings;
  // That nobody watches has a sentence of its own.
  const refusing = refused_by.filter((guard) => guard !== 'telemetry' || telemetry.coverage === 'full');
  if (recommendation === 'REVIEW' && refusing.length > 0 && score.risk_level === 'critical') {
    const guards = refusing.map((guard) => remediationStrings.guards[guard] ?? guard);
    return reasons.REVIEW_refused(new Intl.ListFormat(LOCALE, { type: 'conjunction' }).format(guards));
  }
  if (recommendation === 'REVOKE' && telemetry.connected === false) return reasons.REVOKE_reported;
  if (recommendation !== 'REVIEW' || telemetry.coverage === 'full') return reasons[recommendation];
  return telemetry.coverage === 'down'
    ? reasons.REVIEW_down
    : reasons.REVIEW_blind(formatNumber(telemetry.unobserved_days));
}
