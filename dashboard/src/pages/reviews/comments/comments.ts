import type { Item } from '@lapse/client';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';

export type Comment = Item<'/v1/reviews/{id}/comments'>;

const PAGE_SIZE = 100;

/** All of a review, the newest last; there are at most five pages. */
export const commentsQuery = (id: string) =>
  queryOptions({
    queryKey: ['reviews', 'comments', id],
    queryFn: async ({ signal }) => {
      const comments: Comment[] = [];
      let cursor: string | null = null;
      do {
        const query: { limit: number; cursor?: string } = {
          limit: PAGE_SIZE,
          ...(cursor === null ? {} : { cursor }),
        };
        const page = await api.get('/v1/reviews/{id}/comments', { params: { id }, query, signal });
        comments.push(...page.items);
        cursor = page.next_cursor;
      } while (cursor !== null);
      return comments;
    },
  });

/** What somebody has begun to write. */
export interface CommentDraft {
  text: string;
  mentions: { id: string; name: string }[];
}

const drafts = new Map<string, CommentDraft>();

/** It outlives the form: whoever looks at another review in between goes on where they were. */
export const draftedComment = (reviewId: string): CommentDraft =>
  drafts.get(reviewId) ?? { text: '', mentions: [] };

export function keepDraft(reviewId: string, draft: CommentDraft): void {
  if (draft.text === '' && draft.mentions.length === 0) drafts.delete(reviewId);
  else drafts.set(reviewId, draft);
}
