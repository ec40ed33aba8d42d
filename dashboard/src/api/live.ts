import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** The first word of a query's key is the kind of thing it shows; a change of that kind makes it stale. */
export type Kind =
  | 'reviews'
  | 'remediations'
  | 'scores'
  | 'grants'
  | 'principals'
  | 'assets'
  | 'policy'
  | 'connectors'
  | 'rejections'
  | 'webhooks'
  | 'reports'
  | 'campaigns'
  | 'audit'
  | 'alerts'
  | 'overview';

interface Change {
  kinds: Kind[];
}

/** Changes come in crowds; what is shown is read again at most this often. */
const GATHER_MS = 400;

const AGAIN_MS = 10_000;

/** Keeps what is shown up to date with what others do, as long as the page is open. Answers whether it can. */
export function useLive(): boolean {
  const client = useQueryClient();
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    const waiting = new Set<Kind>();
    let source: EventSource;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let again: ReturnType<typeof setTimeout> | undefined;
    let wasOpen = false;
    const flush = () => {
      timer = undefined;
      const kinds = [...waiting];
      waiting.clear();
      for (const kind of kinds) void client.invalidateQueries({ queryKey: [kind] });
    };
    const listen = () => {
      source = new EventSource('/v1/stream');
      source.addEventListener('open', () => {
        setIsLive(true);
        // What happened while nobody listened is not known.
        if (wasOpen) void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'session' });
        wasOpen = true;
      });
      source.addEventListener('error', () => {
        setIsLive(false);
        // A browser gives up for good when it is refused: signed out for a moment, or too many streams.
        if (source.readyState === EventSource.CLOSED) again = setTimeout(listen, AGAIN_MS);
      });
      source.addEventListener('change', (event) => {
        for (const kind of (JSON.parse(event.data) as Change).kinds) waiting.add(kind);
        timer ??= setTimeout(flush, GATHER_MS);
      });
    };
    listen();
    return () => {
      source.close();
      clearTimeout(timer);
      clearTimeout(again);
    };
  }, [client]);
  return isLive;
}
