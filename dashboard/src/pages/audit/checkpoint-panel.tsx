import { LapseError } from '@lapse/client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/session.ts';
import { RowButton } from '../../parts/buttons.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Facts } from '../../parts/facts.tsx';
import { formatNumber } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { QueryState } from '../../parts/query-state.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { Small } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { auditStrings } from '../../strings/audit.ts';
import { checkpointQuery, keyQuery, totalQuery } from './audit-queries.ts';

const { checkpoint: words } = auditStrings;
const COMMAND =
  'npx lapse audit verify lapse-audit.ndjson --key lapse-audit.key --checkpoint lapse-audit.checkpoint';

/** How far the log is signed, and everything that is needed to check it elsewhere. */
export function CheckpointPanel() {
  const may = useMay();
  const [isOpen, { toggle }] = useDisclosure(false);
  const query = useQuery(checkpointQuery);
  const { data: key } = useQuery(keyQuery);
  const { data: total } = useQuery(totalQuery);
  const mayExport = may('service.auditor', 'service.admin');
  const { data } = query;
  const hasNone = query.error instanceof LapseError && query.error.status === 404;
  const save = (
    <>
      {key ? (
        <Button variant="default" onClick={() => saveFile('lapse-audit.key', [`${key.key}\n`], 'text/plain')}>
          {words.keyFile}
        </Button>
      ) : null}
      {data ? (
        <Button
          variant="default"
          onClick={() => saveFile('lapse-audit.checkpoint', [data.note], 'text/plain')}
        >
          {words.note}
        </Button>
      ) : null}
      {mayExport && data ? (
        <Button
          component="a"
          href="/v1/audit/export"
          download="lapse-audit.ndjson"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {words.bundle}
        </Button>
      ) : null}
    </>
  );
  return (
    <Panel title={words.title} actions={save}>
      {hasNone ? (
        <Text size="sm">{words.none}</Text>
      ) : (
        <QueryState query={query}>
          {({ tree_size, signed_at, root_hash }) => {
            const waiting = Math.max(0, (total ?? tree_size) - tree_size);
            return (
              <Stack gap="sm">
                <Group gap="xs" justify="space-between">
                  <Text size="sm" role="status">
                    {words.covered(formatNumber(tree_size))} <When at={signed_at} />
                    {key ? (
                      <>
                        {' '}
                        {words.withKey} <code>{key.key_id}</code>
                      </>
                    ) : null}
                    . {waiting === 0 ? words.allCovered : words.waits(formatNumber(waiting))}
                  </Text>
                  <RowButton onClick={toggle} aria-expanded={isOpen}>
                    {words.how}
                  </RowButton>
                </Group>
                {isOpen ? (
                  <Stack gap={6}>
                    <Text size="sm">{words.verify}</Text>
                    <CodeBlock label={words.verifyLabel} text={COMMAND} />
                    <Facts single items={[[words.root, <code key="root">{root_hash}</code>]]} />
                    <Small>{words.keep}</Small>
                  </Stack>
                ) : null}
              </Stack>
            );
          }}
        </QueryState>
      )}
    </Panel>
  );
}
