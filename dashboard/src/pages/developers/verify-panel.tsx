import { List, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Panel } from '../../parts/panel.tsx';
import { developerStrings } from '../../strings/developers.ts';
import { NODE_RECEIVER, PYTHON_RECEIVER } from './receiver-examples.ts';

const { verify: words } = developerStrings;

export function VerifyPanel() {
  const [language, setLanguage] = useState('node');
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={words.language}
      value={language}
      onChange={setLanguage}
      data={[
        { value: 'node', label: words.node },
        { value: 'python', label: words.python },
      ]}
    />
  );
  return (
    <Panel title={words.title} description={words.description} actions={choice}>
      <CodeBlock
        label={language === 'node' ? words.node : words.python}
        text={language === 'node' ? NODE_RECEIVER : PYTHON_RECEIVER}
      />
      <List size="sm">
        {words.rules.map((rule) => (
          <List.Item key={rule}>{rule}</List.Item>
        ))}
      </List>
    </Panel>
  );
}
