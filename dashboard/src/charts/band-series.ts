import { BAND_SHAPES, BANDS, bandArea, bandColor } from '../parts/risk-badge.tsx';
import { riskStrings } from '../strings/risk.ts';
import type { Series } from './series.ts';

const PATTERNS = { low: 'plain', medium: 'slopes', high: 'dots', critical: 'grid' } as const;

/** The four bands, the freshest first. */
export const BAND_SERIES: readonly Series[] = BANDS.map((band) => ({
  key: band,
  label: riskStrings[band],
  color: bandColor(band),
  area: bandArea(band),
  shape: BAND_SHAPES[band],
  pattern: PATTERNS[band],
}));
