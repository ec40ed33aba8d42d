import { useId } from 'react';
import { Patterns, patternId } from '../../charts/patterns.tsx';
import type { Series } from '../../charts/series.ts';
import { formatNumber } from '../../parts/format.ts';
import { Small } from '../../parts/text.ts';
import { campaignStrings as strings } from '../../strings/campaigns.ts';
import { type Campaign, type Part, partsOf } from './campaign.ts';

const LOOKS: Record<Part, Omit<Series, 'key' | 'label'>> = {
  confirmed: { color: 'var(--lapse-low)', area: 'var(--lapse-low)', shape: '●', pattern: 'plain' },
  revoked: {
    color: 'var(--lapse-critical)',
    area: 'var(--lapse-critical-area)',
    shape: '■',
    pattern: 'grid',
  },
  expired: { color: 'var(--lapse-medium)', area: 'var(--lapse-medium-area)', shape: '◆', pattern: 'slopes' },
  escalated: { color: 'var(--lapse-high)', area: 'var(--lapse-high-area)', shape: '▲', pattern: 'dots' },
  pending: { color: 'var(--mantine-color-dimmed)', area: 'var(--lapse-grid)', shape: '○', pattern: 'plain' },
};

/** What came of it so far, part by part, with the numbers under it. */
export function ProgressBar({ progress }: { progress: Campaign['progress'] }) {
  const id = useId();
  const parts = partsOf(progress);
  const words = parts
    .filter(({ count }) => count > 0)
    .map(({ part, count }) => strings.part(strings.parts[part], formatNumber(count)));
  let from = 0;
  return (
    <div>
      <svg
        width="100%"
        height={12}
        role="img"
        aria-label={strings.spoken(words)}
        style={{ display: 'block', borderRadius: 6 }}
      >
        <Patterns id={id} series={parts.map(({ part }) => ({ key: part, label: part, ...LOOKS[part] }))} />
        <rect width="100%" height={12} fill="var(--lapse-grid)" />
        {parts.map(({ part, percent }) => {
          const x = from;
          from += percent;
          return (
            <rect
              key={part}
              x={`${x}%`}
              width={`${percent}%`}
              height={12}
              fill={`url(#${patternId(id, part)})`}
            />
          );
        })}
      </svg>
      <Small className="numbers" mt={3} style={{ whiteSpace: 'pre-wrap' }} aria-hidden>
        {parts
          .filter(({ count }) => count > 0)
          .map(
            ({ part, count }) =>
              `${LOOKS[part].shape} ${strings.part(strings.parts[part], formatNumber(count))}`,
          )
          .join('   ')}
      </Small>
    </div>
  );
}
