import { LapseError } from '@lapse/client';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useWidth } from '../../charts/use-width.ts';
import { formatScore, formatShortDate } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { bandColor, bandOf } from '../../parts/risk-badge.tsx';
import { Hint } from '../../parts/text.ts';
import { principalPageStrings as strings } from '../../strings/principals.ts';
import { type CurvePoint, historyShape } from './history-shape.ts';
import { principalQueries } from './principal-queries.ts';

/** How stale a principal's access was over the last 90 days. */
export function HistoryPanel({ id }: { id: string }) {
  const query = useQuery(principalQueries.history(id));
  // The API reads the history of 200 grants at once and says so.
  if (query.error instanceof LapseError && query.error.status === 400) {
    return (
      <Panel title={strings.curve}>
        <Hint>{strings.tooMany}</Hint>
      </Panel>
    );
  }
  return (
    <Panel title={strings.curve}>
      <QueryState query={query} skeleton={<Skeleton height={170} />}>
        {({ curve = [] }) =>
          curve.some(({ score }) => score !== null) ? (
            <HistoryCurve points={curve} />
          ) : (
            <Hint>{strings.noCurve}</Hint>
          )
        }
      </QueryState>
    </Panel>
  );
}

const HEIGHT = 170;
const BOX = { left: 28, top: 8, bottom: HEIGHT - 22 };
const MARKS = [20, 50, 80] as const;
const DATES = 4;

/** The score of a principal's stalest grant over time, with the edges of the bands. */
function HistoryCurve({ points }: { points: readonly CurvePoint[] }) {
  const { ref, width } = useWidth();
  const right = Math.max(BOX.left + 40, width - 8);
  const shape = historyShape(points, { ...BOX, right });
  const known = points.flatMap(({ score }) => (score === null ? [] : [score]));
  const last = known.at(-1) ?? 0;
  const color = bandColor(bandOf(last));
  return (
    <div ref={ref} style={{ height: HEIGHT }}>
      {shape && width > 0 ? (
        <svg
          width={width}
          height={HEIGHT}
          role="img"
          aria-label={strings.curveText(formatScore(known[0] ?? 0), formatScore(last))}
        >
          {[0, ...MARKS, 100].map((mark) => (
            <g key={mark}>
              <line
                x1={BOX.left}
                x2={right}
                y1={shape.y(mark)}
                y2={shape.y(mark)}
                stroke="var(--lapse-grid)"
                strokeDasharray={mark === 0 ? undefined : '3 3'}
              />
              <text
                x={BOX.left - 6}
                y={shape.y(mark) + 4}
                textAnchor="end"
                fontSize={11}
                fill="var(--mantine-color-dimmed)"
              >
                {mark}
              </text>
            </g>
          ))}
          {shape.areas.map((area) => (
            <path key={area} d={area} fill={color} opacity={0.12} />
          ))}
          {shape.lines.map((line) => (
            <path key={line} d={line} fill="none" stroke={color} strokeWidth={2} strokeLinejoin="round" />
          ))}
          {points.at(-1)?.score === null ? null : (
            <circle cx={right} cy={shape.y(last)} r={3.5} fill={color} />
          )}
          {Array.from(
            { length: DATES },
            (_, index) => shape.from + ((shape.to - shape.from) * index) / (DATES - 1),
          ).map((at, index) => (
            <text
              key={at}
              x={shape.x(at)}
              y={HEIGHT - 6}
              textAnchor={index === 0 ? 'start' : index === DATES - 1 ? 'end' : 'middle'}
              fontSize={11}
              fill="var(--mantine-color-dimmed)"
            >
              {formatShortDate(at)}
            </text>
          ))}
        </svg>
      ) : null}
    </div>
  );
}
