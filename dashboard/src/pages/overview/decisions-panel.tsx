import { Bars } from '../../charts/bars.tsx';
import { dateColumn, type Series } from '../../charts/series.ts';
import { Panel } from '../../parts/panel.tsx';
import { Empty } from '../../parts/query-state.tsx';
import { overviewStrings as strings } from '../../strings/overview.ts';
import type { Overview } from './overview.ts';

const LOOKS = {
  confirmed: { band: 'low', shape: '●', pattern: 'plain' },
  revoked: { band: 'critical', shape: '■', pattern: 'grid' },
  by_system: { band: 'line', shape: '⚙', pattern: 'bars' },
  escalated: { band: 'high', shape: '▲', pattern: 'dots' },
  expired: { band: 'medium', shape: '◆', pattern: 'slopes' },
} as const;

const OUTCOMES = Object.keys(LOOKS) as (keyof typeof LOOKS)[];

const SERIES: readonly Series[] = OUTCOMES.map((outcome) => ({
  key: outcome,
  label: strings[outcome],
  color: `var(--lapse-${LOOKS[outcome].band})`,
  area:
    outcome === 'by_system'
      ? 'color-mix(in srgb, var(--lapse-line) 20%, var(--mantine-color-body))'
      : `var(--lapse-${LOOKS[outcome].band}-area)`,
  shape: LOOKS[outcome].shape,
  pattern: LOOKS[outcome].pattern,
}));

export function DecisionsPanel({ decisions }: { decisions: Overview['decisions'] }) {
  const total = decisions.reduce(
    (sum, week) => sum + OUTCOMES.reduce((all, outcome) => all + week[outcome], 0),
    0,
  );
  return (
    <Panel title={strings.decisions} description={strings.decisionsHint}>
      {total === 0 ? (
        <Empty title={strings.decisionsNone} />
      ) : (
        <Bars
          label={strings.decisions}
          corner={strings.week}
          series={SERIES}
          columns={decisions.map((week) =>
            dateColumn(
              week.week,
              OUTCOMES.map((outcome) => week[outcome]),
            ),
          )}
        />
      )}
    </Panel>
  );
}
