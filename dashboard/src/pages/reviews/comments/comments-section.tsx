import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LOCALE } from '../../../parts/locale.ts';
import { QueryState } from '../../../parts/query-state.tsx';
import { When } from '../../../parts/when.tsx';
import { commentStrings } from '../../../strings/comments.ts';
import classes from '../reviews.module.css';
import type { Review } from '../reviews.ts';
import { Section } from '../section.tsx';
import { CommentForm } from './comment-form.tsx';
import { type Comment, commentsQuery } from './comments.ts';

/** What people say to each other about a review, the newest last. */
export function CommentsSection({ review }: { review: Review }) {
  const isEmpty = review.comments === 0;
  const comments = useQuery({ ...commentsQuery(review.id), enabled: !isEmpty });
  return (
    <Section title={commentStrings.title}>
      {isEmpty ? (
        <Text size="sm">{commentStrings.none}</Text>
      ) : (
        <QueryState query={comments}>
          {(all) => (
            <ol className={classes.comments}>
              {all.map((comment) => (
                <CommentItem key={comment.id} comment={comment} />
              ))}
            </ol>
          )}
        </QueryState>
      )}
      <CommentForm key={review.id} reviewId={review.id} />
    </Section>
  );
}

function CommentItem({ comment }: { comment: Comment }) {
  const { author_name, created_at, text, mentions } = comment;
  const names = mentions.map(({ principal_name }) => principal_name);
  return (
    <li>
      <Text size="sm">
        <bdi className={classes.author}>{author_name}</bdi>{' '}
        <span className={classes.dim}>
          <When at={created_at} />
        </span>
      </Text>
      <Text size="sm" className={classes.words} dir="auto">
        {text}
      </Text>
      {names.length > 0 ? (
        <Text size="xs" className={classes.dim}>
          {commentStrings.mentions(new Intl.ListFormat(LOCALE, { type: 'conjunction' }).format(names))}
        </Text>
      ) : null}
    </li>
  );
}
