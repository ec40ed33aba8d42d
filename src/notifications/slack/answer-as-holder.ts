import { isReason } from '../../core/reviews/decisions/decision.rules.ts';
import { answerQuestion, type FoundQuestion, openQuestion } from '../../core/reviews/holder/answer-holder.ts';
import { questionInWords, useInWords } from '../../core/reviews/holder/holder.rules.ts';
import { answerFault, readReason } from '../../core/reviews/holder/holder-form.rules.ts';
import type { InteractionAnswer } from './answer-interaction.ts';
import { blocksAnsweredByHolder, holderView } from './holder-views.rules.ts';
import {
  changeMessage,
  type InteractionContext,
  openForm,
  personOf,
  requestName,
} from './interaction-context.ts';
import { REASON_BLOCK, type SlackInteraction } from './slack-payload.rules.ts';
import { refusalView } from './slack-views.rules.ts';

const STRANGER =
  'Lapse does not know you by this workspace. Use the link in the mail, or tell your reviewer.';
/** Of a question that is not theirs the same as of one that there never was. */
const WORDS: Readonly<Record<Exclude<FoundQuestion['state'], 'open'>, string>> = {
  dead: 'This question has ended, or is not yours. Nothing was changed.',
  answered: 'You have answered this already. Nothing was changed.',
  gone: 'This access was removed meanwhile. Nothing was changed.',
  going: 'This access is being removed already. Nothing was changed.',
  closed: 'The review was closed meanwhile: it was decided, or ended. Nothing was changed.',
};

/** A button of a question to a holder asks for the reason, or to be sure; it answers nothing by itself. */
export async function pressAsHolder(
  context: InteractionContext,
  pressed: Extract<SlackInteraction, { kind: 'holder_pressed' }>,
): Promise<InteractionAnswer> {
  const { means, channel } = context;
  const { question_id, answer } = pressed;
  const holder_id = await personOf(context, pressed);
  const found =
    holder_id === null
      ? null
      : await openQuestion(means.db.tenant(channel.tenant_id), { question_id, holder_id }, means.now());
  if (found === null) await openForm(context, pressed, refusalView(STRANGER));
  else if (found.state !== 'open') await openForm(context, pressed, refusalView(WORDS[found.state]));
  else {
    const { said } = found.question;
    const asked = { question: `${questionInWords(said)} ${useInWords(said)}`, answer };
    await openForm(context, pressed, holderView(asked, { question_id, request: requestName(context) }));
  }
  return {};
}

/** The form answers, once: by the same function as the link in the mail. */
export async function sendAsHolder(
  context: InteractionContext,
  sent: Extract<SlackInteraction, { kind: 'holder_sent' }>,
): Promise<InteractionAnswer> {
  const { means, channel } = context;
  const { question_id, answer, request, team_id, user_id } = sent;
  const refuse = (words: string) => ({ response_action: 'errors', errors: { [REASON_BLOCK]: words } });
  const holder_id = await personOf(context, sent);
  if (holder_id === null) return refuse(STRANGER);
  const reason = readReason(sent.reason);
  const fault = answerFault(answer, reason);
  if (fault !== null) return refuse(fault);
  const through = { through: 'slack', slack_team: team_id, slack_user: user_id } as const;
  const { is_recorded, state } = await answerQuestion(
    means.db,
    { tenant_id: channel.tenant_id, question_id, holder_id },
    { answer, reason: isReason(reason) ? reason : '', through },
    means.now(),
  );
  if (!is_recorded) return refuse(WORDS[state === 'open' ? 'dead' : state]);
  await changeMessage(context, request, (blocks) =>
    blocksAnsweredByHolder(blocks, { question_id, answer, reason }),
  );
  return { response_action: 'clear' };
}
