import { ScorePill } from '../parts/virtual-list/score-pill.tsx';
import { Sparkline } from './sparkline.tsx';
import type { SparklinePoint } from './sparkline-path.ts';
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
