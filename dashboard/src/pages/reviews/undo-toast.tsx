import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { router } from '../../app/router.tsx';
import { RowButton } from '../../parts/buttons.tsx';
import { formatNumber } from '../../parts/format.ts';
import { reasonOf } from '../../parts/forms/send-error.tsx';
import { Hint, Small } from '../../parts/text.ts';
import { undoStrings } from '../../strings/reviews.ts';
import { undoDecision, useWaitingDecisions, verbOf } from './waiting-decisions.ts';

const SHOWN_MAX = 3;
const EVERY_MS = 250;

/** What was decided and not yet sent, the latest first, each with its seconds and a way back. */
export function UndoToast() {
  const entries = useWaitingDecisions();
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), EVERY_MS, { autoInvoke: true });
  const shown = entries.toReversed().slice(0, SHOWN_MAX);
  const more = entries.length - shown.length;
  return (
    <Stack gap={6}>
      {shown.map(({ item: { review, label, verb }, state, sends_at }) => {
        const text = undoStrings.item(verbOf(verb), label);
        const seconds = Math.max(0, Math.ceil((sends_at - now) / 1000));
        return (
          <Group key={review.id} justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm" lineClamp={2} c="var(--mantine-color-text)">
              {text}
            </Text>
            {state === 'sending' ? (
              <Hint>{undoStrings.sending}</Hint>
            ) : (
              <Group gap="xs" wrap="nowrap">
                <Hint className="numbers" aria-hidden w={28} ta="end">
                  {undoStrings.countdown(formatNumber(seconds))}
                </Hint>
                <RowButton aria-label={undoStrings.undoOne(text)} onClick={() => undoDecision(review.id)}>
                  {undoStrings.undo}
                </RowButton>
              </Group>
            )}
          </Group>
        );
      })}
      {more > 0 ? <Small>{undoStrings.more(formatNumber(more))}</Small> : null}
    </Stack>
  );
}

export const UndoFailed = ({ id, error }: { id: string; error: unknown }) => (
  <ShowReview id={id} text={reasonOf(error)} />
);

/** A sentence about a review, and the way to it. */
export function ShowReview({ id, text }: { id: string; text: string }) {
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm" c="var(--mantine-color-text)">
        {text}
      </Text>
      <Anchor
        component="button"
        size="sm"
        onClick={() => void router.navigate({ to: '/reviews/$id', params: { id } })}
      >
        {undoStrings.show}
      </Anchor>
    </Stack>
  );
}
