import { Group, Text, Textarea } from '@mantine/core';
import { IconAt } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import { SmallButton } from '../../../parts/buttons.tsx';
import { FilterPill } from '../../../parts/filter-fields.tsx';
import type { Thing } from '../../../parts/find-things.ts';
import { SendError } from '../../../parts/forms/send-error.tsx';
import { useChange } from '../../../parts/forms/use-change.ts';
import { ThingSearch } from '../../../parts/thing-search.tsx';
import { commentStrings } from '../../../strings/comments.ts';
import classes from '../reviews.module.css';
import { type CommentDraft, draftedComment, keepDraft } from './comments.ts';

/** As the service takes them. */
const TEXT_LENGTH_MAX = 4_000;
const MENTIONS_MAX = 20;

const EMPTY: CommentDraft = { text: '', mentions: [] };

/** What is written stays as long as the page, until it is sent. */
export function CommentForm({ reviewId }: { reviewId: string }) {
  const [draft, setDraft] = useState(() => draftedComment(reviewId));
  const [isMissing, setIsMissing] = useState(false);
  /** Where in the text somebody is being mentioned; null: nowhere. */
  const [mentionAt, setMentionAt] = useState<number | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const change = (changed: CommentDraft) => {
    setDraft(changed);
    keepDraft(reviewId, changed);
    setIsMissing(false);
  };
  const send = useChange({
    send: ({ text, mentions }: CommentDraft) =>
      api.post('/v1/reviews/{id}/comments', {
        params: { id: reviewId },
        body: { text: text.trim(), mentions: mentions.map(({ id }) => id) },
      }),
    stale: ['reviews'],
    onDone: () => change(EMPTY),
  });
  const submit = () => {
    if (send.isPending) return;
    if (draft.text.trim() === '') {
      setIsMissing(true);
      field.current?.focus();
    } else send.mutate(draft);
  };
  const writeAt = (at: number, words: string, mentions = draft.mentions) => {
    change({ text: draft.text.slice(0, at) + words + draft.text.slice(at), mentions });
    setMentionAt(null);
    // After the field of the search has let go of the focus.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(at + words.length, at + words.length);
    });
  };
  const mention = (at: number, { id, name, own_name }: Thing) => {
    const person = { id, name: own_name ?? name };
    const others = draft.mentions.filter((each) => each.id !== id);
    writeAt(at, `@${person.name} `, [...others, person]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    submit();
  };
  const mayMention = draft.mentions.length < MENTIONS_MAX;
  const onAt = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const at = event.currentTarget.selectionStart;
    // In an address it is only a letter.
    if (event.key !== '@' || !mayMention || !/(^|\s)$/.test(draft.text.slice(0, at))) return;
    event.preventDefault();
    setMentionAt(at);
  };
  return (
    <form
      aria-label={commentStrings.write}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Textarea
        ref={field}
        label={commentStrings.write}
        description={commentStrings.hint}
        rows={2}
        resize="vertical"
        classNames={{ input: classes.growing }}
        maxLength={TEXT_LENGTH_MAX}
        readOnly={send.isPending}
        value={draft.text}
        error={isMissing ? commentStrings.missing : null}
        onChange={(event) => change({ ...draft, text: event.currentTarget.value })}
        onKeyDown={onAt}
      />
      {mentionAt === null ? null : (
        <MentionSearch
          onChoose={(thing) => mention(mentionAt, thing)}
          onLeave={() => writeAt(mentionAt, '@')}
        />
      )}
      <Mentioned
        people={draft.mentions}
        onRemove={(id) => change({ ...draft, mentions: draft.mentions.filter((each) => each.id !== id) })}
      />
      <SendError error={send.error} />
      <Group gap="xs" mt="xs">
        <SmallButton type="submit" loading={send.isPending}>
          {commentStrings.send}
        </SmallButton>
        {mentionAt === null && mayMention ? (
          <SmallButton
            leftSection={<IconAt size={15} aria-hidden />}
            onClick={() => setMentionAt(field.current?.selectionStart ?? draft.text.length)}
          >
            {commentStrings.mention}
          </SmallButton>
        ) : null}
      </Group>
    </form>
  );
}

function MentionSearch(props: { onChoose: (thing: Thing) => void; onLeave: () => void }) {
  const { onChoose, onLeave } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape goes back to the text.
    <div
      style={{ marginTop: 8 }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onLeave();
      }}
    >
      <ThingSearch
        kinds={['principal']}
        isPerson
        label={commentStrings.mention}
        value={null}
        onChange={(thing) => {
          if (thing) onChoose(thing);
        }}
        inputRef={input}
        isClearedOnChoice
      />
    </div>
  );
}

function Mentioned({
  people,
  onRemove,
}: {
  people: CommentDraft['mentions'];
  onRemove: (id: string) => void;
}) {
  if (people.length === 0) return null;
  return (
    <Group gap={6} mt="xs">
      <Text size="sm">{commentStrings.mentioned}:</Text>
      {people.map(({ id, name }) => (
        <FilterPill
          key={id}
          text={name}
          remove={commentStrings.unmention(name)}
          onRemove={() => onRemove(id)}
        />
      ))}
    </Group>
  );
}
