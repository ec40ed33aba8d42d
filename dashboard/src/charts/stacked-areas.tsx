import { scaleLinear } from '@visx/scale';
import { area, line } from '@visx/shape';
import { useId } from 'react';
import { ColumnAxis, CountAxis } from './axes.tsx';
import classes from './chart.module.css';
import { ChartFrame } from './chart-frame.tsx';
import { Patterns, patternId } from './patterns.tsx';
import { countScale, shownLabels, stacked } from './scales.ts';
import { type ChartData, totalOf } from './series.ts';
import { useScrub } from './use-scrub.ts';
import { useWidth } from './use-width.ts';

const LABEL_WIDTH = 72;

/** How a whole and its parts changed over time; the first series is at the bottom. */
export function StackedAreas(props: ChartData & { height?: number }) {
  const { label, corner, series, columns, height = 240 } = props;
  const id = useId();
  const { ref, width } = useWidth();
  const frame = { left: 40, right: Math.max(41, width - 28), top: 10, bottom: height - 24 };
  const last = Math.max(1, columns.length - 1);
  const x = scaleLinear<number>({ domain: [0, last], range: [frame.left, frame.right] });
  const scrub = useScrub(columns.length, (at) => Math.round(x.invert(at)));
  const scale = countScale(Math.max(...columns.map(totalOf)), frame.top, frame.bottom);
  const edges = columns.map(({ values }) => stacked(values));
  const edgesOf = (column: number, of: number): [number, number] =>
    edges[Math.min(column, columns.length - 1)]?.[of] ?? [0, 0];
  // One day alone has no width; it is drawn as if it had always been so.
  const places = columns.length === 1 ? [0, 1] : columns.map((_, column) => column);
  return (
    <ChartFrame label={label} corner={corner} series={series} columns={columns} scrub={scrub}>
      <div ref={ref}>
        <svg className={classes.svg} height={height} aria-hidden focusable="false">
          <Patterns id={id} series={series} />
          {width > 0
            ? series.map(({ key, color, shape }, of) => {
                const shapeOf = area<number>({
                  x: (column) => x(column),
                  y0: (column) => scale.y(edgesOf(column, of)[0]),
                  y1: (column) => scale.y(edgesOf(column, of)[1]),
                });
                const top = line<number>({
                  x: (column) => x(column),
                  y: (column) => scale.y(edgesOf(column, of)[1]),
                });
                const [from, to] = edgesOf(columns.length - 1, of).map(scale.y) as [number, number];
                return (
                  <g key={key}>
                    <path d={shapeOf(places) ?? ''} fill={`url(#${patternId(id, key)})`} />
                    <path d={top(places) ?? ''} fill="none" stroke={color} strokeWidth={1.5} />
                    {from - to >= 12 ? (
                      <text x={frame.right + 8} y={(from + to) / 2 + 4} fontSize={12} fill={color}>
                        {shape}
                      </text>
                    ) : null}
                  </g>
                );
              })
            : null}
          <CountAxis scale={scale} frame={frame} />
          <ColumnAxis
            frame={frame}
            labels={shownLabels(columns.length, frame.right - frame.left, LABEL_WIDTH).map((index) => ({
              key: String(index),
              x: x(index),
              text: columns[index]?.short ?? '',
            }))}
          />
          {scrub.isChosen ? (
            <line
              className={classes.cursor}
              x1={x(scrub.index)}
              x2={x(scrub.index)}
              y1={frame.top}
              y2={frame.bottom}
            />
          ) : null}
        </svg>
      </div>
    </ChartFrame>
  );
}
