import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Panel } from '../../parts/panel.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { auditStrings } from '../../strings/audit.ts';
import { keyQuery } from './audit-queries.ts';
import type { Entry } from './entry-row.tsx';
import { ProofSteps } from './proof-steps.tsx';
import { verifyProof } from './verify-proof.ts';

const { proof: words } = auditStrings;

/** Read once per visit: a proof stays true however the log grows. */
export function ProofPanel({ entry }: { entry: Entry }) {
  const may = useMay();
  const mayProve = may('service.auditor', 'service.admin');
  const isPlaced = entry.position !== null;
  const { data: key } = useQuery({ ...keyQuery, enabled: mayProve });
  const query = useQuery({
    queryKey: ['audit-proof', entry.id],
    enabled: mayProve && isPlaced && key !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const proof = await api.get('/v1/audit/{id}/proof', { params: { id: entry.id } });
      if (!key) throw new Error(words.checking);
      return { proof, logKey: key, verdict: await verifyProof(proof, key, entry.id) };
    },
  });
  return (
    <Panel title={words.title} description={words.description}>
      {!mayProve ? <Text size="sm">{words.notAllowed}</Text> : null}
      {mayProve && !isPlaced ? (
        <Text size="sm" role="status">
          {words.notYet}
        </Text>
      ) : null}
      {mayProve && isPlaced ? (
        <QueryState query={query}>{(found) => <ProofSteps {...found} />}</QueryState>
      ) : null}
    </Panel>
  );
}
