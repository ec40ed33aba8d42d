import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Notice } from '../../parts/notice.tsx';
import { Panel, Part } from '../../parts/panel.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { Hint, Small, Strong } from '../../parts/text.ts';
import { auditStrings } from '../../strings/audit.ts';
import { keyQuery } from './audit-queries.ts';
import type { Entry } from './entry-row.tsx';
import { toBase64 } from './merkle.ts';
import classes from './proof-steps.module.css';
import { type LogKey, type Proof, type ProofVerdict, verifyProof } from './verify-proof.ts';

const { proof: words } = auditStrings;

/** A plain verdict, then every hash that was computed on the way to it. */
export function ProofSteps(props: { proof: Proof; logKey: LogKey; verdict: ProofVerdict }) {
  const { proof, logKey, verdict } = props;
  const { is_proved, reason, leaf, steps, signature } = verdict;
  const size = formatNumber(proof.tree_size);
  const reaches = reason === null || reason === 'note' || reason === 'signature';
  return (
    <Stack gap="md">
      <Notice
        tone={is_proved ? 'good' : 'bad'}
        title={is_proved ? words.good : words.bad}
        role={is_proved ? 'status' : 'alert'}
      >
        {reason ? <Text size="sm">{words.reasons[reason]}</Text> : null}
      </Notice>
      <Part title={words.steps} mb="xs">
        <ol className={classes.steps}>
          <Step title={words.leaf} hint={words.leafHint} hash={leaf} />
          {steps.map(({ side, sibling, result }, place) => (
            <Step
              // biome-ignore lint/suspicious/noArrayIndexKey: a proof does not change.
              key={place}
              title={words.level(place + 1)}
              hint={
                <>
                  {side === 'left' ? words.left : words.right}: <code>{toBase64(sibling)}</code>
                </>
              }
              hash={result}
            />
          ))}
          <Step
            title={words.root}
            hint={reaches ? words.rootHint(size) : words.rootBad(size)}
            text={proof.root_hash}
          />
          <Step title={words.signature} hint={signatureText(signature, logKey.key_id)} />
        </ol>
      </Part>
      <Hint>{words.trust}</Hint>
      <Part title={words.bytes}>
        <CodeBlock label={words.bytes} text={proof.entry} wrap maxHeight={160} />
      </Part>
    </Stack>
  );
}

function Step(props: { title: string; hint: ReactNode; hash?: Uint8Array; text?: string }) {
  const { title, hint, hash, text } = props;
  const shown = hash ? toBase64(hash) : text;
  return (
    <li>
      <Strong>{title}</Strong>
      <Small component="div">{hint}</Small>
      {shown ? <code>{shown}</code> : null}
    </li>
  );
}

function signatureText(signature: ProofVerdict['signature'], keyId: string): string {
  if (signature === 'valid') return words.signatureGood(keyId);
  if (signature === 'unsigned') return words.unsigned;
  return signature === 'unknown' ? words.signatureUnknown : (words.reasons.signature ?? '');
}

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
