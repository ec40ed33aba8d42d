import { Stack, Text } from '@mantine/core';
import { Panel } from '../../parts/panel.tsx';
import { Empty } from '../../parts/query-state.tsx';
import { RiskBadge } from '../../parts/risk-badge.tsx';
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
  return (
    <Panel title={strings.sla}>
      {total === 0 ? (
        <Empty title={strings.slaNone} />
      ) : (
        <Stack gap="sm">
          <ul className={classes.lines}>
            <CountLine
              label={`■ ${strings.late}`}
              name={strings.late}
              count={overdue}
              of={total}
              color="var(--lapse-critical)"
              to="/reviews"
              search={{ ...EVERYBODY, due: 'overdue' }}
            />
            <CountLine
              label={`▲ ${strings.soon}`}
              name={strings.soon}
              count={soon}
              of={total}
              color="var(--lapse-high)"
              to="/reviews"
              search={{ ...EVERYBODY, due: '24h' }}
            />
            <CountLine
              label={`● ${strings.later}`}
              name={strings.later}
              count={later}
              of={total}
              color="var(--lapse-line)"
              to="/reviews"
              search={EVERYBODY}
            />
          </ul>
          {reviews.oldest_due_at ? (
            <Text size="sm" c="dimmed">
              {reviews.oldest_due_at < as_of ? strings.oldest : strings.nextDue}{' '}
              <When at={reviews.oldest_due_at} />.
            </Text>
          ) : null}
          <Text size="sm" fw={600} component="h3">
            {strings.byRisk}
          </Text>
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
