import { expect, test } from 'vitest';
import { expectNoSidewaysScroll, expectNoViolations, find, settled } from './browser.ts';
import { chromium, lapse, until, useInbox } from './inbox.ts';

useInbox();

interface Person {
  id: string;
  display_name: string;
  disabled: boolean;
}

const substitutes = async () =>
  (await lapse.api<{ items: { principal_id: string; substitute_id: string }[] }>('/v1/substitutes')).items;

test.each([
  ['light', 1280],
  ['dark', 320],
] as const)(
  'somebody who is away has a substitute, until it is removed (%s, %i px)',
  async (scheme, width) => {
    const { items } = await lapse.api<{ items: Person[] }>('/v1/principals?type=user&limit=20');
    const [who, other] = items.filter(({ disabled }) => !disabled) as [Person, Person];
    const page = await chromium.visit(`${lapse.url}/reviews/waiting`, { scheme, width });
    await page.getByText('Nobody has named a substitute.').waitFor();
    await page.getByRole('button', { name: 'Name a substitute' }).click();
    const dialog = page.getByRole('dialog', { name: 'Name a substitute' });
    await dialog.getByRole('button', { name: 'Name a substitute' }).click();
    await dialog.getByText('Choose a person.').first().waitFor();
    await find(dialog.getByRole('combobox', { name: 'Who is away', exact: true }), who.display_name);
    await find(dialog.getByRole('combobox', { name: 'Substitute', exact: true }), other.display_name);
    await dialog.getByLabel('First day').fill('2031-07-02');
    await dialog.getByLabel('Last day').fill('2031-07-01');
    await dialog.getByText('The last day is before the first.').waitFor();
    await dialog.getByLabel('Last day').fill('2031-07-21');
    await settled(page);
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Name a substitute' }).click();
    const remove = page.getByRole('button', {
      name: `Remove ${other.display_name} as the substitute of ${who.display_name}`,
    });
    await remove.waitFor();
    expect(await substitutes()).toMatchObject([
      {
        principal_id: who.id,
        substitute_id: other.id,
        starts_at: '2031-07-02T00:00:00.000Z',
        ends_at: '2031-07-22T00:00:00.000Z',
      },
    ]);
    await settled(page);
    await expectNoViolations(page);
    await expectNoSidewaysScroll(page);
    await remove.click();
    await page.getByText('Nobody has named a substitute.').waitFor();
    await until(async () => (await substitutes()).length === 0);
  },
);
