import { riskStrings } from '../strings/risk.ts';
import { formatScore } from './format.ts';
import classes from './risk-badge.module.css';

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

/** A band by shape, word and colour; with a score, that too. Plain, because lists have one in every row. */
export function RiskBadge({ level, score }: { level: string; score?: number | undefined }) {
  const band = level.toLowerCase() as Band;
  return (
    <span className={classes.badge} style={{ background: bandArea(band), color: bandColor(band) }}>
      <span aria-hidden>{BAND_SHAPES[band]}</span>
      {score === undefined ? riskStrings[band] : `${riskStrings[band]} ${formatScore(score)}`}
    </span>
  );
}
