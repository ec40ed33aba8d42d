import { scaleBand } from '@visx/scale';
import { useId } from 'react';
import { formatNumber } from '../parts/format.ts';
import axes from './axes.module.css';
import { ColumnAxis, CountAxis } from './axes.tsx';
import { type Bar, barsOf } from './bar-layout.ts';
import classes from './chart.module.css';
import { ChartFrame } from './chart-frame.tsx';
import { Patterns, patternId } from './patterns.tsx';
import { countScale, shownLabels } from './scales.ts';
import { type ChartData, type Series, totalOf } from './series.ts';
import { useScrub } from './use-scrub.ts';
import { useWidth } from './use-width.ts';

const LABEL_WIDTH = 48;
/** A number of three figures needs that much. */
const NUMBER_WIDTH = 22;

/** Numbers side by side: parts on each other (`stacked`) or next to each other (`grouped`). */
export function Bars(props: ChartData & { mode?: 'stacked' | 'grouped'; height?: number }) {
  const { label, corner, series, columns, mode = 'stacked', height = 200 } = props;
  const id = useId();
  const { ref, width } = useWidth();
  const frame = { left: 36, right: Math.max(37, width - 4), top: 20, bottom: height - 24 };
  const band = scaleBand<string>({
    domain: columns.map(({ key }) => key),
    range: [frame.left, frame.right],
    paddingInner: mode === 'grouped' ? 0.25 : 0.35,
    paddingOuter: 0.15,
  });
  const scrub = useScrub(columns.length, (at) => Math.floor((at - frame.left) / band.step()));
  const highest = columns.map((column) =>
    mode === 'stacked' ? totalOf(column) : Math.max(...column.values, 0),
  );
  const scale = countScale(Math.max(...highest), frame.top, frame.bottom);
  const read = columns[scrub.index];
  return (
    <ChartFrame label={label} corner={corner} series={series} columns={columns} scrub={scrub}>
      <div ref={ref}>
        <svg className={classes.svg} height={height} aria-hidden focusable="false">
          <Patterns id={id} series={series} />
          <CountAxis scale={scale} frame={frame} />
          {scrub.isChosen && read ? (
            <rect
              x={(band(read.key) ?? 0) - 3}
              y={frame.top}
              width={band.bandwidth() + 6}
              height={frame.bottom - frame.top}
              fill="var(--lapse-grid)"
              opacity={0.5}
            />
          ) : null}
          {width > 0
            ? columns.map((column) => (
                <g key={column.key}>
                  {barsOf(column, mode, band(column.key) ?? 0, band.bandwidth()).map((bar) => (
                    <OneBar key={bar.of} bar={bar} id={id} series={series} y={scale.y} />
                  ))}
                </g>
              ))
            : null}
          <ColumnAxis
            frame={frame}
            labels={shownLabels(columns.length, frame.right - frame.left, LABEL_WIDTH).map((index) => {
              const { key = '', short: text = '' } = columns[index] ?? {};
              return { key, x: (band(key) ?? 0) + band.bandwidth() / 2, text };
            })}
          />
        </svg>
      </div>
    </ChartFrame>
  );
}

function OneBar(props: { bar: Bar; id: string; series: readonly Series[]; y: (value: number) => number }) {
  const { bar, id, series, y } = props;
  const of = series[bar.of];
  if (!of) return null;
  const top = y(bar.to);
  return (
    <>
      {bar.to > bar.from ? (
        <rect
          x={bar.x}
          y={top}
          width={bar.width}
          height={y(bar.from) - top}
          rx={2}
          fill={`url(#${patternId(id, of.key)})`}
          stroke={of.color}
        />
      ) : null}
      {bar.number !== null && bar.room >= NUMBER_WIDTH ? (
        <text className={axes.number} x={bar.x + bar.width / 2} y={top - 5} textAnchor="middle">
          {formatNumber(bar.number)}
        </text>
      ) : null}
    </>
  );
}
