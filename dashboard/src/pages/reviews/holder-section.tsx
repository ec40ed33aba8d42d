import { Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconMailQuestion } from '@tabler/icons-react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { SmallButton } from '../../parts/buttons.tsx';
import { formatDate, formatDateTime } from '../../parts/format.ts';
import { useChange } from '../../parts/forms/use-change.ts';
import { Strong } from '../../parts/text.ts';
import { holderStrings } from '../../strings/holder.ts';
import { useMayDecide } from './decision-panel.tsx';
import { evidenceOf } from './evidence.ts';
import classes from './reviews.module.css';
import { isOpen, type Review } from './reviews.ts';
import { Section } from './section.tsx';

type Question = NonNullable<Review['holder_question']>;

/** What the person says who holds the access, and the button to ask. */
export function HolderSection({ review }: { review: Review }) {
  const question = review.holder_question ?? null;
  const mayAsk = useMayAsk(review);
  if (question === null && !mayAsk) return null;
  const name = evidenceOf(review).principal.display_name;
  const asks = mayAsk && (question === null || !isWaiting(question));
  return (
    <Section title={holderStrings.title}>
      {question === null ? (
        <Text size="sm">{holderStrings.none(name)}</Text>
      ) : (
        <Told question={question} name={name} />
      )}
      <WhenReviewer review={review} />
      {asks ? <AskButton review={review} name={name} isAgain={question !== null} /> : null}
    </Section>
  );
}

/** Of one that is left to its holder first. */
function WhenReviewer({ review: { with_holder_until, reviewer_asked_at } }: { review: Review }) {
  if (with_holder_until !== null)
    return <Strong>{holderStrings.left(formatDateTime(with_holder_until))}</Strong>;
  return reviewer_asked_at === null ? null : (
    <Text size="sm" className={classes.dim}>
      {holderStrings.reviewerAsked(formatDateTime(reviewer_asked_at))}
    </Text>
  );
}

/** Groups and programs read no mail. */
function useMayAsk(review: Review): boolean {
  const isAdmin = useMay()('service.admin');
  const { may } = useMayDecide(review);
  const { type, disabled } = evidenceOf(review).principal;
  return isOpen(review) && (isAdmin || may) && type === 'user' && !disabled;
}

/** As the service judges it, which has the last word. */
const isWaiting = ({ answer, expires_at, failed_at, ...question }: Question): boolean =>
  answer === null && Date.parse(expires_at) > Date.now() && (isSent(question) || failed_at === null);

const isSent = ({ sent_at, slack_sent_at }: Pick<Question, 'sent_at' | 'slack_sent_at'>): boolean =>
  sent_at !== null || slack_sent_at !== null;

function Told({ question, name }: { question: Question; name: string }) {
  const { answer, reason, answered_at, asked_by, asked_at } = question;
  const asked =
    asked_by === 'system'
      ? holderStrings.askedFirst(formatDate(asked_at))
      : holderStrings.asked(asked_by, formatDate(asked_at));
  if (answer !== null && answered_at !== null) {
    return (
      <>
        <Text size="sm">
          {holderStrings.answered[answer](name)}{' '}
          <span className={classes.dim}>{formatDate(answered_at)}</span>
        </Text>
        {reason ? (
          <Text size="sm" className={classes.quote}>
            {reason}
          </Text>
        ) : null}
        <Text size="sm" className={classes.dim}>
          {asked}
        </Text>
      </>
    );
  }
  return (
    <>
      <Text size="sm">{asked}</Text>
      {question.slack_sent_at === null ? null : (
        <Text size="sm">{holderStrings.inSlack(formatDate(question.slack_sent_at))}</Text>
      )}
      <Text size="sm" className={question.failed_at === null ? '' : classes.warning}>
        {sendingInWords(question)}
      </Text>
      <Text size="sm" className={classes.dim}>
        {Date.parse(question.expires_at) > Date.now()
          ? holderStrings.until(formatDate(question.expires_at))
          : holderStrings.over(formatDate(question.expires_at))}
      </Text>
    </>
  );
}

function sendingInWords({ sent_to, sent_at, slack_sent_at, failed_at, mail_error }: Question): string | null {
  if (sent_at !== null) return holderStrings.sent(sent_to ?? '', formatDate(sent_at));
  if (failed_at !== null) return holderStrings.failed(mail_error ?? '');
  return slack_sent_at === null ? holderStrings.queued : null;
}

function AskButton({ review, name, isAgain }: { review: Review; name: string; isAgain: boolean }) {
  const ask = useChange({
    send: () => api.post('/v1/reviews/{id}/ask-holder', { params: { id: review.id } }),
    stale: ['reviews'],
    onDone: () => notifications.show({ message: holderStrings.done(name), role: 'status' }),
    saysFailure: true,
  });
  return (
    <Group>
      <SmallButton
        leftSection={<IconMailQuestion size={16} aria-hidden />}
        loading={ask.isPending}
        onClick={() => ask.mutate()}
      >
        {isAgain ? holderStrings.askAgain : holderStrings.ask}
      </SmallButton>
    </Group>
  );
}
