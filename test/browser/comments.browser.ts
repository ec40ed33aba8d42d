import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoSidewaysScroll, expectNoViolations, focused, foundOption, settled } from './browser.ts';
import { chromium, lapse, pending, selectedId, until, useInbox } from './inbox.ts';

useInbox();

interface Comment {
  author: string;
  text: string;
  mentions: { principal_id: string; principal_name: string }[];
}

const commentsOf = async (review: string) =>
  (await lapse.api<{ items: Comment[] }>(`/v1/reviews/${review}/comments`)).items;

const commentsIn = (page: Page) => page.getByRole('region', { name: 'Comments' });

test('people talk about a review without leaving the keyboard, and no key of the inbox is taken for a command', async () => {
  const review = (await pending())[0]?.id as string;
  const page = await chromium.visit(`${lapse.url}/reviews?review=${review}`);
  const comments = commentsIn(page);
  await comments.getByText('Nobody has commented.').waitFor();
  const { items } = await lapse.api<{ items: { id: string; display_name: string; disabled: boolean }[] }>(
    '/v1/principals?type=user&limit=20',
  );
  const person = items.find(({ disabled }) => !disabled);
  const field = comments.getByRole('textbox', { name: 'Write a comment' });
  await field.focus();
  await page.keyboard.type('jk c r e a u x g ann@example.com\n');
  await page.keyboard.type('@');
  const search = comments.getByRole('combobox', { name: 'Mention somebody' });
  await focused(search);
  await page.keyboard.type(person?.display_name as string);
  await foundOption(page, person?.display_name as string).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await comments.getByText('Who is told:').waitFor();
  await expect.poll(() => field.inputValue()).toContain(`@${person?.display_name} `);
  await focused(field);
  await page.keyboard.type('do you know?');
  expect(selectedId(page)).toBe(review);
  await settled(page);
  await expectNoViolations(page);
  await page.keyboard.press('Control+Enter');
  await comments.getByText(`Mentions ${person?.display_name}`).waitFor();
  await expect.poll(() => field.inputValue()).toBe('');
  const text = `jk c r e a u x g ann@example.com\n@${person?.display_name} do you know?`;
  expect(await commentsOf(review)).toMatchObject([
    { text, mentions: [{ principal_id: person?.id, principal_name: person?.display_name }] },
  ]);
  // Escape leaves the search, and the sign is only a sign.
  await focused(field);
  await page.keyboard.type('@');
  await focused(search);
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'detached' });
  await focused(field);
  await page.keyboard.type(' home');
  await page.keyboard.press('Control+Enter');
  // The field shows it before it is sent.
  await until(async () => (await commentsOf(review)).length === 2);
  expect((await commentsOf(review)).map((each) => [each.text, each.mentions.length])).toEqual([
    [text, 1],
    ['@ home', 0],
  ]);
});

test('what is begun stays, another page shows what somebody wrote, and it fits on a phone', async () => {
  const review = (await pending()).at(-1)?.id as string;
  const page = await chromium.visit(`${lapse.url}/reviews/${review}`, {
    width: 320,
    height: 740,
    scheme: 'dark',
  });
  const comments = commentsIn(page);
  const field = comments.getByRole('textbox', { name: 'Write a comment' });
  await comments.getByRole('button', { name: 'Comment', exact: true }).click();
  await comments.getByText('Write something first.').waitFor();
  await field.fill(`Begun ${'w'.repeat(120)}`);
  await lapse.api(`/v1/reviews/${review}/comments`, {
    method: 'POST',
    body: { text: `From elsewhere <b>bold</b> ${'x'.repeat(120)}` },
  });
  await comments.getByText('From elsewhere <b>bold</b>').waitFor();
  expect(await field.inputValue()).toContain('Begun');
  await settled(page);
  await expectNoViolations(page);
  await expectNoSidewaysScroll(page);
});
