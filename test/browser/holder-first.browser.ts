import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { expectNoSidewaysScroll, expectNoViolations, settled } from './browser.ts';
import { chromium, lapse, type Review, until, useInbox, WITHIN } from './inbox.ts';

useInbox();

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const theirs = () =>
  lapse.api<{ items: (Review & { with_holder_until: string | null })[] }>(
    '/v1/reviews?principal_id=first-holder',
  );

let mailbox: MailServer;
/** Hanna has never used a table of Otto's, and is asked before he is. */
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
  await lapse.api('/v1/policy', {
    method: 'PUT',
    body: { review: { holder_first_days: 7, weekly_budget: null } },
  });
  const person = (id: string, display_name: string) => ({
    kind: 'principal',
    id,
    display_name,
    type: 'user',
    email: `${id}@x.example`,
  });
  const lines = [
    person('first-owner', 'Otto Owner'),
    person('first-holder', 'Hanna Holder'),
    {
      kind: 'asset',
      id: 'first-asset',
      name: 'quarterly_figures',
      type: 'table',
      platform: 'ledgers',
      owner_id: 'first-owner',
    },
    {
      kind: 'grant',
      id: 'first-grant',
      principal_id: 'first-holder',
      asset_id: 'first-asset',
      permission: 'read',
      granted_at: daysAgo(400),
    },
  ];
  const answer = await fetch(`${lapse.url}/v1/directory/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson' },
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
  });
  expect(answer.status).toBe(200);
  await until(async () => mailbox.mails.length > 0);
});
afterAll(() => mailbox?.close());

test.each([
  ['light', 1280],
  ['dark', 320],
] as const)(
  'a reviewer sees that the holder is asked first, and until when (%s, %i px)',
  async (scheme, width) => {
    const [review] = (await theirs()).items;
    expect(review?.with_holder_until).not.toBeNull();
    const list = await chromium.visit(`${lapse.url}/reviews?assigned_to_id=first-owner`, { scheme, width });
    await list.getByText('With the holder; goes to the reviewer').first().waitFor(WITHIN);
    await expectNoSidewaysScroll(list);
    await list.close();
    const page = await chromium.visit(`${lapse.url}/reviews/${review?.id}`, { scheme, width });
    const said = page.getByRole('region', { name: 'What the holder says' });
    await said.getByText(/^Asked the holder first; the reviewer is asked on /).waitFor(WITHIN);
    await said.getByText(/Lapse asked first, /).waitFor();
    await settled(page);
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
  },
);

test('the policy says for how many days', async () => {
  const page = await chromium.visit(`${lapse.url}/policy`);
  const field = page.getByRole('textbox', { name: /^Ask the holder first/ });
  await expect.poll(() => field.inputValue()).toBe('7');
});
