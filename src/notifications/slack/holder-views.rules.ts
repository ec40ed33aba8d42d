import { type HolderAnswer, REASON_LENGTH_MAX } from '../../core/reviews/holder/holder.rules.ts';
import { plain } from '../send/plain.rules.ts';
import { mrkdwn } from '../send/slack.rules.ts';
import { HOLDER_CALLBACK, REASON_BLOCK, REASON_INPUT } from './slack-payload.rules.ts';
import { plainText, replaceButtons, section } from './slack-views.rules.ts';

const TITLES: Record<HolderAnswer, string> = { keep: 'I still need it', release: 'I no longer need it' };
const LABELS: Record<HolderAnswer, string> = {
  keep: 'What do you need it for?',
  release: 'Anything to add?',
};
const FOLLOWS: Record<HolderAnswer, string> = {
  keep: 'The reviewer reads your reason, and decides.',
  release: 'Your access is removed, after the usual checks. You cannot take that back here.',
};

/** Asks why it is needed, or to be sure. What it is about comes back with it, as `private_metadata`. */
export function holderView(
  { question, answer }: { question: string; answer: HolderAnswer },
  about: { question_id: string; request: string },
): object {
  return {
    type: 'modal',
    callback_id: HOLDER_CALLBACK,
    private_metadata: JSON.stringify({ ...about, answer }),
    title: plainText(TITLES[answer]),
    submit: plainText(answer === 'keep' ? 'Answer' : 'Give it up'),
    close: plainText('Cancel'),
    blocks: [
      section(mrkdwn(question)),
      section(mrkdwn(FOLLOWS[answer])),
      {
        type: 'input',
        block_id: REASON_BLOCK,
        optional: answer === 'release',
        label: plainText(LABELS[answer]),
        element: {
          type: 'plain_text_input',
          action_id: REASON_INPUT,
          multiline: true,
          max_length: REASON_LENGTH_MAX,
        },
      },
    ],
  };
}

/** The blocks of the message, with what was answered in the place of its buttons. */
export function blocksAnsweredByHolder(
  blocks: readonly unknown[],
  { question_id, answer, reason }: { question_id: string; answer: HolderAnswer; reason: string },
): unknown[] {
  const did = answer === 'keep' ? 'You said that you still need it' : 'You gave it up';
  return replaceButtons(blocks, question_id, reason === '' ? `${did}.` : `${did}: ${plain(reason, 200)}`);
}
