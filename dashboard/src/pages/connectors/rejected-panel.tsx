import type { Item } from '@lapse/client';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { prettyJson } from '../../parts/pretty-json.ts';
import { usePages } from '../../parts/use-pages.ts';
import { connectorStrings } from '../../strings/connectors.ts';
import { type SetAsideOrder, SetAsidePanel } from './set-aside-panel.tsx';
import type { SetAsideEvent } from './set-aside-row.tsx';
import { summaryOf } from './summary-of.ts';

const { rejected: words } = connectorStrings;
type Rejection = Item<'/v1/events/rejections'>;

/** What was refused when it came. */
export function RejectedPanel() {
  const client = useQueryClient();
  const query = usePages<SetAsideEvent>({
    queryKey: ['rejections'],
    limit: 25,
    load: async (page) => {
      const { items, ...rest } = await api.get('/v1/events/rejections', { query: page });
      return { ...rest, items: items.map(setAsideOf) };
    },
  });
  const again = () =>
    Promise.all(['rejections', 'connectors'].map((kind) => client.invalidateQueries({ queryKey: [kind] })));
  const dismiss: SetAsideOrder = {
    label: words.dismiss,
    confirmation: words.confirmDismiss,
    run: async (body) => {
      const { dismissed } = await api.post('/v1/events/rejections/dismiss', { body });
      await again();
      return words.dismissed(dismissed);
    },
  };
  const replay: SetAsideOrder = {
    label: words.replay,
    confirmation: words.confirmReplay,
    takes: ({ obstacle }) => obstacle === null,
    isMain: true,
    run: async (body) => {
      const { replayed, rejected } = await api.post('/v1/events/rejections/replay', { body });
      await again();
      return words.replayed(replayed, rejected);
    },
  };
  return <SetAsidePanel words={words} query={query} orders={[dismiss, replay]} />;
}

function setAsideOf(rejection: Rejection): SetAsideEvent {
  const { id, event, text, event_id, reason, is_cut, source, attempts, received_at } = rejection;
  const what = event ? summaryOf(event) : is_cut ? words.part : words.noEvent;
  return {
    id,
    event_id,
    summary: words.summary(what, words.sources[source]),
    text: event ? prettyJson(event) : (text ?? ''),
    reason,
    obstacle: is_cut ? words.cut : null,
    attempts,
    at: received_at,
  };
}
