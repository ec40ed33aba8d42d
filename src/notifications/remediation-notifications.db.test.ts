import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { MailServer } from '../../test/support/mail-server.ts';
import {
  createNotificationWorld,
  mailChannel,
  NASTY,
  type NotificationWorld,
} from '../../test/support/notification-world.ts';
import { workOffRemediations } from '../../test/support/remediation-worker.ts';
import { createReviewWorld, type ReviewWorld } from '../../test/support/review-world.ts';
import { answerWith } from '../../test/support/webhook-receiver.ts';
import { startRemediations } from '../remediation/start-remediations.ts';

let world: ReviewWorld;
let people: NotificationWorld;

beforeAll(async () => {
  world = await createReviewWorld();
  people = createNotificationWorld(world);
  await world.call({
    method: 'PUT',
    url: '/v1/policy',
    payload: { remediation: { mode: 'automatic', undo_window_minutes: 0 } },
  });
});
afterAll(async () => {
  await people.close();
  await world.close();
});
afterEach(async () => {
  await people.reset();
  await world.test.admin('TRUNCATE remediations, remediation_steps');
  await world.test.admin("UPDATE grants SET status = 'active'");
  await world.test.admin("UPDATE principals SET protected = false WHERE id = 'ann'");
});

const protectAnn = () => world.test.admin("UPDATE principals SET protected = true WHERE id = 'ann'");

const work = () => workOffRemediations(world.test, world.tenant);

/** Revokes a grant in a review, as this person, and lets the worker take it up. */
async function revoke(grant_id: string, requested_by: string, review_id = 'review-1'): Promise<string> {
  await world.test.db.transaction(world.tenant, (tx) =>
    startRemediations(tx, {
      grants: [{ grant_id, review_id, decision_id: 'd', reason: 'left the project' }],
      requested_by,
      now: Date.now(),
    }),
  );
  await work();
  const [row] = await world.test.admin('SELECT id FROM remediations WHERE grant_id = $1', [grant_id]);
  return row?.id as string;
}

const only = ({ mails }: MailServer): MailServer['mails'][number] => {
  expect(mails).toHaveLength(1);
  return mails[0] as MailServer['mails'][number];
};

describe('a remediation that a guard blocks', () => {
  test('is told to whoever decided: which access, which guard, and what to do', async () => {
    const server = await people.mailServer();
    await people.channel(mailChannel(server));
    await protectAnn();
    const id = await revoke('g-ann-wiki', 'mia@x.example');
    await people.send();
    const mail = only(server);
    expect(mail.to).toEqual(['mia@x.example']);
    expect(mail.headers.get('subject')).toBe('Remediation of access blocked: Ann and wiki');
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('Ann still has read access to wiki');
      expect(body).toMatch(
        /Mia revoked it on \d\d \w{3} \d{4} \d\d:\d\d UTC: left the project\. A guard stops the remediation\./,
      );
      expect(body).toContain(
        'Ann is protected, such as a break-glass account. Remove the access by hand, or lift the protection with an import and retry.',
      );
      expect(body).toContain(`https://lapse.example/remediations/${id}`);
    }
  });

  test('is told to the reviewer of the review when the directory does not know who decided', async () => {
    const server = await people.mailServer();
    const review = await people.ask();
    await people.channel(mailChannel(server));
    await protectAnn();
    const decided = await world.decide(review, { decision: 'REVOKE', justification: 'unused' });
    expect(decided.status).toBe(200);
    await work();
    await people.send();
    expect(only(server).to).toEqual(['olaf@x.example']);
    expect(only(server).headers.get('subject')).toBe('2 access remediations need you');
  });

  test('is told in Slack and Teams, without a mention or a link but ours', async () => {
    const [slack, teams] = [
      await people.receiver(answerWith(200)),
      await people.receiver(answerWith(202)),
    ] as const;
    await people.channel({ kind: 'slack', settings: { url: slack.url, gather_seconds: 0 } });
    await people.channel({ kind: 'teams', settings: { url: teams.url, gather_seconds: 0 } });
    await world.import([
      { kind: 'asset', id: 'trap', name: NASTY, type: 'table', platform: 'fabric', protected: true },
      {
        kind: 'grant',
        id: 'g-trap',
        principal_id: 'ann',
        asset_id: 'trap',
        permission: 'read',
        granted_at: '2020-01-01T00:00:00Z',
      },
    ]);
    const id = await revoke('g-trap', 'mia@x.example');
    await people.send();
    const link = `https://lapse.example/remediations/${id}`;
    const sent = JSON.parse(slack.arrivals[0]?.body as string);
    const text = sent.blocks.map((block: { text: { text: string } }) => block.text.text).join('\n');
    expect(text.match(/<[^>]*>/g)).toEqual([`<${link}|Open the remediation>`]);
    expect(text).toContain('is protected. Remove the access by hand');
    const card = teams.arrivals[0]?.body as string;
    expect(card).toContain('A guard stops the remediation.');
    expect(card).toContain(`"url":"${link}"`);
  });

  test('is not told once it is not blocked any more', async () => {
    const server = await people.mailServer();
    const channel = await people.channel(mailChannel(server));
    await protectAnn();
    const id = await revoke('g-ann-wiki', 'mia@x.example');
    await world.test.admin("UPDATE remediations SET status = 'completed' WHERE id = $1", [id]);
    await people.send();
    expect(server.mails).toEqual([]);
    expect(await people.deliveries(channel)).toMatchObject([{ status: 'skipped', recipient: 'mia' }]);
  });

  test('is not told by a channel that is for something else', async () => {
    const server = await people.mailServer();
    await people.channel({ ...mailChannel(server), occasions: ['assigned', 'removal_requested'] });
    await protectAnn();
    await revoke('g-ann-wiki', 'mia@x.example');
    await people.send();
    expect(server.mails).toEqual([]);
  });
});

describe('a remediation that is asked of a person', () => {
  test('tells that person what to remove, where and why, and what happens then', async () => {
    const server = await people.mailServer();
    await people.channel(mailChannel(server));
    const id = await revoke('g-ann-wiki', 'mia@x.example');
    await people.send();
    const mail = only(server);
    expect(mail.to).toEqual(['olaf@x.example']);
    expect(mail.headers.get('subject')).toBe('Access to remove: Ann and wiki');
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain('Remove read access to wiki from Ann');
      expect(body).toContain(
        'You are asked to do this. Nothing is connected to fabric, so Lapse cannot do it.',
      );
      expect(body).toContain('On fabric: revoke read on wiki from Ann.');
      expect(body).toMatch(/Mia revoked it on .* UTC: left the project\./);
      expect(body).toContain('The next import or sync verifies it, or shows that it is not done.');
      expect(body).toContain(`https://lapse.example/remediations/${id}`);
    }
  });

  test('names the group when the access comes through one, and says in chat who is asked', async () => {
    const slack = await people.receiver(answerWith(200));
    await people.channel({ kind: 'slack', settings: { url: slack.url, gather_seconds: 0 } });
    await revoke('g-ann-wiki-team', 'mia@x.example');
    await people.send();
    expect(slack.arrivals[0]?.body).toContain('On fabric: take Ann out of the group Team.');
    expect(slack.arrivals[0]?.body).toContain('Olaf is asked to do this.');
  });

  test('without anybody to ask is told in chat, and mailed to nobody', async () => {
    const server = await people.mailServer();
    const slack = await people.receiver(answerWith(200));
    await people.channel(mailChannel(server));
    await people.channel({ kind: 'slack', settings: { url: slack.url, gather_seconds: 0 } });
    await revoke('g-ann-crm', 'mia@x.example');
    await people.send();
    expect(server.mails).toEqual([]);
    expect(slack.arrivals[0]?.body).toContain('Nobody could be asked to do this');
  });

  test('that puts access back says so', async () => {
    const server = await people.mailServer();
    const id = await revoke('g-ann-wiki', 'mia@x.example');
    await world.call({
      method: 'POST',
      url: `/v1/remediations/${id}/attest`,
      payload: { attestation: 'Done.' },
    });
    await people.channel(mailChannel(server));
    const answer = await world.call({ method: 'POST', url: `/v1/remediations/${id}/revert`, payload: {} });
    expect(answer.statusCode).toBe(200);
    await people.send();
    const mail = only(server);
    expect(mail.headers.get('subject')).toBe('Access to put back: Ann and wiki');
    expect(mail.text).toContain('Put read access to wiki back for Ann');
    expect(mail.text).toContain('On fabric: grant read on wiki to Ann.');
  });

  test('is one message with the reviews of the same person, whatever order they came in', async () => {
    const server = await people.mailServer();
    await people.channel(mailChannel(server, { gather_seconds: 60 }));
    await people.ask('bob', 'wiki');
    await revoke('g-ann-wiki', 'mia@x.example');
    people.ahead = 61_000;
    await people.send();
    const mail = only(server);
    expect(mail.headers.get('subject')).toBe('1 access review and 1 access remediation need you');
    expect(mail.text).toContain('Does Bob still need read access to wiki?');
    expect(mail.text).toContain('Remove read access to wiki from Ann');
  });
});
