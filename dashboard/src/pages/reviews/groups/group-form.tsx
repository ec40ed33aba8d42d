import { Alert, Button, Group, Text, Textarea } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../../parts/format.ts';
import { reasonOf } from '../../../parts/forms/send-error.tsx';
import { useChange } from '../../../parts/forms/use-change.ts';
import { groupStrings } from '../../../strings/review-groups.ts';
import { decideStrings } from '../../../strings/reviews.ts';
import { JustificationChips } from '../justification-chips.tsx';
import { useChangeJustifications, useJustifications } from '../justifications.ts';
import { type GroupVerb, type ReviewGroup, sendGroupDecision } from './group-queries.ts';
import classes from './groups.module.css';

/** One reason for all that may be decided together. */
export function GroupForm(props: { group: ReviewGroup; verb: GroupVerb; onClose: () => void }) {
  const { group, verb, onClose } = props;
  const [text, setText] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  // Made once, so that an answer that got lost does not decide twice.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const field = useRef<HTMLTextAreaElement>(null);
  const { remember } = useChangeJustifications();
  const sentences = useJustifications(verb);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another answer is chosen, the field is where to go on.
  useEffect(() => field.current?.focus(), [verb]);
  // A group that has changed is decided anew; a repeat of the same is the same decision.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is sent besides what is typed.
  useEffect(() => setKey(crypto.randomUUID()), [group.seen]);
  const decide = useChange({
    send: (reason: string) => sendGroupDecision(group, { decision: verb, reason }, key),
    stale: ['reviews'],
    onDone: onClose,
  });
  const send = () => {
    const reason = text.trim();
    setIsMissing(reason === '');
    if (reason === '' || decide.isPending) {
      field.current?.focus();
      return;
    }
    remember(verb, reason);
    decide.mutate(reason);
  };
  const fill = (sentence: string) => {
    setText(sentence);
    setIsMissing(false);
    setKey(crypto.randomUUID());
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    } else if (event.key === 'Escape' && !event.defaultPrevented) {
      event.preventDefault();
      onClose();
    }
  };
  const count = formatNumber(group.together);
  return (
    <form
      className={classes.form}
      aria-label={groupStrings.form[verb](count)}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {decide.isError ? (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle />}
          role="alert"
          title={groupStrings.changed}
        >
          {reasonOf(decide.error)}
        </Alert>
      ) : null}
      <Text size="sm">{groupStrings.explain[verb](count)}</Text>
      <Textarea
        ref={field}
        label={decideStrings.why}
        required
        autosize
        minRows={1}
        maxRows={5}
        maxLength={4000}
        value={text}
        error={isMissing ? decideStrings.whyMissing : null}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setIsMissing(false);
          setKey(crypto.randomUUID());
        }}
      />
      <JustificationChips verb={verb} sentences={sentences} withKeys={false} onChoose={fill} />
      <Group gap="xs">
        <Button type="submit" loading={decide.isPending} {...(verb === 'REVOKE' ? { color: 'red.9' } : {})}>
          {groupStrings.act[verb](count)}
        </Button>
        <Button variant="default" onClick={onClose}>
          {decideStrings.cancel}
        </Button>
      </Group>
    </form>
  );
}
