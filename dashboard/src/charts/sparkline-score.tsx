import { memo } from 'react';
import { formatScore } from '../parts/format.ts';
import { bandArea, bandColor, bandOf } from '../parts/risk-badge.tsx';
import { ScorePill } from '../parts/virtual-list/row-cells.tsx';
import { sparklineStrings } from '../strings/charts.ts';
import { riskStrings } from '../strings/risk.ts';
import { type SparklinePoint, sparklineShape } from './sparkline-path.ts';
import classes from './sparkline-score.module.css';

/** A score of a row: how it came to be, and what it is now. */
export function SparklineScore(props: {
  points: readonly SparklinePoint[] | undefined;
  score: number | null | undefined;
  level: string | null | undefined;
  none: string;
}) {
  const { points, score, level, none } = props;
  if (score === null || score === undefined || !level) return <span className={classes.none}>{none}</span>;
  return (
    <div className={classes.score}>
      <Sparkline points={points} />
      <ScorePill level={level} score={score} />
    </div>
  );
}

const [WIDTH, HEIGHT, INSET] = [84, 30, 3];
const STAYS = { flexShrink: 0 };

/** The last 90 days of a score: a line in the colour of where it is now, a mark at its end, the middle as a thin line. */
const Sparkline = memo(function Sparkline({ points }: { points: readonly SparklinePoint[] | undefined }) {
  const shape = points && sparklineShape(points, { width: WIDTH, height: HEIGHT, inset: INSET });
  const [first, last] = [points?.[0], points?.at(-1)];
  if (!shape || !first || !last) return <svg width={WIDTH} height={HEIGHT} aria-hidden style={STAYS} />;
  const band = bandOf(last[1]);
  const text = sparklineStrings.text(formatScore(first[1]), formatScore(last[1]), riskStrings[band]);
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={text}
      style={STAYS}
    >
      <line
        x1={INSET}
        x2={WIDTH - INSET}
        y1={HEIGHT / 2}
        y2={HEIGHT / 2}
        stroke="var(--lapse-grid)"
        strokeDasharray="2 3"
      />
      <path d={shape.area} fill={bandArea(band)} opacity={0.55} />
      <path d={shape.line} fill="none" stroke={bandColor(band)} strokeWidth={1.5} strokeLinejoin="round" />
      <circle cx={shape.end.x} cy={shape.end.y} r={2.5} fill={bandColor(band)} />
    </svg>
  );
});
