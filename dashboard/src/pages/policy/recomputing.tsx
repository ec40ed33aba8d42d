import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { formatNumber } from '../../parts/format.ts';
import { policyStrings as strings } from '../../strings/policy.ts';

const EVERY_MS = 1_000;
const isOver = (status: string | undefined): boolean => status === 'completed' || status === 'failed';

/** How far the job is that recomputes all scores; gone when it is done. */
export function Recomputing({ jobId }: { jobId: string }) {
  const { data: job } = useQuery({
    queryKey: ['policy', 'job', jobId],
    queryFn: () => api.get('/v1/jobs/{job_id}', { params: { job_id: jobId } }),
    refetchInterval: ({ state }) => (isOver(state.data?.status) ? false : EVERY_MS),
  });
  if (!job || isOver(job.status)) return null;
  const percent = job.total_items === 0 ? 0 : Math.floor((100 * job.processed) / job.total_items);
  return (
    <Alert variant="light" role="status">
      <Stack gap={4}>
        <Text size="sm">{strings.recomputing}</Text>
        <Progress value={percent} aria-label={strings.recomputing} />
        <Text size="xs" c="dimmed" className="numbers">
          {strings.progress(formatNumber(job.processed), formatNumber(job.total_items))}
        </Text>
      </Stack>
    </Alert>
  );
}
