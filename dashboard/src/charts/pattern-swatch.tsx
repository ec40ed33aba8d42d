import { useId } from 'react';
import { Patterns, patternId } from './patterns.tsx';
import type { Series } from './series.ts';

/** What a series looks like in the picture, with its shape. */
export function PatternSwatch({ series }: { series: Series }) {
  const id = useId();
  return (
    <svg width={30} height={14} aria-hidden focusable="false">
      <Patterns id={id} series={[series]} />
      <rect
        x={0.5}
        y={0.5}
        width={15}
        height={13}
        rx={2}
        fill={`url(#${patternId(id, series.key)})`}
        stroke={series.color}
      />
      <text x={19} y={11.5} fontSize={12} fill={series.color}>
        {series.shape}
      </text>
    </svg>
  );
}
