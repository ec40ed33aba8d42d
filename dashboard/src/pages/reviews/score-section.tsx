import { Skeleton, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ScoreCurve } from '../../charts/score-curve.tsx';
import { type CurveCrossing, scoreCurve } from '../../charts/score-curve-geometry.ts';
import { formatDate, formatNumber } from '../../parts/format.ts';
import { LOCALE } from '../../parts/locale.ts';
import { Small } from '../../parts/text.ts';
import { evidenceStrings } from '../../strings/reviews.ts';
import type { Evidence } from './evidence.ts';
import { curveQuery, policyQuery, type Review } from './reviews.ts';
import { Section } from './section.tsx';

/** Going through the list fast asks for no curve that nobody looks at. */
const LOOKED_AT_MS = 200;

export function ScoreSection({ review, evidence }: { review: Review; evidence: Evidence }) {
  const [looked] = useDebouncedValue(review.id, LOOKED_AT_MS);
  const policy = useQuery(policyQuery);
  const curve = useQuery({ ...curveQuery(review, evidence.as_of), enabled: looked === review.id });
  if (evidence.score.lapses_at === null) return null;
  const isReady = policy.data !== undefined && (curve.data !== undefined || curve.isError);
  if (!isReady && !policy.isError) {
    return (
      <Section title={evidenceStrings.score} hint={evidenceStrings.scoreHint}>
        <Skeleton height={216} />
        <Skeleton height={18} width="60%" />
      </Section>
    );
  }
  const points = curve.data?.curve ?? [];
  const known = points.findIndex(({ score }) => score !== null);
  const first = known > 0 ? points[known] : undefined;
  const isFirstSeenNow = known === -1 && points.length > 0;
  const input = {
    lapses_at: Date.parse(evidence.score.lapses_at),
    half_life_days: evidence.score.half_life_days ?? 10,
    thresholds: policy.data?.thresholds ?? [20, 50, 80],
    past: points.flatMap(({ at, score }) => (score === null ? [] : [{ at: Date.parse(at), score }])),
    now: Date.parse(evidence.as_of),
    seen_from: isFirstSeenNow ? Date.parse(evidence.as_of) : first ? Date.parse(first.at) : null,
  };
  return (
    <Section title={evidenceStrings.score} hint={evidenceStrings.scoreHint}>
      <ScoreCurve {...input} />
      <Text size="sm">{sentences(scoreCurve(input).crossings)}</Text>
      {curve.isError ? <Small>{evidenceStrings.noHistory}</Small> : null}
    </Section>
  );
}

/** When it passed its thresholds, and when it will. */
function sentences(crossings: readonly CurveCrossing[]): string {
  const behind = crossings.filter(({ isPast }) => isPast).at(-1);
  const ahead = crossings.filter(({ isPast }) => !isPast);
  const words = ({ threshold, at }: CurveCrossing): [string, string] => [
    formatNumber(threshold),
    formatDate(at),
  ];
  const past = !behind
    ? ''
    : behind.isSeen
      ? `${evidenceStrings.crossed(...words(behind))}. `
      : evidenceStrings.alreadyAbove(formatNumber(behind.threshold));
  if (ahead.length === 0) return `${past}${evidenceStrings.forecastNone}`;
  const list = new Intl.ListFormat(LOCALE, { type: 'conjunction' });
  return `${past}${evidenceStrings.forecast(list.format(ahead.map((each) => evidenceStrings.crosses(...words(each)))))}`;
}
