import { beforeEach, describe, expect, test } from 'vitest';
import {
  annIsAsked,
  channel,
  DAYS,
  daysPass,
  get,
  goesStale,
  lastStep,
  mailbox,
  mailTo,
  people,
  put,
  reviewOf,
  reviewsOf,
  SLA_MS,
  useHolderFirstWorld,
  world,
} from '../../../../test/support/holder-first-world.ts';
import { type SlackServer, slackUser, startSlack, TEAM } from '../../../../test/support/slack-server.ts';
import { DAY_MS, isoInstant } from '../../../platform/iso-instant.ts';
import { weighAgain } from '../priority/weigh-again.ts';
import { endWaitsForFormerHolders } from './holder-first.sql.ts';

useHolderFirstWorld();

describe('a question that reaches nobody', () => {
  test.each([
    ['is refused for good', 550],
    ['is tried as often as mails are, and refused', 451],
  ])('asks the reviewer at once when it %s', async (_, code) => {
    mailbox.refusals.set('ann@x.example', { code, message: 'no', times: 9 });
    await goesStale();
    for (let turn = 0; turn < 4; turn += 1) {
      await people.send();
      people.ahead += 600_000;
    }
    expect(mailTo('ann')).toEqual([]);
    await world.sweep();
    const { id, ...review } = await reviewOf();
    expect(review).toMatchObject({ with_holder_until: null, due_at: isoInstant(world.now + SLA_MS) });
    expect(await lastStep(id)).toMatchObject({
      detail: `The holder could not be asked: The mail server answered ${code} to RCPT TO. olaf was asked.`,
    });
  });

  test('is waited for while it is tried again', async () => {
    mailbox.refusals.set('ann@x.example', { code: 451, message: 'later', times: 1 });
    await goesStale();
    await people.send();
    await world.sweep();
    expect(await reviewOf()).toMatchObject({ with_holder_until: expect.any(String) });
    people.ahead += 600_000;
    await people.send();
    await world.sweep();
    expect(mailTo('ann')).toHaveLength(1);
    expect(await reviewOf()).toMatchObject({ with_holder_until: expect.any(String) });
  });

  describe('where Slack carries it as well', () => {
    let slack: SlackServer;
    beforeEach(async () => {
      slack = await startSlack();
      const settings = {
        bot_token: 'xoxb-1234567890-only-for-tests',
        signing_secret: 'a-signing-secret-of-32-characters',
        team_id: TEAM,
        api_url: slack.url,
      };
      await people.channel({ kind: 'slack', settings, occasions: ['overdue'] });
      return () => slack.close();
    });
    const refuse = (code: number, times: number) =>
      mailbox.refusals.set('ann@x.example', { code, message: 'no', times });

    test('is waited for when one of the two has arrived', async () => {
      slack.users.set('ann@x.example', slackUser('U0ANN', 'ann@x.example'));
      refuse(550, 1);
      await goesStale();
      await people.send();
      await world.sweep();
      const { id, with_holder_until } = await reviewOf();
      expect(with_holder_until).not.toBeNull();
      expect((await get(`/v1/reviews/${id}`)).holder_question).toMatchObject({
        sent_at: null,
        slack_sent_at: expect.any(String),
      });
      await daysPass(DAYS);
      expect(await lastStep(id)).toMatchObject({
        detail: 'The holder did not answer in 7 days. olaf was asked.',
      });
    });

    test('is waited for while one of them is tried again, and no longer when both have failed', async () => {
      refuse(451, 2);
      await goesStale();
      await people.send();
      await world.sweep();
      expect(await reviewOf()).toMatchObject({ with_holder_until: expect.any(String) });
      refuse(550, 1);
      people.ahead += 600_000;
      await people.send();
      await world.sweep();
      expect(await reviewOf()).toMatchObject({ with_holder_until: null });
    });

    test('needs no mail', async () => {
      await world.call({ method: 'DELETE', url: `/v1/notifications/channels/${channel}` });
      slack.users.set('ann@x.example', slackUser('U0ANN', 'ann@x.example'));
      await goesStale();
      await people.send();
      await world.sweep();
      expect(await reviewOf()).toMatchObject({ with_holder_until: expect.any(String) });
      expect(slack.latest('chat.postMessage').channel).toBe('U0ANN');
    });
  });

  test('because the account was disabled meanwhile asks the reviewer at once', async () => {
    await goesStale();
    await world.test.admin("UPDATE principals SET disabled = true WHERE id = 'ann'");
    await people.send();
    await world.sweep();
    const { id } = await reviewOf();
    expect(await lastStep(id)).toMatchObject({
      detail: 'The holder could not be asked: the account of Ann is disabled. olaf was asked.',
    });
    const deliveries = await people.deliveries(channel);
    expect(deliveries.map(({ status }) => status).sort()).toEqual(['pending', 'skipped']);
  });
});

describe('what changes meanwhile', () => {
  const annIsDisabled = async () => {
    await world.import([
      {
        kind: 'principal',
        id: 'ann',
        display_name: 'Ann',
        type: 'user',
        email: 'ann@x.example',
        disabled: true,
      },
    ]);
    await world.drain();
    await world.sweep();
  };

  test('a holder whose account is disabled is waited for no longer', async () => {
    const { id } = await annIsAsked();
    await annIsDisabled();
    expect(await lastStep(id)).toMatchObject({
      detail: 'The account of the holder is disabled. olaf was asked.',
    });
    await people.send();
    expect(mailTo('olaf')).toHaveLength(1);
  });

  test('access that an import gives to somebody else is not left to whoever had it', async () => {
    const { id } = await annIsAsked();
    const to = { kind: 'grant', id: 'g-ann-1', principal_id: 'bob', asset_id: 't1', permission: 'read' };
    await world.import([to]);
    await world.drain();
    await world.sweep();
    expect(await lastStep(id)).toMatchObject({
      detail: 'The access is of another principal now. olaf was asked.',
    });
  });

  test('other holders are waited for', async () => {
    await world.import([
      { kind: 'principal', id: 'cid', display_name: 'Cid', type: 'user', email: 'cid@x.example' },
    ]);
    await goesStale('cid', 2);
    await annIsAsked();
    await annIsDisabled();
    expect(await reviewOf('ann')).toMatchObject({ with_holder_until: null });
    expect(await reviewOf('cid')).toMatchObject({ with_holder_until: expect.any(String) });
    await world.test.db.transaction(world.test.tenants.b, (tx) =>
      endWaitsForFormerHolders(tx, ['ann', 'cid']),
    );
    await world.sweep();
    expect(await reviewOf('cid')).toMatchObject({ with_holder_until: expect.any(String) });
  });

  test('what is weighed again and not urgent stays with its holder', async () => {
    await annIsAsked();
    world.now += DAY_MS + 1;
    expect(await weighAgain(world.context(), world.tenant)).toBe(true);
    await world.sweep();
    expect(await reviewOf()).toMatchObject({ with_holder_until: expect.any(String) });
  });

  test('a policy that no longer asks holders asks the reviewers of what waits; another number changes nothing', async () => {
    const { id, review } = await annIsAsked();
    await put({ holder_first_days: 2 });
    await world.sweep();
    expect(await reviewOf()).toMatchObject({ with_holder_until: review.with_holder_until });
    await put({ holder_first_days: 0 });
    await world.sweep();
    expect(await lastStep(id)).toMatchObject({
      detail: 'The policy no longer has holders asked first. olaf was asked.',
    });
    await goesStale('ann', 2);
    expect((await reviewsOf()).map(({ with_holder_until }) => with_holder_until)).toEqual([null, null]);
  });

  test('a campaign about the same access waits for no holder', async () => {
    const { id } = await annIsAsked();
    const payload = { name: 'All', filter: { asset_ids: ['t1'] } };
    const made = await world.call({ method: 'POST', url: '/v1/campaigns', payload });
    expect([made.statusCode, made.body]).toEqual([made.statusCode, made.body]);
    await world.sweep();
    await world.sweep();
    expect(await lastStep(id)).toMatchObject({ detail: 'A campaign asks about it too. olaf was asked.' });
  });
});
