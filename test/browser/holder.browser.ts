import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { expectNoSidewaysScroll, expectNoViolations, type Scheme, settled } from './browser.ts';
import { chromium, lapse, pending, type Review, until, useInbox, WITHIN } from './inbox.ts';

useInbox();

let mailbox: MailServer;
beforeAll(async () => {
  mailbox = await startMailServer();
  await lapse.api('/v1/notifications/channels', {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID() },
    body: {
      kind: 'email',
      occasions: ['overdue'],
      settings: { host: '127.0.0.1', port: mailbox.port, security: 'none', from: 'lapse@x.example' },
    },
  });
});
afterAll(() => mailbox?.close());

const PHONE = { width: 360, height: 740 };

/** An open review of a person who reads mail, which no other test here has asked about. */
async function askable(): Promise<Review> {
  for (const each of await pending()) {
    const person = await lapse.api<{ type: string; disabled: boolean; email: string | null }>(
      `/v1/principals/${each.principal_id}`,
    );
    const { holder_question } = await lapse.api<{ holder_question: object | null }>(`/v1/reviews/${each.id}`);
    if (person.type === 'user' && !person.disabled && person.email && holder_question === null) return each;
  }
  throw new Error('nobody can be asked');
}

/** Asks by the button, and answers the link of the mail that comes. */
async function askBy(scheme: Scheme): Promise<{ review: Review; link: string }> {
  const review = await askable();
  const before = mailbox.mails.length;
  const page = await chromium.visit(`${lapse.url}/reviews/${review.id}`, { scheme });
  const said = page.getByRole('region', { name: 'What the holder says' });
  await said.getByText('was not asked').waitFor();
  await said.getByRole('button', { name: 'Ask the holder' }).click();
  await said.getByText(/Mailed to .+@.+\. Not answered yet\./).waitFor(WITHIN);
  await said.getByRole('button').waitFor({ state: 'detached' });
  await settled(page);
  await expectNoViolations(page);
  // Without PUBLIC_URL its beginning is the address that was to be listened on, of which the port is chosen later.
  const path = () =>
    mailbox.mails
      .slice(before)
      .flatMap(({ text }) => /http:\/\/[^/]+(\/holder\/\S+)/.exec(text)?.[1] ?? [])
      .at(0);
  // Others may be told of something else meanwhile.
  await until(async () => path() !== undefined);
  return { review, link: `${lapse.url}${path()}` };
}

test('a holder says on a phone, without scripts, that it is needed, and the reviewer reads why', async () => {
  const { review, link } = await askBy('light');
  const page = await chromium.visit(link, { ...PHONE, scripts: false });
  await page.getByRole('heading', { level: 1, name: /^Do you still need .+\?$/ }).waitFor();
  const reason = page.getByRole('textbox', { name: 'What do you need it for?' });
  const keep = page.getByRole('button', { name: 'I still need it' });
  // The browser itself asks for the reason.
  await keep.click();
  expect(await reason.inputValue()).toBe('');
  await reason.fill('Quarterly close.');
  await keep.click();
  await page.getByRole('heading', { name: 'Your answer is recorded' }).waitFor();
  await page.reload();
  await page.getByText('you said that you still need it').waitFor();
  const reviewer = await chromium.visit(`${lapse.url}/reviews?review=${review.id}`);
  const said = reviewer.getByRole('region', { name: 'What the holder says' });
  await said.getByText(`${review.principal_name} says they still need it.`).waitFor();
  await said.getByText('Quarterly close.').waitFor();
  expect(await lapse.api<Review>(`/v1/reviews/${review.id}`)).toMatchObject({ status: 'PENDING' });
});

test('a holder gives it up by ticking a box, without scripts, and that decides the review', async () => {
  const { review, link } = await askBy('dark');
  const page = await chromium.visit(link, { ...PHONE, scheme: 'dark', scripts: false });
  const release = page.getByRole('button', { name: 'Give it up' });
  await release.click();
  expect(await lapse.api<Review>(`/v1/reviews/${review.id}`)).toMatchObject({ status: 'PENDING' });
  await page.getByRole('checkbox', { name: /^Yes, remove my access/ }).check();
  await release.click();
  await page.getByText('you said that you no longer need it').waitFor();
  expect(await lapse.api<Review>(`/v1/reviews/${review.id}`)).toMatchObject({ status: 'DECIDED' });
  const reviewer = await chromium.visit(`${lapse.url}/reviews/${review.id}`, { scheme: 'dark' });
  const said = reviewer.getByRole('region', { name: 'What the holder says' });
  await said.getByText(`${review.principal_name} gave it up.`).waitFor();
  await reviewer
    .getByText(/, the holder/)
    .first()
    .waitFor();
});

test.each(['light', 'dark'] as const)('everybody can read the page, also on a phone (%s)', async (scheme) => {
  const { link } = await askBy(scheme);
  for (const size of [PHONE, {}]) {
    const page = await chromium.visit(link, { ...size, scheme });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
  }
});

test('a link that is not good says so', async () => {
  const page = await chromium.visit(`${lapse.url}/holder/1-${'0'.repeat(64)}`, PHONE);
  await page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
  await expectNoViolations(page);
});
