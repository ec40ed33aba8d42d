import { formatNumber } from '../parts/format.ts';
import classes from './axes.module.css';
import type { CountScale } from './scales.ts';

export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Lines across with their numbers at the left. */
export function CountAxis({ scale, frame }: { scale: CountScale; frame: Frame }) {
  return (
    <g>
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line
            className={classes.grid}
            x1={frame.left}
            x2={frame.right}
            y1={scale.y(tick)}
            y2={scale.y(tick)}
          />
          <text className={classes.tick} x={frame.left - 6} y={scale.y(tick) + 4} textAnchor="end">
            {formatNumber(tick)}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Of the last label and half of the one before, in pixels. */
const LAST_TWO_WIDTH = 70;

/** Words under the axis, each in the middle of its place, none beyond the edges. */
export function ColumnAxis(props: { labels: { key: string; x: number; text: string }[]; frame: Frame }) {
  const { labels, frame } = props;
  const last = labels.at(-1);
  // Narrow columns have the last label moved to the left, where the one before may stand.
  const isInTheWay = (x: number) =>
    last !== undefined && x < last.x && last.x > frame.right - 24 && x > frame.right - LAST_TWO_WIDTH;
  return (
    <g>
      {labels.map(({ key, x, text }) => {
        if (isInTheWay(x)) return null;
        const anchor = x > frame.right - 24 ? 'end' : x < frame.left + 18 ? 'start' : 'middle';
        return (
          <text
            key={key}
            className={classes.tick}
            x={anchor === 'end' ? Math.min(frame.right, x + 24) : x}
            y={frame.bottom + 17}
            textAnchor={anchor}
          >
            {text}
          </text>
        );
      })}
    </g>
  );
}
