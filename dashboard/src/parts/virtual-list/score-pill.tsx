import { riskStrings } from '../../strings/risk.ts';
import { formatScore } from '../format.ts';
import { BAND_SHAPES, type Band, bandArea, bandColor } from '../risk-badge.tsx';
import { Pill } from './pill.tsx';

/** A score by shape, word, number and colour. */
export function ScorePill({ level, score }: { level: string; score: number }) {
  const band = level as Band;
  return (
    <Pill
      color={bandColor(band)}
      area={bandArea(band)}
      icon={<span aria-hidden>{BAND_SHAPES[band]}</span>}
    >{`${riskStrings[band]} ${formatScore(score)}`}</Pill>
  );
}
