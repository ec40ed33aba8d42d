import { Alert, Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../parts/format.ts';
import { reasonOf } from '../../parts/forms/send-error.tsx';
import { useShortcutsOn } from '../../parts/shortcuts.ts';
import { ThingSearch } from '../../parts/thing-search.tsx';
import { decideStrings } from '../../strings/reviews.ts';
import { changeDraft, type Draft, textOf } from './drafts.ts';
import { evidenceOf } from './evidence.ts';
import { JustificationChips } from './justification-chips.tsx';
import { useChangeJustifications, useJustifications } from './justifications.ts';
import { remediationSentence } from './remediation-section.tsx';
import classes from './reviews.module.css';
import { DAY_MS, labelOf, policyQuery, type Review, remediationQuery } from './reviews.ts';
import { answerSeeded } from './seeded.ts';
import { decide } from './waiting-decisions.ts';

const CONFIRM_DAYS = [30, 90, 180];

export const answerId = (verb: Draft['verb']): string => `answer-${verb}`;

/** The one thing a decision needs besides itself: why. */
export function DecisionForm(props: { review: Review; draft: Draft; onDecided: () => void }) {
  const { review, draft, onDecided } = props;
  const { verb, error } = draft;
  const text = textOf(draft);
  const [isMissing, setIsMissing] = useState(false);
  const [shortcutsOn] = useShortcutsOn();
  const sentences = useJustifications(verb);
  const { remember } = useChangeJustifications();
  const field = useRef<HTMLTextAreaElement>(null);
  const cameBack = error !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another answer is chosen, the field is where to go on.
  useEffect(() => {
    if (!cameBack) field.current?.focus();
  }, [verb]);
  const change = (changes: Partial<Draft>) => changeDraft(review.id, changes);
  const write = (words: string) => change({ texts: { ...draft.texts, [verb]: words } });
  const fill = (sentence: string) => {
    write(sentence);
    setIsMissing(false);
    field.current?.focus();
  };
  const send = () => {
    const justification = text.trim();
    if (justification === '') {
      setIsMissing(true);
      field.current?.focus();
      return;
    }
    remember(verb, justification);
    if (review.is_seeded) {
      answerSeeded(review.id, verb, justification);
      onDecided();
      return;
    }
    decide({
      review,
      label: labelOf(review),
      verb,
      body: {
        justification,
        ...(verb === 'CONFIRM' && draft.days !== null
          ? { next_review_at: new Date(Date.now() + draft.days * DAY_MS).toISOString() }
          : {}),
        ...(verb === 'ESCALATE' && draft.to ? { escalate_to_id: draft.to.id } : {}),
      },
    });
    onDecided();
  };
  const close = () => {
    change({ isOpen: false });
    // Back to the button that opened it, once it is there again.
    requestAnimationFrame(() => document.getElementById(answerId(verb))?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault();
      close();
    }
  };
  const onDigit = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (
      !shortcutsOn ||
      text !== '' ||
      !/^[1-9]$/.test(event.key) ||
      event.ctrlKey ||
      event.altKey ||
      event.metaKey
    )
      return;
    const sentence = sentences.find(({ key }) => key === event.key)?.text;
    if (sentence === undefined) return;
    event.preventDefault();
    fill(sentence);
  };
  return (
    <form
      className={classes.form}
      aria-label={decideStrings[verb]}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {cameBack ? (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle />}
          role="alert"
          title={decideStrings.failed(decideStrings[verb])}
        >
          {reasonOf(error)}
        </Alert>
      ) : null}
      {draft.isUnsent ? (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle />} role="status">
          {decideStrings.unsent(decideStrings[verb])}
        </Alert>
      ) : null}
      <Consequence review={review} verb={verb} />
      <Textarea
        ref={field}
        label={decideStrings.why}
        description={decideStrings.whyHint}
        required
        autosize
        minRows={1}
        maxRows={5}
        maxLength={4000}
        value={text}
        error={isMissing ? decideStrings.whyMissing : null}
        onChange={(event) => {
          write(event.currentTarget.value);
          setIsMissing(false);
        }}
        onKeyDown={onDigit}
      />
      <JustificationChips verb={verb} sentences={sentences} withKeys={shortcutsOn} onChoose={fill} />
      {verb === 'CONFIRM' ? (
        <ConfirmDays review={review} days={draft.days} onChange={(days) => change({ days })} />
      ) : null}
      {verb === 'ESCALATE' ? (
        <ThingSearch
          kinds={['principal']}
          label={decideStrings.to}
          description={decideStrings.toHint}
          value={draft.to && { kind: 'principal', ...draft.to }}
          onChange={(thing) => change({ to: thing && { id: thing.id, name: thing.name } })}
        />
      ) : null}
      <Group gap="xs">
        <Button type="submit" {...(verb === 'REVOKE' ? { color: 'red.9' } : {})}>
          {decideStrings.send[verb]}
        </Button>
        <Button variant="default" onClick={close}>
          {decideStrings.cancel}
        </Button>
      </Group>
    </form>
  );
}

/** What will happen, once more at the moment of deciding. */
function Consequence({ review, verb }: { review: Review; verb: Draft['verb'] }) {
  const removal = useQuery({
    ...remediationQuery(review.id),
    enabled: verb === 'REVOKE' && !review.is_seeded,
  });
  const who = review.principal_name ?? review.principal_id;
  const removals = verb === 'REVOKE' ? (removal.data?.removals ?? []) : [];
  return (
    <Text size="sm">
      {removals.length === 0
        ? decideStrings.explain[verb]
        : removals.map((each) => remediationSentence(each, who)).join(' ')}
    </Text>
  );
}

function ConfirmDays(props: { review: Review; days: number | null; onChange: (days: number) => void }) {
  const { review, days, onChange } = props;
  const policy = useQuery(policyQuery);
  // Of this access: by the second score model it grows with each confirmation.
  const byPolicy =
    evidenceOf(review).confirmation?.holds_days ?? policy.data?.review.confirmation_days ?? null;
  const choices = [...new Set([...CONFIRM_DAYS, ...(byPolicy === null ? [] : [byPolicy])])].sort(
    (a, b) => a - b,
  );
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500} id="confirm-days">
        {decideStrings.until}
      </Text>
      <SegmentedControl
        size="xs"
        aria-labelledby="confirm-days"
        style={{ alignSelf: 'flex-start', maxWidth: '100%' }}
        value={String(days ?? byPolicy ?? 90)}
        onChange={(value) => onChange(Number(value))}
        data={choices.map((each) => ({
          value: String(each),
          label: (each === byPolicy ? decideStrings.byPolicy : decideStrings.days)(formatNumber(each)),
        }))}
      />
    </Stack>
  );
}
