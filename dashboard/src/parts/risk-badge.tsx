import { Badge } from '@mantine/core';
import { riskStrings } from '../strings/risk.ts';
import { formatScore } from './format.ts';

export type Band = 'low' | 'medium' | 'high' | 'critical';

export const BANDS: readonly Band[] = ['low', 'medium', 'high', 'critical'];

/** Shapes besides colours: a band can be told apart without seeing either hue or text. */
export const BAND_SHAPES: Readonly<Record<Band, string>> = {
  low: '●',
  medium: '◆',
  high: '▲',
  critical: '■',
};

export const bandColor = (band: Band): string => `var(--lapse-${band})`;
export const bandArea = (band: Band): string => `var(--lapse-${band}-area)`;

export function bandOf(score: number): Band {
  if (score <= 20) return 'low';
  if (score <= 50) return 'medium';
  return score <= 80 ? 'high' : 'critical';
}

/** A band by shape, word and colour; with a score, that too. */
export function RiskBadge({ level, score }: { level: string; score?: number | undefined }) {
  const band = level.toLowerCase() as Band;
  return (
    <Badge
      variant="light"
      tt="none"
      className="numbers"
      styles={{ root: { background: bandArea(band), color: bandColor(band), flexShrink: 0 } }}
      leftSection={<span aria-hidden>{BAND_SHAPES[band]}</span>}
    >
      {score === undefined ? riskStrings[band] : `${riskStrings[band]} ${formatScore(score)}`}
    </Badge>
  );
}
