import { Button, Group, Stack, Text } from '@mantine/core';
import { useMay, useSession } from '../../api/session.ts';
import { SmallButton } from '../../parts/buttons.tsx';
import { useShortcutsOn } from '../../parts/shortcuts.ts';
import { Hint, Strong } from '../../parts/text.ts';
import { When } from '../../parts/when.tsx';
import { decideStrings, undoStrings } from '../../strings/reviews.ts';
import { answerId, DecisionForm } from './decision-form.tsx';
import { type Draft, openDraft, textOf, useDraft } from './drafts.ts';
import { BlockedRemediations } from './remediation-refusals.tsx';
import classes from './reviews.module.css';
import { isOpen, labelOf, type Review, type Verb } from './reviews.ts';
import { undoDecision, useWaitingDecisions, verbOf } from './waiting-decisions.ts';

const VERBS: readonly Verb[] = ['CONFIRM', 'REVOKE', 'ESCALATE'];
const KEYS: Record<Verb, string> = { CONFIRM: 'c', REVOKE: 'r', ESCALATE: 'e' };

type Answerable = Pick<Review, 'id' | 'status' | 'principal_id' | 'may_decide' | 'decide_refusal'>;

/** Whether the person before the screen may answer this review, or the sentence that says why not. */
export function useMayDecide(review: Answerable | undefined): { may: boolean; why: string | null } {
  const session = useSession();
  const isReviewer = useMay()('service.reviewer');
  const isWaiting = useWaitingDecisions().some(({ item }) => item.review.id === review?.id);
  if (!review || !isOpen(review) || isWaiting) return { may: false, why: null };
  if (!isReviewer) return { may: false, why: decideStrings.mayNot };
  if (session.principal_id === review.principal_id) return { may: false, why: decideStrings.own };
  if (review.may_decide === false)
    return { may: false, why: review.decide_refusal ?? decideStrings.notYours };
  return { may: true, why: null };
}

/** The answers, or why there are none to give. */
export function DecisionPanel(props: {
  review: Review;
  onDecided: () => void;
  onReassign: (() => void) | null;
}) {
  const { review, onDecided, onReassign } = props;
  const draft = useDraft(review.id);
  const { may, why } = useMayDecide(review);
  const [shortcutsOn] = useShortcutsOn();
  const waiting = useWaitingDecisions().find(({ item }) => item.review.id === review.id);
  const hint = (key: string) =>
    shortcutsOn ? (
      <span className={classes.buttonKey} aria-hidden>
        {key}
      </span>
    ) : null;
  return (
    <section className={classes.decide} aria-label={decideStrings.bar}>
      {waiting ? (
        <Group justify="space-between" role="status">
          <Strong>{decideStrings.waiting(verbOf(waiting.item.verb))}</Strong>
          <SmallButton
            disabled={waiting.state === 'sending'}
            aria-label={undoStrings.undoOne(labelOf(review))}
            onClick={() => undoDecision(review.id)}
          >
            {undoStrings.undo}
          </SmallButton>
        </Group>
      ) : null}
      {isOpen(review) ? null : <Outcome review={review} draft={draft} />}
      {why ? <Text size="sm">{why}</Text> : null}
      {may && draft?.isOpen ? (
        <DecisionForm key={review.id} review={review} draft={draft} onDecided={onDecided} />
      ) : null}
      {(may && !draft?.isOpen) || (why && onReassign) ? (
        <Group gap="xs" justify="space-between" className={classes.answers}>
          <Group gap="xs" className={classes.answerGroup}>
            {may
              ? VERBS.map((verb) => (
                  <Button
                    key={verb}
                    id={answerId(verb)}
                    variant={isSuggested(review, verb) ? 'filled' : 'default'}
                    {...(verb === 'REVOKE' && isSuggested(review, verb) ? { color: 'red.9' } : {})}
                    aria-keyshortcuts={shortcutsOn ? KEYS[verb] : undefined}
                    onClick={() => openDraft(review.id, verb)}
                  >
                    {decideStrings[verb]}
                    {hint(KEYS[verb])}
                  </Button>
                ))
              : null}
          </Group>
          {onReassign ? (
            <Button
              variant="subtle"
              color="gray"
              c="inherit"
              onClick={onReassign}
              aria-keyshortcuts={shortcutsOn ? 'a' : undefined}
            >
              {decideStrings.reassign}
              {hint('a')}
            </Button>
          ) : null}
        </Group>
      ) : null}
    </section>
  );
}

const isSuggested = ({ recommendation }: Review, verb: Verb): boolean => recommendation === verb;

/** How a review ended: who decided what, when and why. What one had typed meanwhile is still there to copy. */
function Outcome({ review, draft }: { review: Review; draft: Draft | undefined }) {
  const last = review.decisions?.at(-1);
  const who = last?.decided_by === 'system' ? decideStrings.bySystem : last?.decided_by;
  return (
    <Stack gap={4} role="status">
      <Strong>
        {last && who
          ? decideStrings.somebodyDecided(who, decideStrings.verbs[last.decision])
          : decideStrings.closed[review.status === 'EXPIRED' ? 'EXPIRED' : 'DECIDED']}{' '}
        <Hint span fw={400}>
          <When at={last?.decided_at ?? review.closed_at} />
        </Hint>
      </Strong>
      {last ? (
        <Text size="sm" className={classes.quote}>
          {last.reason}
        </Text>
      ) : null}
      {last?.decided_by === 'system' ? <Text size="sm">{decideStrings.noPerson}</Text> : null}
      <BlockedRemediations review={review} />
      {draft && textOf(draft) ? (
        <>
          <Text size="sm" mt="xs">
            {decideStrings.yourText}:
          </Text>
          <Text size="sm" className={classes.quote}>
            {textOf(draft)}
          </Text>
        </>
      ) : null}
    </Stack>
  );
}
