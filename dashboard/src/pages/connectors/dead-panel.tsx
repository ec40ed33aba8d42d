import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { prettyJson } from '../../parts/pretty-json.ts';
import { usePages } from '../../parts/use-pages.ts';
import { connectorStrings } from '../../strings/connectors.ts';
import { type SetAsideOrder, SetAsidePanel } from './set-aside-panel.tsx';
import type { SetAsideEvent } from './set-aside-row.tsx';
import { summaryOf } from './summary-of.ts';

const { dead: words } = connectorStrings;
/** An event that fails again is back within seconds. */
const LOOK_MS = 10_000;

/** What was accepted and could not be applied. */
export function DeadPanel() {
  const client = useQueryClient();
  const query = usePages<SetAsideEvent>({
    queryKey: ['connectors', 'dead-letters'],
    limit: 25,
    load: async (page) => {
      const { items, ...rest } = await api.get('/v1/events/dead-letters', { query: page });
      return {
        ...rest,
        items: items.map(({ id, event, recalculation, reason, attempts, created_at }) => {
          const { event_id } = event as { event_id?: string };
          return {
            id,
            event_id: event_id ?? null,
            summary: recalculation === null ? summaryOf(event) : words.recalculation(recalculation.grant_id),
            text: prettyJson(recalculation ?? event),
            reason,
            obstacle: null,
            attempts,
            at: created_at,
          };
        }),
      };
    },
    lookAgain: () => LOOK_MS,
  });
  const replay: SetAsideOrder = {
    label: words.replay,
    confirmation: words.confirmReplay,
    isMain: true,
    run: async (body) => {
      const { replayed } = await api.post('/v1/events/dead-letters/replay', { body });
      await client.invalidateQueries({ queryKey: ['connectors'] });
      return words.replayed(replayed);
    },
  };
  return <SetAsidePanel words={words} query={query} orders={[replay]} />;
}
