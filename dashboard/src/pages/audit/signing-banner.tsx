import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { auditStrings } from '../../strings/audit.ts';

const { signing: words } = auditStrings;
const LOOK_MS = 30_000;

/** Nothing while the log is being signed. */
export function SigningBanner() {
  const { data } = useQuery({
    queryKey: ['audit', 'status'],
    queryFn: () => api.get('/v1/audit/status', {}),
    refetchInterval: LOOK_MS,
  });
  if (!data || data.state === 'signed') return null;
  return (
    <Alert color="red" title={data.state === 'stopped' ? words.stopped : words.behind} role="alert">
      {data.trouble ?? words.noWorker}
    </Alert>
  );
}
