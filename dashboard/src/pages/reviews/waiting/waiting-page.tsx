import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { INSIDERS, useMay } from '../../../api/session.ts';
import { formatNumber } from '../../../parts/format.ts';
import { Page } from '../../../parts/page.tsx';
import { waitingStrings as strings } from '../../../strings/waiting.ts';
import { policyQuery } from '../reviews.ts';
import { AwayPanel } from './away-panel.tsx';
import { QuestionsPanel } from './questions-panel.tsx';
import { WorkloadPanel } from './workload-panel.tsx';

/** What is not asked yet, and how much those have to answer who are asked. */
export function WaitingPage() {
  const isInsider = useMay()(...INSIDERS);
  const policy = useQuery(policyQuery);
  const budget = policy.data?.review.weekly_budget;
  const pace = budget === null ? strings.noBudget : strings.pace(formatNumber(budget ?? 0));
  return (
    <Page
      title={strings.title}
      description={budget === undefined ? strings.description : `${strings.description} ${pace}`}
    >
      <Stack gap="lg">
        {isInsider ? <WorkloadPanel /> : null}
        <QuestionsPanel />
        {isInsider ? <AwayPanel /> : null}
      </Stack>
    </Page>
  );
}
