import type { Page } from 'playwright-core';

/** What a page that connects a platform is made of. */
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const step = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
export const field = (page: Page, name: string) => page.getByLabel(new RegExp(`^${name}( \\*)?$`)).first();
