import { List, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../parts/code-block.tsx';
import { formatRelative } from '../../parts/format.ts';
import { Panel, Part } from '../../parts/panel.tsx';
import { useNow } from '../../parts/use-now.ts';
import { permissionName } from '../../strings/permissions.ts';
import { platformName } from '../../strings/platforms.ts';
import { remediationStrings } from '../../strings/remediations.ts';
import type { RemediationDetail } from './remediation-state.ts';

const { detail: words } = remediationStrings;

const DESCRIPTIONS = {
  connector: words.planDescription,
  person: words.planOfRecords,
  simulated: words.planSimulated,
};
const STATEMENTS = {
  connector: words.statements,
  person: words.task,
  simulated: words.simulatedStatements,
};

export function PlanPanel({ remediation }: { remediation: RemediationDetail }) {
  const now = useNow();
  const { plan, remaining_paths, execution } = remediation;
  if (plan === null) {
    return (
      <Panel title={words.plan}>
        <Text size="sm">{words.noPlan}</Text>
      </Panel>
    );
  }
  const { also_removes: also } = plan;
  const description = DESCRIPTIONS[execution](formatRelative(plan.planned_at, now));
  const statements = STATEMENTS[execution];
  return (
    <Panel title={words.plan} description={description}>
      <Stack gap="md">
        {plan.path ? (
          <Part title={words.path}>
            <Text size="sm">{plan.path.description}</Text>
            {plan.elsewhere ? (
              <Text size="sm">
                {words.elsewhere(platformName(plan.elsewhere.platform), plan.elsewhere.connector_name)}
              </Text>
            ) : null}
          </Part>
        ) : null}
        <Part title={statements}>
          {plan.statements.length === 0 ? (
            <Text size="sm">{words.noStatements}</Text>
          ) : (
            <CodeBlock label={statements} text={plan.statements.join('\n')} wrap />
          )}
        </Part>
        {plan.warnings.length > 0 ? <Sentences title={words.warnings} items={plan.warnings} /> : null}
        <div>
          <Text size="sm">{also.total === 0 ? words.alsoNone : words.also(also.total, also.in_use)}</Text>
          {also.items.length > 0 ? (
            <List size="sm" mt={4}>
              {also.items.map(({ grant_id, asset_name, platform, permission, in_use }) => (
                <List.Item key={grant_id}>
                  {permissionName(permission)}, {asset_name}
                  {platform ? ` · ${platformName(platform)}` : ''} ({in_use ? words.inUse : words.unused})
                </List.Item>
              ))}
            </List>
          ) : null}
        </div>
        {plan.other_paths.length > 0 ? (
          <Sentences
            title={words.otherPaths}
            items={plan.other_paths.map(({ description }) => description)}
          />
        ) : (
          <Text size="sm">{words.noOtherPaths}</Text>
        )}
        {remaining_paths && remaining_paths.length > 0 ? (
          <Sentences title={words.remaining} items={remaining_paths.map(({ description }) => description)} />
        ) : null}
      </Stack>
    </Panel>
  );
}

function Sentences({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <Part title={title}>
      <List size="sm">
        {items.map((item) => (
          <List.Item key={item}>{item}</List.Item>
        ))}
      </List>
    </Part>
  );
}

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
