import { beforeEach, describe, expect, test } from 'vitest';
import { openService, people, useDecidingWorld, world } from '../../../test/support/deciding-world.ts';
import type { MailServer } from '../../../test/support/mail-server.ts';
import { mailChannel } from '../../../test/support/notification-world.ts';
import { type SlackServer, slackUser, startSlack, TEAM } from '../../../test/support/slack-server.ts';
import { slackSignature } from './slack-signature.rules.ts';

useDecidingWorld();

const SECRET = 'a-signing-secret-of-32-characters';

let slack: SlackServer;
let mailbox: MailServer;
let url: string;
let app: string;

beforeEach(async () => {
  slack = await startSlack();
  slack.users.set('ann@x.example', slackUser('U0ANN', 'ann@x.example'));
  await openService();
  const settings = {
    bot_token: 'xoxb-1234567890-only-for-tests',
    signing_secret: SECRET,
    team_id: TEAM,
    api_url: slack.url,
  };
  app = await people.channel({ kind: 'slack', settings, occasions: ['overdue'] });
  url = (await world.call({ url: `/v1/notifications/channels/${app}` })).json().interactions_path;
  return () => slack.close();
});

async function mailing(): Promise<void> {
  mailbox = await people.mailServer();
  await people.channel({ ...mailChannel(mailbox), occasions: ['overdue'] });
}

const questionOf = async (review: string) =>
  (await world.call({ url: `/v1/reviews/${review}` })).json().holder_question;

/** A review of ann's access, about which she has a message. */
async function asked() {
  const review = await people.ask();
  const answer = await world.call({ method: 'POST', url: `/v1/reviews/${review}/ask-holder` });
  expect([answer.statusCode, answer.body]).toEqual([201, answer.body]);
  await people.send();
  return { review, question: answer.json().id as string };
}

const press = (question: string, action = 'lapse_holder_keep', more: object = {}) => ({
  type: 'block_actions',
  team: { id: TEAM },
  user: { id: 'U0ANN', team_id: TEAM },
  trigger_id: `${Math.random()}`,
  channel: { id: 'D0ANN' },
  message: { ts: '1700000000.000100', blocks: slack.latest('chat.postMessage').blocks },
  actions: [{ action_id: action, value: question }],
  ...more,
});

/** The form as Slack sends it back. */
const submit = (reason: string | null, more: object = {}) => ({
  type: 'view_submission',
  team: { id: TEAM },
  user: { id: 'U0ANN', team_id: TEAM },
  view: {
    ...slack.latest('views.open').view,
    state: { values: { why: { reason: { type: 'plain_text_input', value: reason } } } },
  },
  ...more,
});

async function arrives(
  payload: object,
  { secret = SECRET, timestamp = String(Math.floor(Date.now() / 1_000)) } = {},
) {
  const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const answer = await world.call({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': slackSignature(secret, timestamp, Buffer.from(body)),
    },
    payload: body,
  });
  return { status: answer.statusCode, body: answer.json() };
}

const viewText = () => JSON.stringify(slack.latest('views.open').view);
const stateOf = async (review: string) => {
  const { status, decisions } = (await world.call({ url: `/v1/reviews/${review}` })).json();
  return { status, decided: decisions.length };
};
const UNANSWERED = { answer: null, reason: null, answered_at: null };

describe('the question in Slack', () => {
  test('goes by a direct message, and by mail too; without a mail channel by Slack alone', async () => {
    const alone = await asked();
    expect(await questionOf(alone.review)).toMatchObject({
      sent_at: null,
      sent_to: null,
      slack_sent_at: expect.any(String),
      failed_at: null,
    });
    const { channel: to, blocks } = slack.latest('chat.postMessage');
    expect(to).toBe('U0ANN');
    const text = JSON.stringify(blocks);
    expect(text).toContain('Do you still need read on wiki?');
    expect(text).toContain('No use of it is known since you got it on');
    expect(text).not.toContain('/holder/');
    const actions = blocks.filter(({ type }) => type === 'actions');
    expect(actions.map(({ elements }) => elements?.map((each) => [each.action_id, each.value]))).toEqual([
      [
        ['lapse_holder_keep', alone.question],
        ['lapse_holder_release', alone.question],
      ],
    ]);
    const again = await world.call({ method: 'POST', url: `/v1/reviews/${alone.review}/ask-holder` });
    expect(again.statusCode).toBe(409);
    await people.reset();
  });

  test('is answered once, wherever: what is said in Slack ends the link of the mail', async () => {
    await mailing();
    const { review, question } = await asked();
    expect(await questionOf(review)).toMatchObject({
      sent_to: 'ann@x.example',
      slack_sent_at: expect.any(String),
    });
    const [, link] = /https:\/\/lapse\.example(\/holder\/\S+)/.exec(mailbox.mails.at(-1)?.text ?? '') ?? [];
    await arrives(press(question));
    await arrives(submit('Month-end.'));
    const shown = await world.call({
      method: 'POST',
      url: link as string,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      payload: 'answer=release&reason=&sure=yes',
    });
    expect(shown.body).toContain('you still need it');
    expect(await questionOf(review)).toMatchObject({ answer: 'keep', reason: 'Month-end.' });
    expect(await stateOf(review)).toEqual({ status: 'PENDING', decided: 0 });
  });

  test('to somebody whom the workspace does not know is told where no mail goes, and may be asked again', async () => {
    slack.users.clear();
    const { review } = await asked();
    expect(await questionOf(review)).toMatchObject({
      slack_sent_at: null,
      mail_error: 'Skipped: the workspace knows nobody with this e-mail address.',
    });
    await mailing();
    const again = await world.call({ method: 'POST', url: `/v1/reviews/${review}/ask-holder` });
    expect(again.statusCode).toBe(201);
    await people.send();
    expect(await questionOf(review)).toMatchObject({
      sent_to: 'ann@x.example',
      failed_at: null,
      mail_error: null,
    });
  });
});

describe('an answer in Slack', () => {
  test('to keep it takes a reason, and is what the holder says', async () => {
    const { review, question } = await asked();
    expect(await arrives(press(question))).toEqual({ status: 200, body: {} });
    expect(await questionOf(review)).toMatchObject(UNANSWERED);
    expect(viewText()).toContain('Do you still need read on wiki?');
    for (const reason of ['', ' \u200b ', null, 'x'.repeat(501)]) {
      const { status, body } = await arrives(submit(reason));
      expect([status, body.response_action, Object.keys(body.errors)]).toEqual([200, 'errors', ['why']]);
    }
    expect((await arrives(submit('Month-end & <more>'))).body).toEqual({ response_action: 'clear' });
    expect(await questionOf(review)).toMatchObject({ answer: 'keep', reason: 'Month-end & <more>' });
    expect(await stateOf(review)).toEqual({ status: 'PENDING', decided: 0 });
    const [entry] = (await world.events('review.holder_kept')).slice(-1);
    expect(entry).toMatchObject({
      actor: 'Ann (ann), the holder',
      review_id: review,
      data: { through: 'slack', slack_team: TEAM, slack_user: 'U0ANN' },
    });
    const updated = slack.latest('chat.update');
    expect(updated).toMatchObject({ channel: 'D0ANN', ts: '1700000000.000100' });
    expect(JSON.stringify(updated.blocks)).toContain('still need it: Month-end &amp; &lt;more&gt;');
    expect(JSON.stringify(updated.blocks)).not.toContain('lapse_holder_keep');
  });

  test('to give it up is asked for once more, and is the decision of the holder', async () => {
    const { review, question } = await asked();
    await arrives(press(question, 'lapse_holder_release'));
    expect(viewText()).toContain('You cannot take that back here.');
    expect(await stateOf(review)).toEqual({ status: 'PENDING', decided: 0 });
    expect((await arrives(submit(null))).body).toEqual({ response_action: 'clear' });
    expect(await questionOf(review)).toMatchObject({ answer: 'release', reason: '' });
    expect((await stateOf(review)).status).toBe('DECIDED');
    const { items } = (await world.call({ url: `/v1/decisions?review_id=${review}` })).json();
    expect(items[0]).toMatchObject({ decided_by_name: 'Ann (ann), the holder' });
    const sentences = (await world.call({ url: `/v1/audit?review_id=${review}&limit=50` }))
      .json()
      .items.map(({ description }: { description: string }) => description);
    expect(sentences).toContain('Ann gave up wiki, in Slack.');
  });

  test('counts once, also of two forms at once and of a button that is still there', async () => {
    const { review, question } = await asked();
    await arrives(press(question, 'lapse_holder_release'));
    const release = submit(null);
    await arrives(press(question));
    const answers = await Promise.all([release, submit('Mine.')].map((form) => arrives(form)));
    expect(answers.map(({ body }) => body.response_action).sort()).toEqual(['clear', 'errors']);
    const { answer } = await questionOf(review);
    expect((await stateOf(review)).status).toBe(answer === 'release' ? 'DECIDED' : 'PENDING');
    await arrives(press(question));
    expect(viewText()).toContain('You have answered this already');
  });
});

describe('is refused, with nothing changed', () => {
  test('what the app has not signed, or has sent before', async () => {
    const { review, question } = await asked();
    await arrives(press(question));
    const form = submit('Mine.');
    expect((await arrives(form, { secret: 'another-secret-of-some-characters' })).status).toBe(401);
    const late = String(Math.floor(Date.now() / 1_000) - 301);
    expect((await arrives(form, { timestamp: late })).status).toBe(401);
    expect(await questionOf(review)).toMatchObject(UNANSWERED);
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const both = await Promise.all([arrives(form, { timestamp }), arrives(form, { timestamp })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('an answer to the question of somebody else, or by a user whom Slack has not named', async () => {
    slack.users.set('olaf@x.example', slackUser('U0OLAF', 'olaf@x.example'));
    const { review, question } = await asked();
    const olafs = await people.ask('olaf', 'wiki');
    await world.call({ method: 'POST', url: `/v1/reviews/${olafs}/ask-holder` });
    await people.send();
    await arrives(press(question));
    const form = submit('Not mine.');
    for (const user of [{ id: 'U0OLAF' }, { id: 'U0MALLORY' }]) {
      await arrives(press(question, 'lapse_holder_release', { user }));
      expect(viewText()).toContain(user.id === 'U0OLAF' ? 'is not yours' : 'does not know you');
      expect((await arrives({ ...form, user })).body.response_action).toBe('errors');
    }
    await arrives(press('no-such-question'));
    expect(viewText()).toContain('has ended, or is not yours');
    expect([await questionOf(review), await questionOf(olafs)]).toMatchObject([UNANSWERED, UNANSWERED]);
  });

  test('an answer to a review that was decided meanwhile, and somebody whose address has changed', async () => {
    const { review, question } = await asked();
    await arrives(press(question));
    const form = submit('Mine.');
    await world.test.admin("UPDATE principals SET email = 'other@x.example' WHERE id = 'ann'");
    expect((await arrives(form)).body.errors.why).toContain('does not know you');
    await world.test.admin("UPDATE principals SET email = 'ann@x.example' WHERE id = 'ann'");
    await world.decide(review, { decision: 'CONFIRM', justification: 'Needed.' });
    expect((await arrives({ ...form, trigger_id: 'x' })).body.errors.why).toContain('closed meanwhile');
    expect(await questionOf(review)).toMatchObject(UNANSWERED);
  });
});
