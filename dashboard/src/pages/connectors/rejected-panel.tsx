import type { Item } from '@lapse/client';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { prettyJson } from '../../parts/pretty-json.ts';
import { usePages } from '../../parts/use-pages.ts';
import { connectorStrings } from '../../strings/connectors.ts';
import { type SetAsideEvent, type SetAsideOrder, SetAsidePanel } from './set-aside-panel.tsx';

const { rejected: words, dead: deadWords, setAside: setAsideWords } = connectorStrings;

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
            summary:
              recalculation === null ? summaryOf(event) : deadWords.recalculation(recalculation.grant_id),
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
    label: deadWords.replay,
    confirmation: deadWords.confirmReplay,
    isMain: true,
    run: async (body) => {
      const { replayed } = await api.post('/v1/events/dead-letters/replay', { body });
      await client.invalidateQueries({ queryKey: ['connectors'] });
      return deadWords.replayed(replayed);
    },
  };
  return <SetAsidePanel words={deadWords} query={query} orders={[replay]} />;
}

/** Who did what on which asset, as far as an event says so; whatever it is, it was not always checked. */
function summaryOf(event: object): string {
  const { action, principal_id, asset_id } = event as Record<string, unknown>;
  const word = (value: unknown) =>
    typeof value === 'string' && value !== '' ? value : setAsideWords.unknown;
  return setAsideWords.use(word(action), word(principal_id), word(asset_id));
}
