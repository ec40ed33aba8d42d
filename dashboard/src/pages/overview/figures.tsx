import { Anchor, Paper, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatNumber, formatShare } from '../../parts/format.ts';
import { Small } from '../../parts/text.ts';
import { overviewStrings as strings } from '../../strings/overview.ts';
import classes from './overview.module.css';
import type { Overview } from './overview.ts';
import { EVERYBODY } from './sla-panel.tsx';
import { staleOf } from './summaries.ts';

interface Figure {
  label: string;
  value: string;
  sentence: string;
  to: string;
  search?: Record<string, string>;
  isAlarming?: boolean;
}

/** The six numbers that matter most, each with one sentence and a way to what it counts. */
export function Figures({ overview }: { overview: Overview }) {
  const { grants, reviews, removals } = overview;
  const stale = staleOf(grants.bands);
  const soon = reviews.due_24h;
  const figures: Figure[] = [
    {
      label: strings.grants,
      value: formatNumber(grants.total),
      sentence: strings.grantsHint,
      to: '/grants',
    },
    {
      label: strings.stale,
      value: formatShare(grants.total === 0 ? 0 : stale / grants.total),
      sentence: strings.staleHint(formatNumber(stale)),
      to: '/grants',
    },
    {
      label: strings.pending,
      value: formatNumber(reviews.pending + reviews.escalated),
      sentence: strings.pendingHint(reviews.escalated, formatNumber(reviews.escalated)),
      to: '/reviews',
      search: EVERYBODY,
    },
    {
      label: strings.overdue,
      value: formatNumber(reviews.overdue),
      sentence: strings.overdueHint(soon, formatNumber(soon)),
      to: '/reviews',
      search: { ...EVERYBODY, due: 'overdue' },
      isAlarming: reviews.overdue > 0,
    },
    {
      label: strings.unanswered,
      value: formatNumber(reviews.unanswered),
      sentence: strings.unansweredHint(reviews.unanswered),
      to: '/grants',
      search: { last_review: 'unanswered' },
      isAlarming: reviews.unanswered > 0,
    },
    {
      label: strings.removed,
      value: formatNumber(removals.verified),
      sentence: strings.removedHint(formatNumber(removals.completed)),
      to: '/remediations',
    },
  ];
  return (
    <SimpleGrid
      component="section"
      aria-label={strings.figures}
      cols={{ base: 2, sm: 3, lg: 6 }}
      spacing="sm"
    >
      {figures.map(({ label, value, sentence, to, search, isAlarming }) => (
        <Paper key={label} withBorder p="sm" className={classes.figure}>
          <Anchor component={Link} to={to} search={(search ?? {}) as never} size="sm" fw={600}>
            {label}
          </Anchor>
          <Text className={classes.value} data-alarming={isAlarming ?? false} data-testid={label}>
            {value}
          </Text>
          <Small>{sentence}</Small>
        </Paper>
      ))}
    </SimpleGrid>
  );
}
