import { decideElsewhere, standingsOf } from '../../core/reviews/elsewhere/decide-elsewhere.ts';
import { reasonFault, type StandingState } from '../../core/reviews/elsewhere/elsewhere.rules.ts';
import { getReview } from '../../core/reviews/reviews.sql.ts';
import type { Database } from '../../platform/database/database.ts';
import { invalidRequest, LapseError } from '../../platform/errors.ts';
import type { PostMeans } from '../../webhooks/delivery/post-json.ts';
import { describeReviews } from '../send/describe-notices.ts';
import { pressAsHolder, sendAsHolder } from './answer-as-holder.ts';
import { getChannelSecrets } from './channel-secrets.ts';
import {
  changeMessage,
  type InteractionContext,
  openForm,
  personOf,
  requestName,
} from './interaction-context.ts';
import { takeSlackRequest } from './slack.sql.ts';
import { REASON_BLOCK, readInteraction, type SlackInteraction } from './slack-payload.rules.ts';
import { isSignedBySlack, requestHash, type SignedRequest } from './slack-signature.rules.ts';
import { blocksDecided, reasonView, refusalView } from './slack-views.rules.ts';

export interface InteractionMeans extends PostMeans {
  db: Database;
  secrets_key: Buffer;
}

/** What Slack is answered: nothing, or what to do with the form. */
export type InteractionAnswer =
  | Record<string, never>
  | { response_action: string; errors?: Record<string, string> };

interface Channel {
  tenant_id: number;
  id: string;
}

/**
 * Something that somebody did in Slack. Nothing in it is read before the app of this channel is known to have signed it, just now,
 * and for the first time.
 */
export async function answerInteraction(
  means: InteractionMeans,
  channel: Channel | null,
  signed: SignedRequest,
): Promise<InteractionAnswer> {
  const app = channel === null ? null : await getChannelSecrets(means, channel);
  if (channel === null || app === null || !isSignedBySlack(app.signing_secret, signed, means.now()))
    throw unsigned();
  const request = { channel_id: channel.id, signature_hash: requestHash(signed.signature as string) };
  if (!(await takeSlackRequest(means.db.alone(channel.tenant_id), request)))
    throw new LapseError('conflict', 'This request was received before; nothing was done again.');
  const interaction = readInteraction(signed.body);
  if (interaction === null)
    throw invalidRequest([
      { loc: ['body', 'payload'], msg: 'expected an interaction of Slack', type: 'bad_value' },
    ]);
  if (interaction.kind === 'other') return {};
  const context = { means, channel, app, request };
  switch (interaction.kind) {
    case 'pressed':
      return press(context, interaction);
    case 'sent':
      return send(context, interaction);
    case 'holder_pressed':
      return pressAsHolder(context, interaction);
    case 'holder_sent':
      return sendAsHolder(context, interaction);
  }
}

/** The same for all that is wrong, so that it does not tell which channels there are. */
const unsigned = (): LapseError =>
  new LapseError(
    'unauthenticated',
    'This was not signed by an app of Slack that is set up here, or too long ago.',
  );

const STRANGER = 'Lapse does not know you by this workspace. Open the review in Lapse, and decide there.';
const CLOSED = 'The review was closed meanwhile: it was decided, or ended. Nothing was changed.';

const wordsOf = (standing: StandingState | undefined): string => {
  if (standing === undefined) return 'The review is not there any more.';
  return standing.state === 'refused' ? standing.refusal : CLOSED;
};

/** A button asks for the reason, or says why not; it decides nothing by itself. */
async function press(
  context: InteractionContext,
  pressed: Extract<SlackInteraction, { kind: 'pressed' }>,
): Promise<InteractionAnswer> {
  const { review_id, decision } = pressed;
  const view = await viewFor(context, pressed);
  const about = { review_id, request: requestName(context) };
  const shown = 'refusal' in view ? refusalView(view.refusal) : reasonView({ ...view, decision }, about);
  await openForm(context, pressed, shown);
  return {};
}

async function viewFor(
  context: InteractionContext,
  { review_id, ...who }: { review_id: string; team_id: string; user_id: string },
): Promise<{ refusal: string } | { question: string }> {
  const { means, channel } = context;
  const reviewer_id = await personOf(context, who);
  if (reviewer_id === null) return { refusal: STRANGER };
  const q = means.db.tenant(channel.tenant_id);
  const now = means.now();
  const review = await getReview(q, review_id);
  const { standings } = await standingsOf(q, review === null ? [] : [review], { reviewer_id, now });
  const standing = standings.get(review_id);
  if (standing?.state !== 'open') return { refusal: wordsOf(standing) };
  const asked = [{ review_id, occasion: 'assigned' as const, comment_ids: [] }];
  const [notice] = await describeReviews(q, asked, { now, decidable: new Map() });
  if (notice === undefined) return { refusal: CLOSED };
  const { principal_name, access, asset_name, summary } = notice;
  return { question: `Does ${principal_name} still need ${access} access to ${asset_name}? ${summary}` };
}

/** The form with the reason decides. */
async function send(
  context: InteractionContext,
  { review_id, decision, reason: given, request, ...who }: Extract<SlackInteraction, { kind: 'sent' }>,
): Promise<InteractionAnswer> {
  const { means, channel } = context;
  const refuse = (words: string) => ({ response_action: 'errors', errors: { [REASON_BLOCK]: words } });
  const reviewer_id = await personOf(context, who);
  if (reviewer_id === null) return refuse(STRANGER);
  const reason = given.replaceAll(/\r\n?/g, '\n').trim();
  const fault = reasonFault(reason);
  if (fault !== null) return refuse(fault);
  const through = { through: 'slack', slack_team: who.team_id, slack_user: who.user_id } as const;
  const standing = await means.db.transaction(channel.tenant_id, (tx) =>
    decideElsewhere(tx, { review_id, reviewer_id, decision, reason, through, now: means.now() }),
  );
  if (standing.state !== 'open') return refuse(wordsOf(standing));
  await changeMessage(context, request, (blocks) => blocksDecided(blocks, { review_id, decision, reason }));
  return { response_action: 'clear' };
}
