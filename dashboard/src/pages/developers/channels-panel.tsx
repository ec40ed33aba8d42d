import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Panel } from '../../parts/panel.tsx';
import { Empty, QueryState } from '../../parts/query-state.tsx';
import { TableBox } from '../../parts/table-box.tsx';
import { developerStrings } from '../../strings/developers.ts';
import { ChannelForm } from './channel-form.tsx';
import { ChannelRow } from './channel-row.tsx';

const { channels: words } = developerStrings;

export function ChannelsPanel() {
  const [isAdding, setIsAdding] = useState(false);
  const query = useQuery({
    queryKey: ['webhooks', 'channels'],
    queryFn: () => api.get('/v1/notifications/channels', { query: { limit: 100 } }),
  });
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => setIsAdding(true)}
    >
      {words.add}
    </Button>
  );
  return (
    <Panel title={words.title} description={words.description} actions={add} bare>
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={words.none}>{words.noneHint}</Empty>
          ) : (
            <TableBox label={words.title} columns={words.columns} minWidth={760}>
              {items.map((channel) => (
                <ChannelRow key={channel.id} channel={channel} />
              ))}
            </TableBox>
          )
        }
      </QueryState>
      {isAdding ? <ChannelForm onClose={() => setIsAdding(false)} /> : null}
    </Panel>
  );
}
