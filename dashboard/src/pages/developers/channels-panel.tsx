import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ListPanel } from '../../parts/list-panel.tsx';
import { developerStrings } from '../../strings/developers.ts';
import { ChannelForm } from './channel-form.tsx';
import { ChannelRow } from './channel-row.tsx';

export function ChannelsPanel() {
  const query = useQuery({
    queryKey: ['webhooks', 'channels'],
    queryFn: () => api.get('/v1/notifications/channels', { query: { limit: 100 } }),
  });
  return (
    <ListPanel
      words={developerStrings.channels}
      query={query}
      row={(channel) => <ChannelRow key={channel.id} channel={channel} />}
      form={(close) => <ChannelForm onClose={close} />}
    />
  );
}
