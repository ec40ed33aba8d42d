import { Type } from 'typebox';
import { ID_LENGTH_MAX, ListQuery, Page, Timestamp } from '../../../gateway/common.schema.ts';
import { REVIEW_ID_EXAMPLE } from '../review-filters.schema.ts';
import { COMMENT_LENGTH_MAX, MENTIONS_MAX } from './comment.rules.ts';

const example = {
  id: '0198c0de-7d24-7f3b-8a51-5c6d7e8f9a0f',
  review_id: REVIEW_ID_EXAMPLE,
  author: 'hakon.myrvold@example.com',
  author_name: 'Håkon Myrvold',
  text: 'Zoë, does the quarterly close still run on this?',
  mentions: [{ principal_id: 'prin-012', principal_name: 'Zoë Lindqvist' }],
  created_at: '2026-01-31T10:00:00.000Z',
  nonce: '7f3b8a515c6d7e8f9a0f0198c0de7d24',
};

const Mention = Type.Object({ principal_id: Type.String(), principal_name: Type.String() });

export const ReviewComment = Type.Object(
  {
    id: Type.String(),
    review_id: Type.String(),
    author: Type.String({ description: 'As it was recorded.' }),
    author_name: Type.String({ description: 'The name of that person, where the directory knows it.' }),
    text: Type.String(),
    mentions: Type.Array(Mention, {
      description: 'Who was told of it, in the order in which they were named.',
    }),
    created_at: Timestamp(),
    nonce: Type.String({
      description:
        'The audit entry has `text_hash`, the SHA-256 of the nonce and the text behind each other, in hexadecimal digits.',
    }),
  },
  { $id: 'ReviewComment', examples: [example] },
);

export const ReviewCommentPage = Page(ReviewComment, example, 'A page of comments, the newest last.');
export const ReviewCommentQuery = ListQuery({});

export const ReviewCommentBody = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: COMMENT_LENGTH_MAX,
      description:
        'Spaces around it are left out. Line ends and tabs may be in it, other control characters may not.',
    }),
    mentions: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }), {
        maxItems: MENTIONS_MAX,
        uniqueItems: true,
        description: 'Ids of principals who are told of it: people who are enabled.',
      }),
    ),
  },
  { examples: [{ text: example.text, mentions: ['prin-012'] }] },
);
