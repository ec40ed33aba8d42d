import type { Answer, Item } from '@lapse/client';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useChange } from '../forms/use-change.ts';
import type { ViewContent } from './view.ts';

export type View = Item<'/v1/views'>;
export type ViewPage = View['page'];

const PAGE_ROWS = 100;

/** One's own and the shared ones of a page, by name. There are 200 at most; they are looked at when the menu is opened. */
export function useViews(page: ViewPage) {
  return useQuery({
    queryKey: ['views', page],
    staleTime: 0,
    queryFn: async () => {
      const views: View[] = [];
      let cursor: string | null = null;
      do {
        const query = { page, limit: PAGE_ROWS, ...(cursor === null ? {} : { cursor }) };
        const answer: Answer<'/v1/views', 'get'> = await api.get('/v1/views', { query });
        views.push(...answer.items);
        cursor = answer.next_cursor;
      } while (cursor !== null);
      return views.sort((a, b) => a.name.localeCompare(b.name));
    },
  });
}

export type ViewChange =
  | { does: 'rename'; name: string }
  | { does: 'update'; content: ViewContent }
  | { does: 'share' | 'unshare' | 'remove' };

export const replaceView = (id: string, content: ViewContent): Promise<View> =>
  api.patch('/v1/views/{id}', { params: { id }, body: content });

function send(id: string, change: ViewChange): Promise<View> {
  const params = { id };
  switch (change.does) {
    case 'rename':
      return api.patch('/v1/views/{id}', { params, body: { name: change.name } });
    case 'update':
      return replaceView(id, change.content);
    case 'share':
      return api.post('/v1/views/{id}/share', { params });
    case 'unshare':
      return api.post('/v1/views/{id}/unshare', { params });
    case 'remove':
      return api.delete('/v1/views/{id}', { params });
  }
}

export function useViewChange({ id, page }: Pick<View, 'id' | 'page'>, onDone: (change: ViewChange) => void) {
  return useChange({
    stale: ['views', page],
    send: async (change: ViewChange) => {
      await send(id, change);
      return change;
    },
    onDone,
  });
}

export const saveView = (page: ViewPage, view: ViewContent & { name: string }): Promise<View> =>
  api.post('/v1/views', { body: { page, ...view } });
