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
      <Sparkline points={points} width={84} />
      <ScorePill level={level} score={score} />
    </div>
  );
}

const INSET = 3;
const STAYS = { flexShrink: 0 };

/** The last 90 days of a score: a line in the colour of where it is now, a mark at its end, the middle as a thin line. */
const Sparkline = memo(function Sparkline(props: {
  points: readonly SparklinePoint[] | undefined;
  width?: number;
  height?: number;
}) {
  const { points, width = 92, height = 30 } = props;
  const shape = points && sparklineShape(points, { width, height, inset: INSET });
  const [first, last] = [points?.[0], points?.at(-1)];
  if (!shape || !first || !last) return <svg width={width} height={height} aria-hidden style={STAYS} />;
  const band = bandOf(last[1]);
  const text = sparklineStrings.text(formatScore(first[1]), formatScore(last[1]), riskStrings[band]);
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={text}
      style={STAYS}
    >
      <line
        x1={INSET}
        x2={width - INSET}
        y1={height / 2}
        y2={height / 2}
        stroke="var(--lapse-grid)"
        strokeDasharray="2 3"
      />
      <path d={shape.area} fill={bandArea(band)} opacity={0.55} />
      <path d={shape.line} fill="none" stroke={bandColor(band)} strokeWidth={1.5} strokeLinejoin="round" />
      <circle cx={shape.end.x} cy={shape.end.y} r={2.5} fill={bandColor(band)} />
    </svg>
  );
});
