import { Text } from '@mantine/core';
import { CodeBlock } from '../../parts/code-block.tsx';
import { formatRelative } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { useNow } from '../../parts/use-now.ts';
import { remediationStrings } from '../../strings/remediations.ts';
import type { RemediationDetail } from './remediation-state.ts';

const { detail: words } = remediationStrings;

export function UndoPanel({
  remediation: { undo, execution },
}: {
  remediation: Pick<RemediationDetail, 'undo' | 'execution'>;
}) {
  const now = useNow();
  const describe = execution === 'simulated' ? words.undoSimulated : words.undoDescription;
  return undo === null ? (
    <Panel title={words.undo}>
      <Text size="sm">{execution === 'person' ? words.noUndoByPerson : words.noUndo}</Text>
    </Panel>
  ) : (
    <Panel title={words.undo} description={describe(formatRelative(undo.made_at, now))}>
      <CodeBlock label={words.undo} text={undo.statements.join('\n')} wrap />
    </Panel>
  );
}
