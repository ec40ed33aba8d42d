import { Stack } from '@mantine/core';
import { Panel } from '../../parts/panel.tsx';
import { Empty } from '../../parts/query-state.tsx';
import { RiskBadge } from '../../parts/risk-badge.tsx';
import { Hint, Strong } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { overviewStrings as strings } from '../../strings/overview.ts';
import { CountLine } from './count-line.tsx';
import classes from './overview.module.css';
import type { Overview } from './overview.ts';
import { deadlines } from './summaries.ts';

const RISKS = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const;
/** The inbox of a reviewer begins with their own reviews; these numbers are of all. */
export const EVERYBODY = { assigned_to_id: 'all' };

/** What waits for an answer, by how late it is and by risk; each line leads to those reviews. */
export function SlaPanel({ overview }: { overview: Overview }) {
  const { reviews, as_of } = overview;
  const { overdue, soon, later } = deadlines(reviews);
  const total = overdue + soon + later;
  const lines = [
    {
      shape: '■',
      name: strings.late,
      count: overdue,
      color: 'critical',
      search: { ...EVERYBODY, due: 'overdue' },
    },
    { shape: '▲', name: strings.soon, count: soon, color: 'high', search: { ...EVERYBODY, due: '24h' } },
    { shape: '●', name: strings.later, count: later, color: 'line', search: EVERYBODY },
  ];
  return (
    <Panel title={strings.sla}>
      {total === 0 ? (
        <Empty title={strings.slaNone} />
      ) : (
        <Stack gap="sm">
          <ul className={classes.lines}>
            {lines.map(({ shape, name, count, color, search }) => (
              <CountLine
                key={name}
                label={`${shape} ${name}`}
                name={name}
                count={count}
                of={total}
                color={`var(--lapse-${color})`}
                to="/reviews"
                search={search}
              />
            ))}
          </ul>
          {reviews.oldest_due_at ? (
            <Hint>
              {reviews.oldest_due_at < as_of ? strings.oldest : strings.nextDue}{' '}
              <When at={reviews.oldest_due_at} />.
            </Hint>
          ) : null}
          <Strong component="h3">{strings.byRisk}</Strong>
          <ul className={classes.lines}>
            {RISKS.map((risk) => (
              <CountLine
                key={risk}
                label={<RiskBadge level={risk} />}
                name={strings.bandNames[risk.toLowerCase() as 'low']}
                count={reviews.by_risk[risk]}
                of={total}
                color={`var(--lapse-${risk.toLowerCase()})`}
                to="/reviews"
                search={{ ...EVERYBODY, risk_level: risk }}
              />
            ))}
          </ul>
        </Stack>
      )}
    </Panel>
  );
}
