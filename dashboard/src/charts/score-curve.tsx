import { formatDate, formatScore, formatShortDate } from '../parts/format.ts';
import { BANDS, bandArea, bandColor, bandOf } from '../parts/risk-badge.tsx';
import { evidenceStrings } from '../strings/reviews.ts';
import { riskStrings } from '../strings/risk.ts';
import axes from './axes.module.css';
import classes from './evidence-charts.module.css';
import { linearScale, linePath } from './linear-scale.ts';
import {
  type CurveCrossing,
  type CurvePoint,
  monthTicks,
  type ScoreCurveInput,
  scoreCurve,
} from './score-curve-geometry.ts';
import { useWidth } from './use-width.ts';

const HEIGHT = 216;
const FRAME = { top: 22, right: 68, bottom: 24, left: 30 };
/** The edges of the bands are the contract's, whatever thresholds are announced. */
const EDGES = [0, 20, 50, 80, 100];

/** A score's past, its thresholds and what becomes of it if nothing changes. */
export function ScoreCurve(input: ScoreCurveInput) {
  const { ref, width: measured } = useWidth();
  const width = Math.max(measured, 240);
  const curve = scoreCurve(input);
  const right = width - FRAME.right;
  const bottom = HEIGHT - FRAME.bottom;
  const x = linearScale({ domain: [curve.from, curve.to], range: [FRAME.left, right] });
  const y = linearScale({ domain: [0, 100], range: [bottom, FRAME.top] });
  const pathOf = (points: readonly CurvePoint[]) =>
    linePath(points.map((point) => [x(point.at), y(point.score)]));
  const now = curve.future[0] as CurvePoint;
  return (
    <div ref={ref}>
      <svg
        className={classes.svg}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={evidenceStrings.curveLabel(formatScore(now.score))}
      >
        {BANDS.map((band, index) => {
          const [low, high] = [EDGES[index] as number, EDGES[index + 1] as number];
          return (
            <g key={band}>
              <rect
                x={FRAME.left}
                width={right - FRAME.left}
                y={y(high)}
                height={y(low) - y(high)}
                fill={bandArea(band)}
                opacity={0.3}
              />
              <text
                x={right + 8}
                y={(y(low) + y(high)) / 2 + 4}
                className={axes.tick}
                style={{ fill: bandColor(band) }}
              >
                {riskStrings[band]}
              </text>
            </g>
          );
        })}
        {[0, ...input.thresholds, 100].map((threshold) => (
          <g key={threshold}>
            <line className={axes.grid} x1={FRAME.left} x2={right} y1={y(threshold)} y2={y(threshold)} />
            <text className={axes.tick} x={FRAME.left - 6} y={y(threshold) + 4} textAnchor="end">
              {threshold}
            </text>
          </g>
        ))}
        {monthTicks(curve.from, curve.to, (right - FRAME.left) / 62).map((at) => (
          <g key={at}>
            <line className={axes.grid} x1={x(at)} x2={x(at)} y1={bottom} y2={bottom + 4} />
            <text className={axes.tick} x={Math.min(x(at), right - 14)} y={bottom + 17} textAnchor="middle">
              {formatShortDate(at)}
            </text>
          </g>
        ))}
        <path className={classes.past} fill="none" d={pathOf(curve.past)} />
        <path className={classes.future} fill="none" d={pathOf(curve.future)} />
        <line className={classes.today} x1={x(now.at)} x2={x(now.at)} y1={FRAME.top - 6} y2={bottom} />
        <text className={axes.number} x={x(now.at)} y={FRAME.top - 10} textAnchor="middle">
          {evidenceStrings.today}
        </text>
        <circle
          cx={x(now.at)}
          cy={y(now.score)}
          r={5}
          fill={bandColor(bandOf(now.score))}
          stroke="var(--mantine-color-body)"
          strokeWidth={2}
        />
        {curve.crossings
          .filter(({ isPast, at }) => !isPast && at < curve.to)
          .map(({ threshold, at }) => (
            <circle
              key={threshold}
              cx={x(at)}
              cy={y(threshold)}
              r={4}
              fill="var(--mantine-color-body)"
              stroke="var(--lapse-line)"
              strokeWidth={2}
            />
          ))}
      </svg>
      <CurveTable
        points={[...monthly(curve.past), now, ...monthly(curve.future.slice(1))]}
        crossings={curve.crossings}
        now={now.at}
      />
    </div>
  );
}

/** The first of every thirty days: enough to hear how it went. */
const monthly = (points: readonly CurvePoint[]): CurvePoint[] =>
  points.filter((_, index) => index % 30 === 29);

function CurveTable(props: { points: CurvePoint[]; crossings: CurveCrossing[]; now: number }) {
  const { points, crossings, now } = props;
  return (
    <div className="visually-hidden">
      <table>
        <caption>{evidenceStrings.score}</caption>
        <thead>
          <tr>
            <th scope="col">{evidenceStrings.curveDate}</th>
            <th scope="col">{evidenceStrings.curveScore}</th>
          </tr>
        </thead>
        <tbody>
          {[
            ...points,
            ...crossings
              .filter(({ isSeen }) => isSeen)
              .map(({ at, threshold }) => ({ at, score: threshold })),
          ]
            .sort((a, b) => a.at - b.at)
            .map(({ at, score }) => (
              <tr key={`${at} ${score}`}>
                <th scope="row">{formatDate(at)}</th>
                <td>
                  {formatScore(score)} {at > now ? evidenceStrings.curveFuture : evidenceStrings.curvePast}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
