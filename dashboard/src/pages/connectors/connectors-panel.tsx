import { Button, SimpleGrid } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/session.ts';
import { Panel } from '../../parts/panel.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { connectorStrings } from '../../strings/connectors.ts';
import { ConnectorCard } from './connector-card.tsx';
import { ConnectorForm } from './connector-form.tsx';
import { connectorsQuery } from './connector-queries.ts';

const { connectors: words } = connectorStrings;

export function ConnectorsPanel() {
  const may = useMay();
  const [isAdding, setIsAdding] = useState(false);
  const query = useQuery(connectorsQuery);
  const add = may('service.admin') ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
      {words.add}
    </Button>
  ) : null;
  return (
    <Panel title={words.title} description={words.description} actions={add} bare>
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={words.none}>{words.noneHint}</Empty>
          ) : (
            <SimpleGrid cols={{ base: 1, lg: items.length > 1 ? 2 : 1 }} spacing="md">
              {items.map((connector) => (
                <ConnectorCard key={connector.id} connector={connector} />
              ))}
            </SimpleGrid>
          )
        }
      </QueryState>
      {isAdding ? <ConnectorForm onClose={() => setIsAdding(false)} /> : null}
    </Panel>
  );
}
