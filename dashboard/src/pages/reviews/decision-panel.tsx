import { Button, Group, Text } from '@mantine/core';
import { useMay, useSession } from '../../api/session.ts';
import { useShortcutsOn } from '../../parts/shortcuts.ts';
import { decideStrings, undoStrings } from '../../strings/reviews.ts';
import { answerId, DecisionForm } from './decision-form.tsx';
import { openDraft, useDraft } from './drafts.ts';
import { Outcome } from './outcome.tsx';
import { isOpen, labelOf, type Packet, type Verb } from './packets.ts';
import classes from './reviews.module.css';
import { undoDecision, useWaitingDecisions, verbOf } from './waiting-decisions.ts';

const VERBS: readonly Verb[] = ['CONFIRM', 'REVOKE', 'ESCALATE'];
const KEYS: Record<Verb, string> = { CONFIRM: 'c', REVOKE: 'r', ESCALATE: 'e' };

/** Whether the person before the screen may answer this packet, or the sentence that says why not. */
export function useMayDecide(packet: Packet | undefined): { may: boolean; why: string | null } {
  const session = useSession();
  const isReviewer = useMay()('service.reviewer');
  const isWaiting = useWaitingDecisions().some(({ item }) => item.packet.id === packet?.id);
  if (!packet || !isOpen(packet) || isWaiting) return { may: false, why: null };
  if (!isReviewer) return { may: false, why: decideStrings.mayNot };
  if (session.principal_id === packet.principal_id) return { may: false, why: decideStrings.own };
  if (packet.may_decide === false)
    return { may: false, why: packet.decide_refusal ?? decideStrings.notYours };
  return { may: true, why: null };
}

/** The answers, or why there are none to give. */
export function DecisionPanel(props: {
  packet: Packet;
  onDecided: () => void;
  onReassign: (() => void) | null;
}) {
  const { packet, onDecided, onReassign } = props;
  const draft = useDraft(packet.id);
  const { may, why } = useMayDecide(packet);
  const [shortcutsOn] = useShortcutsOn();
  const waiting = useWaitingDecisions().find(({ item }) => item.packet.id === packet.id);
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
          <Text size="sm" fw={600}>
            {decideStrings.waiting(verbOf(waiting.item.verb))}
          </Text>
          <Button
            size="xs"
            variant="default"
            disabled={waiting.state === 'sending'}
            aria-label={undoStrings.undoOne(labelOf(packet))}
            onClick={() => undoDecision(packet.id)}
          >
            {undoStrings.undo}
          </Button>
        </Group>
      ) : null}
      {isOpen(packet) ? null : <Outcome packet={packet} draft={draft} />}
      {why ? <Text size="sm">{why}</Text> : null}
      {may && draft?.isOpen ? <DecisionForm packet={packet} draft={draft} onDecided={onDecided} /> : null}
      {(may && !draft?.isOpen) || (why && onReassign) ? (
        <Group gap="xs" justify="space-between">
          <Group gap="xs">
            {may
              ? VERBS.map((verb) => (
                  <Button
                    key={verb}
                    id={answerId(verb)}
                    variant={isSuggested(packet, verb) ? 'filled' : 'default'}
                    {...(verb === 'REVOKE' && isSuggested(packet, verb) ? { color: 'red.9' } : {})}
                    aria-keyshortcuts={shortcutsOn ? KEYS[verb] : undefined}
                    onClick={() => openDraft(packet.id, verb)}
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

const isSuggested = ({ recommendation }: Packet, verb: Verb): boolean => recommendation === verb;
