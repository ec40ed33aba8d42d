import type { Series } from './series.ts';

export type PatternKind = 'plain' | 'slopes' | 'dots' | 'bars' | 'grid';

export const patternId = (id: string, key: string): string => `${id}-${key}`;

/** Fills for areas that can be told apart without their colours. */
export function Patterns({ id, series }: { id: string; series: readonly Series[] }) {
  return (
    <defs>
      {series.map(({ key, pattern, color, area }) => (
        <pattern key={key} id={patternId(id, key)} width={8} height={8} patternUnits="userSpaceOnUse">
          <rect width={8} height={8} fill={area} />
          <Marks kind={pattern} color={color} />
        </pattern>
      ))}
    </defs>
  );
}

function Marks({ kind, color }: { kind: PatternKind; color: string }) {
  const stroke = { stroke: color, strokeWidth: 1, strokeOpacity: 0.55 };
  switch (kind) {
    case 'plain':
      return null;
    case 'slopes':
      return <path d="M-2 2 L2 -2 M0 8 L8 0 M6 10 L10 6" fill="none" {...stroke} />;
    case 'dots':
      return (
        <g fill={color} fillOpacity={0.6}>
          <circle cx={2} cy={2} r={1.1} />
          <circle cx={6} cy={6} r={1.1} />
        </g>
      );
    case 'bars':
      return <path d="M2 0 V8 M6 0 V8" {...stroke} />;
    case 'grid':
      return <path d="M0 2 H8 M0 6 H8 M2 0 V8 M6 0 V8" {...stroke} />;
  }
}
