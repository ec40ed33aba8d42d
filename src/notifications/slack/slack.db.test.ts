import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  comes,
  decisionsOf,
  logged,
  OLAF,
  openService,
  people,
  stateOf,
  UNDECIDED,
  useDecidingWorld,
  world,
} from '../../../test/support/deciding-world.ts';
import { type SlackServer, slackUser, startSlack, TEAM } from '../../../test/support/slack-server.ts';
import { enqueueAlertMessages } from '../../alerts/messages.sql.ts';
import { slackSignature } from './slack-signature.rules.ts';

useDecidingWorld();

const SECRET = 'a-signing-secret-of-32-characters';
const TOKEN = 'xoxb-1234567890-only-for-tests';

let slack: SlackServer;
let channel: string;
/** The Request URL of the app. */
let url: string;

beforeEach(async () => {
  slack = await startSlack();
  slack.users.set('olaf@x.example', slackUser('U0OLAF', 'olaf@x.example'));
  await openService();
  const settings = {
    bot_token: TOKEN,
    signing_secret: SECRET,
    team_id: TEAM,
    api_url: slack.url,
    gather_seconds: 0,
  };
  channel = await people.channel({ kind: 'slack', settings });
  const shown = (await world.call({ url: `/v1/notifications/channels/${channel}` })).json();
  expect(shown.settings).toEqual({ team_id: TEAM, api_url: slack.url, gather_seconds: 0 });
  url = shown.interactions_path;
  return () => slack.close();
});

/** A review of which olaf has a message with buttons. */
async function asked(principal = 'ann', asset = 'wiki'): Promise<string> {
  expect(await comes(OLAF)).toBe(200);
  const review = await people.ask(principal, asset);
  await people.send();
  return review;
}

const press = (review: string, more: object = {}, action = 'lapse_revoke') => ({
  type: 'block_actions',
  team: { id: TEAM },
  user: { id: 'U0OLAF', team_id: TEAM },
  trigger_id: `${Math.random()}`,
  channel: { id: 'D0OLAF' },
  message: { ts: '1700000000.000100', blocks: slack.latest('chat.postMessage').blocks },
  actions: [{ action_id: action, value: review }],
  ...more,
});

/** The form as Slack sends it back: what was in the view, and what was typed. */
const submit = (reason: string, more: object = {}) => {
  const { view } = slack.latest('views.open');
  return {
    type: 'view_submission',
    team: { id: TEAM },
    user: { id: 'U0OLAF', team_id: TEAM },
    trigger_id: `${Math.random()}`,
    view: { ...view, state: { values: { why: { reason: { type: 'plain_text_input', value: reason } } } } },
    ...more,
  };
};

interface Signing {
  secret?: string;
  timestamp?: string;
  signature?: string;
  to?: string;
  type?: string;
}

async function arrives(payload: object | string, signing: Signing = {}) {
  const body =
    typeof payload === 'string'
      ? payload
      : new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const { secret = SECRET, timestamp = String(Math.floor(Date.now() / 1_000)) } = signing;
  const answer = await world.call({
    method: 'POST',
    url: signing.to ?? url,
    headers: {
      'content-type': signing.type ?? 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': signing.signature ?? slackSignature(secret, timestamp, Buffer.from(body)),
    },
    payload: body,
  });
  return { status: answer.statusCode, body: answer.json() };
}

const viewText = () => JSON.stringify(slack.latest('views.open').view);

describe('a message', () => {
  test('goes to the person whom the workspace knows by the address, with the evidence and three ways to answer', async () => {
    const review = await asked();
    expect(slack.calls.map(({ method, token }) => [method, token])).toEqual([
      ['users.lookupByEmail', TOKEN],
      ['chat.postMessage', TOKEN],
    ]);
    const { channel: to, blocks } = slack.latest('chat.postMessage');
    expect(to).toBe('U0OLAF');
    const text = JSON.stringify(blocks);
    for (const said of ['Does Ann still need read access to wiki?', 'score ', 'Recommendation', 'Due:'])
      expect(text).toContain(said);
    expect(text).toContain(`https://lapse.example/reviews/${review}|Open the review`);
    const actions = blocks.filter(({ type }) => type === 'actions');
    expect(actions.map(({ elements }) => elements?.map((each) => [each.action_id, each.value]))).toEqual([
      [
        ['lapse_keep', review],
        ['lapse_revoke', review],
      ],
    ]);
    expect(text).not.toContain('/decide/');
    await people.ask('ann', 'crm');
    await world.call({
      method: 'POST',
      url: `/v1/reviews/${review}/reassign`,
      payload: { assigned_to_id: 'mia' },
    });
    await people.send();
    const told = await people.deliveries(channel);
    const why = told.flatMap(({ recipient, attempts }) =>
      recipient === 'mia' ? attempts.map(({ error }) => error) : [],
    );
    expect(why).toContain('Skipped: the workspace knows nobody with this e-mail address.');
  });

  test('has no buttons for somebody who was not seen with the role', async () => {
    await people.ask();
    await people.send();
    expect(JSON.stringify(slack.latest('chat.postMessage').blocks)).not.toContain('lapse_revoke');
  });

  test.each([
    ['of another workspace', { team_id: 'T0OTHER' }],
    ['that was deleted', { deleted: true }],
    ['that is a bot', { is_bot: true }],
    ['with another address', { profile: { email: 'mallory@x.example' } }],
    ['without an address', { profile: {} }],
  ])('is not sent to a user %s', async (_what, more) => {
    slack.users.set('olaf@x.example', slackUser('U0OLAF', 'olaf@x.example', more));
    await asked();
    expect(slack.calls.map(({ method }) => method)).toEqual(['users.lookupByEmail']);
    expect(await world.test.admin('SELECT FROM slack_users')).toEqual([]);
  });

  test('is tried again when Slack cannot, and not when the app was removed', async () => {
    slack.answers.set('chat.postMessage', { status: 429, headers: { 'retry-after': '1' } });
    await asked();
    const [waits] = await people.deliveries(channel);
    expect(waits).toMatchObject({ attempts: [{ error: 'Slack answered 429 to chat.postMessage.' }] });
    expect(waits?.next_attempt_at).not.toBeNull();
    slack.answers.set('chat.postMessage', { body: { ok: false, error: 'token_revoked' } });
    people.ahead = 60_000;
    await people.send();
    const [dead] = await people.deliveries(channel);
    expect(dead).toMatchObject({ status: 'dead', next_attempt_at: null });
    expect(JSON.stringify(dead)).toContain('Slack refused chat.postMessage: token_revoked.');
  });
});

test('an alert is for no reviewer, and so for no app', async () => {
  const hook = await people.channel({ kind: 'slack', settings: { url: `${slack.url}/hook` } });
  const message = {
    subject: 'Late',
    paragraphs: ['Behind.'],
    link: null,
    created_at: new Date().toISOString(),
  };
  await world.test.db.transaction(world.tenant, (tx) =>
    enqueueAlertMessages(tx, [{ id: randomUUID(), ...message }]),
  );
  expect([await people.deliveries(channel), (await people.deliveries(hook)).length]).toEqual([[], 1]);
});

describe('a decision in Slack', () => {
  test('takes a button, a reason, and is that of the reviewer; the message says so', async () => {
    const review = await asked();
    expect(await arrives(press(review))).toEqual({ status: 200, body: {} });
    expect(await stateOf(review)).toEqual(UNDECIDED);
    expect(viewText()).toContain('Does Ann still need read access to wiki?');
    expect(await arrives(submit('She left & <moved>'))).toEqual({
      status: 200,
      body: { response_action: 'clear' },
    });
    const decided = { decision: 'REVOKE', reason: 'She left & <moved>', decided_by: 'olaf@x.example' };
    expect(await decisionsOf(review)).toEqual([decided, decided]);
    const [entry] = (await world.events('review.decided')).filter(({ review_id }) => review_id === review);
    expect(entry).toMatchObject({
      actor: 'olaf@x.example',
      data: { through: 'slack', slack_team: TEAM, slack_user: 'U0OLAF' },
    });
    const updated = slack.latest('chat.update');
    expect(updated).toMatchObject({ channel: 'D0OLAF', ts: '1700000000.000100' });
    expect(JSON.stringify(updated.blocks)).toContain('You revoked the access: She left &amp; &lt;moved&gt;');
    expect(JSON.stringify(updated.blocks)).not.toContain('lapse_revoke');
  });

  test('keeps by the other button', async () => {
    const review = await asked();
    await arrives(press(review, {}, 'lapse_keep'));
    await arrives(submit('Month-end'));
    expect((await decisionsOf(review)).map(({ decision }) => decision)).toEqual(['CONFIRM', 'CONFIRM']);
  });

  test('needs a reason, in words', async () => {
    const review = await asked();
    await arrives(press(review));
    for (const reason of ['', ' \u200b ', 'x'.repeat(1_001)]) {
      const { status, body } = await arrives(submit(reason));
      expect([status, body.response_action, Object.keys(body.errors)]).toEqual([200, 'errors', ['why']]);
    }
    expect(await stateOf(review)).toEqual(UNDECIDED);
  });

  test('counts once, also of two forms at once and of a button that is still there', async () => {
    const review = await asked();
    await arrives(press(review));
    const forms = [submit('First.'), submit('Second.')];
    const answers = await Promise.all(forms.map((form) => arrives(form)));
    expect(answers.map(({ body }) => body.response_action).sort()).toEqual(['clear', 'errors']);
    expect(new Set((await decisionsOf(review)).map(({ reason }) => reason)).size).toBe(1);
    await arrives(press(review));
    expect(viewText()).toContain('The review was closed meanwhile');
  });

  test('stands though the message cannot be changed', async () => {
    const review = await asked();
    slack.answers.set('chat.update', { status: 500 });
    await arrives(press(review));
    expect((await arrives(submit('Left.'))).body).toEqual({ response_action: 'clear' });
    expect((await stateOf(review)).status).toBe('DECIDED');
  });
});

describe('is refused, with nothing changed', () => {
  test('what the app has not signed', async () => {
    const review = await asked();
    const forged = press(review);
    const before = slack.calls.length;
    const now = Math.floor(Date.now() / 1_000);
    for (const signing of [
      { secret: 'another-secret-of-some-characters' },
      { signature: `v0=${'0'.repeat(64)}` },
      { signature: '' },
      { timestamp: String(now - 301) },
      { timestamp: String(now + 305) },
      { to: url.replace(/\/(\d+)-/, `/${world.test.tenants.b}-`) },
      { to: url.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')) },
      { to: '/slack/interactions/nonsense' },
    ]) {
      const { status, body } = await arrives(forged, signing);
      expect([signing, status, JSON.stringify(body)]).toEqual([
        signing,
        401,
        expect.stringContaining('not signed by'),
      ]);
    }
    const { view } = { view: reasonOf(review) };
    const direct = { type: 'view_submission', team: { id: TEAM }, user: { id: 'U0OLAF' }, view };
    expect((await arrives(direct, { secret: 'another-secret-of-some-characters' })).status).toBe(401);
    expect(slack.calls.length).toBe(before);
    expect(await stateOf(review)).toEqual(UNDECIDED);
    expect(await world.test.admin('SELECT FROM slack_requests')).toEqual([]);
  });

  test('a body that is not the one that was signed, byte by byte', async () => {
    const review = await asked();
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const body = new URLSearchParams({ payload: JSON.stringify(press(review)) }).toString();
    const signature = slackSignature(SECRET, timestamp, Buffer.from(body));
    for (const other of [
      body.replace('%7B', '%7b'),
      body.replace('lapse_revoke', 'lapse_keep'),
      `${body}&`,
      ` ${body}`,
      decodeURIComponent(body),
      '',
    ])
      expect((await arrives(other, { timestamp, signature })).status).toBe(401);
    expect((await arrives(body, { timestamp, signature })).status).toBe(200);
  });

  test('the same request again', async () => {
    const review = await asked();
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const again = press(review);
    expect((await arrives(again, { timestamp })).status).toBe(200);
    expect((await arrives(again, { timestamp })).status).toBe(409);
    await arrives(press(review));
    const form = submit('Left.');
    const both = await Promise.all([arrives(form, { timestamp }), arrives(form, { timestamp })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('what is signed and is nothing, or too much, or of another type', async () => {
    await asked();
    for (const body of ['', 'payload=', 'payload=%7B', 'x=1', 'payload=null', '%00=%ff'])
      expect([body, (await arrives(body)).status]).toEqual([body, 400]);
    expect((await arrives(`payload=${'x'.repeat(600_000)}`)).status).toBe(413);
    for (const type of ['application/json', 'text/plain'])
      expect((await arrives('{}', { type })).status).toBe(415);
  });

  test('another user, and another workspace', async () => {
    const review = await asked();
    for (const who of [{ user: { id: 'U0MALLORY' } }, { team: { id: 'T0OTHER' } }]) {
      expect((await arrives(press(review, who))).status).toBe(200);
      expect(viewText()).toContain('does not know you');
      const form = { ...submit('x'), view: reasonOf(review), ...who };
      expect((await arrives(form)).body).toMatchObject({ response_action: 'errors' });
    }
    expect(await stateOf(review)).toEqual(UNDECIDED);
  });

  test('a review of somebody else, and one that was given away', async () => {
    const review = await asked();
    const other = await people.ask('ann', 'crm');
    await arrives(press(other));
    expect(viewText()).toContain('given to somebody else');
    await arrives(press(review));
    const form = submit('Left.');
    await world.call({
      method: 'POST',
      url: `/v1/reviews/${review}/reassign`,
      payload: { assigned_to_id: 'mia' },
    });
    expect((await arrives(form)).body.errors.why).toContain('given to somebody else');
    await arrives(press('no-such-review'));
    expect(viewText()).toContain('not there any more');
    expect(await stateOf(review)).toEqual(UNDECIDED);
  });

  test('somebody whose role was taken away, or whose address the directory has changed', async () => {
    const review = await asked();
    await arrives(press(review));
    expect(await comes(OLAF, [])).toBe(200);
    expect((await arrives(submit('Left.'))).body.errors.why).toContain('service.reviewer');
    expect(await comes(OLAF)).toBe(200);
    await world.test.admin("UPDATE principals SET email = 'o@x.example' WHERE id = 'olaf'");
    expect((await arrives(submit('Left.'))).body.errors.why).toContain('does not know you');
    await world.test.admin("UPDATE principals SET email = 'olaf@x.example' WHERE id = 'olaf'");
    expect(await stateOf(review)).toEqual(UNDECIDED);
  });

  test('everything of a channel that is disabled or deleted', async () => {
    const review = await asked();
    const change = {
      method: 'PATCH',
      url: `/v1/notifications/channels/${channel}`,
      payload: { enabled: false },
    } as const;
    expect((await world.call(change)).statusCode).toBe(200);
    expect((await arrives(press(review))).status).toBe(401);
    await world.call({ method: 'DELETE', url: `/v1/notifications/channels/${channel}` });
    expect((await arrives(press(review))).status).toBe(401);
    expect(await world.test.admin('SELECT FROM slack_users')).toEqual([]);
  });

  /** What a form would bring back, made up. */
  function reasonOf(review_id: string) {
    return {
      callback_id: 'lapse_reason',
      private_metadata: JSON.stringify({ review_id, decision: 'REVOKE', request: '0'.repeat(64) }),
      state: { values: { why: { reason: { value: 'Made up.' } } } },
    };
  }
});

test('neither token nor secret is shown, told or logged', async () => {
  const review = await asked();
  await arrives(press(review));
  await arrives(submit('Left.'));
  const seen = [
    ...logged,
    (await world.call({ url: '/v1/notifications/channels' })).body,
    (await world.call({ url: `/v1/notifications/channels/${channel}/deliveries` })).body,
    (await world.call({ url: '/v1/audit' })).body,
    JSON.stringify(await world.test.admin('SELECT settings, sealed_settings FROM webhooks')),
    JSON.stringify(await world.test.admin('SELECT * FROM webhook_events')),
  ].join('\n');
  expect(seen).toContain('notification_channel.created');
  expect(seen).not.toContain(TOKEN);
  expect(seen).not.toContain(SECRET);
});

test('settings that cannot be one are refused by name, and the token goes to no other address', async () => {
  const set = (settings: object, kind = 'slack') =>
    world.call({ method: 'POST', url: '/v1/notifications/channels', payload: { kind, settings } });
  const app = { bot_token: TOKEN, signing_secret: SECRET, team_id: TEAM };
  for (const [field, settings, kind] of [
    ['bot_token', { ...app, bot_token: 'xoxp-1' }],
    ['signing_secret', { ...app, signing_secret: 'short' }],
    ['team_id', { ...app, team_id: 'U1' }],
    ['api_url', { ...app, api_url: 'http://slack.example/api' }],
    ['url', { ...app, url: 'https://hooks.slack.example/x' }],
    ['bot_token', app, 'teams'],
  ] as [string, object, string?][]) {
    const answer = await set(settings, kind);
    expect([field, answer.statusCode, answer.body]).toEqual([field, 400, expect.stringContaining(field)]);
  }
  const moved = await world.call({
    method: 'PATCH',
    url: `/v1/notifications/channels/${channel}`,
    payload: { settings: { api_url: 'https://evil.example/api' } },
  });
  expect([moved.statusCode, moved.body]).toEqual([400, expect.stringContaining('token again')]);
});
