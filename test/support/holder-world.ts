import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { MailServer } from './mail-server.ts';
import { createNotificationWorld, mailChannel, type NotificationWorld } from './notification-world.ts';
import { createReviewWorld, type ReviewWorld } from './review-world.ts';

export let world: ReviewWorld;
export let people: NotificationWorld;
export let mailbox: MailServer;
/** By which mails go. */
export let channel: string;
/** What the gateway has logged. */
export const logged: string[] = [];

/** People who hold access, of whom some can be asked, for the tests of a file. */
export function useHolderWorld(): void {
  beforeAll(async () => {
    const sink = new Writable({
      write(chunk, _encoding, done) {
        logged.push(String(chunk));
        done();
      },
    });
    world = await createReviewWorld(undefined, { logger: pino({ level: 'trace' }, sink) });
    await world.import([
      {
        kind: 'principal',
        id: 'robot',
        display_name: 'Robot',
        type: 'service_account',
        email: 'r@x.example',
      },
      ...['robot', 'team', 'gone', 'bob'].map((principal_id) => ({
        kind: 'grant',
        id: `g-${principal_id}-crm`,
        principal_id,
        asset_id: 'crm',
        permission: 'read',
        granted_at: '2024-01-01T00:00:00Z',
      })),
    ]);
    await world.drain();
    people = createNotificationWorld(world);
  });
  afterAll(async () => {
    await people.close();
    await world.close();
  });
  afterEach(async () => {
    await people.reset();
    logged.length = 0;
    await world.test.admin('TRUNCATE holder_questions, holder_links, remediations CASCADE');
    await world.test.admin("UPDATE grants SET status = 'active'");
  });
}

/** A channel that tells next to nothing else. */
export async function mailing(): Promise<void> {
  mailbox = await people.mailServer();
  channel = await people.channel({ ...mailChannel(mailbox), occasions: ['overdue'] });
}

export async function ask(id: string, service: TestApp = world) {
  const answer = await service.call({ method: 'POST', url: `/v1/reviews/${id}/ask-holder` });
  return { status: answer.statusCode, body: answer.json() };
}

export const questionOf = async (id: string) =>
  (await world.call({ url: `/v1/reviews/${id}` })).json().holder_question;

/** The path of the link in the latest mail. */
export function linkOf(mail = mailbox.mails.at(-1)): string {
  const [, path] = /https:\/\/lapse\.example(\/holder\/\S+)/.exec(mail?.text ?? '') ?? [];
  if (path === undefined) throw new Error('the mail has no link');
  return path;
}

/** A review of ann's access to the wiki, about which she has a mail. */
export async function asked(): Promise<{ review: string; link: string }> {
  await mailing();
  const review = await people.ask();
  expect((await ask(review)).status).toBe(201);
  await people.send();
  return { review, link: linkOf() };
}

export const open = (url: string) => world.call({ method: 'GET', url });

/** A form of the page, as a browser sends it. */
export const post = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  world.call({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    payload: new URLSearchParams(fields).toString(),
  });

export const KEEP = { answer: 'keep', reason: 'Quarterly close.' };
export const RELEASE = { answer: 'release', reason: '', sure: 'yes' };

export const remediationsOf = (review: string) =>
  world.test.admin(
    'SELECT grant_id, requested_by, status FROM remediations WHERE review_id = $1 ORDER BY grant_id',
    [review],
  );

export async function answersOf(review: string) {
  const { decisions, status } = (await world.call({ url: `/v1/reviews/${review}` })).json();
  return { status, decided: decisions.length as number };
}
