import { DECISION_REASON_MAX, type LinkDecision } from '../../core/reviews/elsewhere/elsewhere.rules.ts';
import { plain } from '../send/plain.rules.ts';
import { mrkdwn } from '../send/slack.rules.ts';
import { REASON_BLOCK, REASON_CALLBACK, REASON_INPUT } from './slack-payload.rules.ts';

export const plainText = (text: string) => ({ type: 'plain_text', text });
export const section = (text: string) => ({
  type: 'section',
  text: { type: 'mrkdwn', text, verbatim: true },
});

const TITLES: Record<LinkDecision, string> = { CONFIRM: 'Keep the access', REVOKE: 'Revoke the access' };

/** Asks for the reason. What it is about comes back with it, as `private_metadata`. */
export function reasonView(
  { question, decision }: { question: string; decision: LinkDecision },
  about: { review_id: string; request: string },
): object {
  return {
    type: 'modal',
    callback_id: REASON_CALLBACK,
    private_metadata: JSON.stringify({ ...about, decision }),
    title: plainText(TITLES[decision]),
    submit: plainText(decision === 'REVOKE' ? 'Revoke' : 'Keep'),
    close: plainText('Cancel'),
    blocks: [
      section(mrkdwn(question)),
      {
        type: 'input',
        block_id: REASON_BLOCK,
        label: plainText('Why?'),
        hint: plainText('It is recorded as your decision, with your reason.'),
        element: {
          type: 'plain_text_input',
          action_id: REASON_INPUT,
          multiline: true,
          min_length: 1,
          max_length: DECISION_REASON_MAX,
        },
      },
    ],
  };
}

/** Says why nothing was done. */
export const refusalView = (sentence: string): object => ({
  type: 'modal',
  title: plainText('Nothing was decided'),
  close: plainText('Close'),
  blocks: [section(mrkdwn(sentence))],
});

/** The blocks of a message, with a line about what was decided in the place of the buttons of that review. */
export function blocksDecided(
  blocks: readonly unknown[],
  { review_id, decision, reason }: { review_id: string; decision: LinkDecision; reason: string },
): unknown[] {
  const did = decision === 'REVOKE' ? 'You revoked the access' : 'You kept the access';
  return replaceButtons(blocks, review_id, `${did}: ${plain(reason, 200)}`);
}

/** The same blocks, with a line in the place of the buttons with this value. */
export function replaceButtons(blocks: readonly unknown[], value: string, text: string): unknown[] {
  const line = { type: 'context', elements: [{ type: 'mrkdwn', text: mrkdwn(text) }] };
  return blocks.map((block) => (buttonsOf(block).includes(value) ? line : block));
}

function buttonsOf(block: unknown): unknown[] {
  const { type, elements } = (block ?? {}) as { type?: unknown; elements?: unknown };
  if (type !== 'actions' || !Array.isArray(elements)) return [];
  return elements.map((element: { value?: unknown } | null) => element?.value);
}
